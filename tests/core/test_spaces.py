"""People and chats as the terminal and `call` name them."""

from core.spaces import (
    LOCAL_IDS_FROM,
    Role,
    SpaceKind,
    Visitor,
    local_group,
    local_role,
    local_visitor,
    private_chat,
)


def test_a_name_is_the_same_person_in_every_process() -> None:
    assert local_visitor("alice") == Visitor(7_814_015_344_877_765, "alice")


def test_different_names_are_different_people_and_chats() -> None:
    numbers = {local_visitor(name).external_id for name in ("alice", "Alice", "bob", "")}
    assert len(numbers) == 4
    assert local_group("alice").external_id not in {-number for number in numbers}


def test_local_ids_are_none_of_telegrams_and_fit_where_those_do() -> None:
    for name in ("alice", "команда", "팀"):
        assert LOCAL_IDS_FROM <= local_visitor(name).external_id < 1 << 53
        assert -(1 << 53) < local_group(name).external_id <= -LOCAL_IDS_FROM


def test_a_private_chat_carries_its_persons_id() -> None:
    visitor = Visitor(42, "Alice")
    assert private_chat(visitor).external_id == 42
    assert private_chat(visitor).kind is SpaceKind.PRIVATE


def test_everyone_is_administrator_at_home_and_owner_alone_in_groups() -> None:
    alice, owner = local_visitor("alice"), local_visitor("owner")
    assert local_role(alice, private_chat(alice)) is Role.ADMIN
    assert local_role(owner, local_group("team")) is Role.ADMIN
    assert local_role(alice, local_group("team")) is Role.MEMBER


def test_a_name_alone_does_not_make_an_owner() -> None:
    assert local_role(Visitor(42, "owner"), local_group("team")) is Role.MEMBER
