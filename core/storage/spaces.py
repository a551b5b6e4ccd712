"""People, spaces, members, projects and workspaces."""

from datetime import datetime

from sqlalchemy import Connection, bindparam, func, insert, select, update
from sqlalchemy.dialects.sqlite import insert as upsert

from core.ids import PersonId, SpaceId, WorkspaceId
from core.spaces import Actor, Chat, Group, Person, Role, Space, SpaceKind, Visitor
from core.storage.prepared import Prepared
from core.storage.tables import chats, members, people, projects, spaces, workspaces

DEFAULT_PROJECT = "default"
DEFAULT_WORKSPACE = "default"


_ACTOR = Prepared(
    select(
        people.c.pk.label("person"),
        people.c.name,
        people.c.locale.label("person_locale"),
        spaces.c.pk.label("space"),
        spaces.c.key,
        spaces.c.kind,
        spaces.c.title,
        spaces.c.locale.label("space_locale"),
        spaces.c.archivist_off_since,
        members.c.role,
    )
    .select_from(
        people.join(members, members.c.person == people.c.pk)
        .join(spaces, spaces.c.pk == members.c.space)
        .join(chats, chats.c.space == spaces.c.pk)
    )
    .where(
        people.c.external_id == bindparam("visitor"),
        chats.c.external_id == bindparam("chat"),
        members.c.left_at.is_(None),
    )
)


def find_actor(connection: Connection, visitor: Visitor, chat: Chat) -> Actor | None:
    """The visitor in the chat's space; None where they are new there, or left, or go by another name now."""
    who_where = {"visitor": visitor.external_id, "chat": chat.external_id}
    row = _ACTOR.run(connection, who_where).fetchone()
    if row is None:
        return None
    person, name, person_locale, space, key, kind, title, space_locale, off_since, role = row
    if (name, title) != (visitor.name, chat.title):
        return None
    return Actor(
        Person(PersonId(person), name),
        SpaceId(space),
        key,
        SpaceKind(kind),
        title,
        Role(role),
        person_locale if kind == SpaceKind.PRIVATE else space_locale,
        off_since is None,
    )


def enter(
    connection: Connection, visitor: Visitor, chat: Chat, role: Role, space_key: str, now: datetime
) -> Actor:
    """Make the visitor a member of the chat's space, making person and space first where they are new."""
    person = ensure_person(connection, visitor, now)
    space = _ensure_space(connection, chat, space_key, now)
    membership = upsert(members).values(person=person, space=space, role=role, since=now)
    connection.execute(
        membership.on_conflict_do_update(
            index_elements=[members.c.person, members.c.space], set_={"role": role, "left_at": None}
        )
    )
    actor = find_actor(connection, visitor, chat)
    assert actor is not None
    return actor


def leave(connection: Connection, visitor: Visitor, chat: Chat, now: datetime) -> None:
    """End the visitor's membership; what they saved stays."""
    connection.execute(
        update(members)
        .where(
            members.c.person
            == select(people.c.pk).where(people.c.external_id == visitor.external_id).scalar_subquery(),
            members.c.space
            == select(chats.c.space).where(chats.c.external_id == chat.external_id).scalar_subquery(),
            members.c.left_at.is_(None),
        )
        .values(left_at=now)
    )


def find_person(connection: Connection, visitor: Visitor) -> PersonId | None:
    """The person of that external id; None where they are new, or go by another name now."""
    same = people.c.external_id == visitor.external_id, people.c.name == visitor.name
    number = connection.execute(select(people.c.pk).where(*same)).scalar()
    return None if number is None else PersonId(number)


def ensure_person(connection: Connection, visitor: Visitor, now: datetime) -> PersonId:
    """The person of that external id, under the name they go by now."""
    person = upsert(people).values(external_id=visitor.external_id, name=visitor.name, created_at=now)
    person = person.on_conflict_do_update(index_elements=[people.c.external_id], set_={"name": visitor.name})
    return PersonId(connection.execute(person.returning(people.c.pk)).scalar_one())


def _ensure_space(connection: Connection, chat: Chat, space_key: str, now: datetime) -> SpaceId:
    known = connection.execute(select(chats.c.space).where(chats.c.external_id == chat.external_id)).scalar()
    if known is not None:
        connection.execute(update(spaces).where(spaces.c.pk == known).values(title=chat.title))
        return SpaceId(known)
    values = {"key": space_key, "kind": chat.kind, "title": chat.title, "created_at": now}
    space = SpaceId(connection.execute(insert(spaces).values(values).returning(spaces.c.pk)).scalar_one())
    connection.execute(insert(chats).values(external_id=chat.external_id, space=space))
    connection.execute(insert(projects).values(space=space, name=DEFAULT_PROJECT))
    add_workspace(connection, space, DEFAULT_WORKSPACE)
    return space


def add_workspace(connection: Connection, space: SpaceId, name: str) -> WorkspaceId:
    """Make a workspace of that name, in the space's first project."""
    project = select(func.min(projects.c.pk)).where(projects.c.space == space).scalar_subquery()
    new = insert(workspaces).values(space=space, project=project, name=name).returning(workspaces.c.pk)
    return WorkspaceId(connection.execute(new).scalar_one())


def groups_of(connection: Connection, person: PersonId) -> list[Group]:
    """The groups that the person is a member of, as far as is known."""
    joined = chats.join(spaces, spaces.c.pk == chats.c.space).join(members, members.c.space == spaces.c.pk)
    here = members.c.person == person, members.c.left_at.is_(None), spaces.c.kind == SpaceKind.GROUP
    mine = select(spaces.c.pk, spaces.c.title, chats.c.external_id).select_from(joined).where(*here)
    return [
        Group(Space(SpaceId(pk), SpaceKind.GROUP, title), external_id)
        for pk, title, external_id in connection.execute(mine.order_by(spaces.c.pk))
    ]


def set_reachable(connection: Connection, chat: int, now: datetime, *, reachable: bool) -> None:
    """Note whether the bot may write to a chat."""
    since = None if reachable else now
    connection.execute(update(chats).where(chats.c.external_id == chat).values(inactive_since=since))


def role_in(connection: Connection, person: PersonId, workspace: WorkspaceId) -> Role | None:
    """The person's role in the space of a workspace; None where they are not a member now."""
    joined = members.join(workspaces, workspaces.c.space == members.c.space)
    here = members.c.person == person, members.c.left_at.is_(None), workspaces.c.pk == workspace
    role = connection.execute(select(members.c.role).select_from(joined).where(*here)).scalar()
    return None if role is None else Role(role)


def set_locale(connection: Connection, actor: Actor, locale: str) -> None:
    """Keep the language: the person's own in private, the chat's in a group."""
    if actor.kind is SpaceKind.PRIVATE:
        connection.execute(update(people).where(people.c.pk == actor.person.id).values(locale=locale))
    else:
        connection.execute(update(spaces).where(spaces.c.pk == actor.space).values(locale=locale))


def set_archivist(connection: Connection, space: SpaceId, now: datetime, *, on: bool) -> None:
    """Switch the archivist on or off in a space."""
    since = None if on else now
    connection.execute(update(spaces).where(spaces.c.pk == space).values(archivist_off_since=since))


def archivist_is_on(connection: Connection, space: SpaceId) -> bool:
    """Whether the archivist is at work in a space."""
    off_since = select(spaces.c.archivist_off_since).where(spaces.c.pk == space)
    return connection.execute(off_since).scalar() is None


def locale_of(connection: Connection, chat: int) -> str | None:
    """The language chosen for a chat: a group's own, or that of the person whose private chat it is."""
    joined = chats.join(spaces, spaces.c.pk == chats.c.space).outerjoin(
        # A private chat carries its person's id.
        people,
        people.c.external_id == chats.c.external_id,
    )
    chosen = select(func.coalesce(spaces.c.locale, people.c.locale)).select_from(joined)
    locale: str | None = connection.execute(chosen.where(chats.c.external_id == chat)).scalar()
    return locale


def counts(connection: Connection) -> tuple[int, int]:
    """How many people and spaces there are."""
    return (
        connection.execute(select(func.count()).select_from(people)).scalar_one(),
        connection.execute(select(func.count()).select_from(spaces)).scalar_one(),
    )
