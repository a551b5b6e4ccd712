"""Questions about the bot, chats, members and files."""

from tests.telegram.access import To, check_topic, reach
from tests.telegram.chats import Chat
from tests.telegram.files import LARGEST_DOWNLOAD
from tests.telegram.methods.registry import Call, plays
from tests.telegram.refusals import bad_request
from tests.telegram.schema import Json

_ACTIONS = {
    "typing",
    "upload_photo",
    "record_video",
    "upload_video",
    "record_voice",
    "upload_voice",
    "upload_document",
    "choose_sticker",
    "find_location",
    "record_video_note",
    "upload_video_note",
}


@plays("getMe", "User")
def get_me(call: Call) -> Json:
    """Who the bot is, and whether privacy mode is on."""
    return call.world.bot.me()


@plays("getChat", "ChatFullInfo")
def get_chat(call: Call) -> Json:
    """What there is to know of a chat."""
    return reach(call.world, call.get("chat_id")).full_json()


@plays("getChatMember", "ChatMember")
def get_chat_member(call: Call) -> Json:
    """Someone's standing in a chat."""
    chat = reach(call.world, call.get("chat_id"))
    user_id = call.get("user_id")
    user = call.world.bot if user_id == call.world.bot.id else call.world.people.get(user_id)
    if user is None:
        raise bad_request("user not found")
    if user is not call.world.bot:
        _check_members_shown(call, chat)
    return chat.member(user).json()


@plays("getChatAdministrators", "[ChatMember]")
def get_chat_administrators(call: Call) -> list[Json]:
    """The administrators of a group, without other bots."""
    chat = _group(call, "there are no administrators in the private chat")
    everyone = [member for member in chat.members.values() if chat.is_administrator(member.user)]
    return [each.json() for each in everyone if not each.user.is_bot or each.user is call.world.bot]


@plays("getChatMemberCount", "Integer")
def get_chat_member_count(call: Call) -> int:
    """How many are in a chat."""
    return len(reach(call.world, call.get("chat_id")).member_users())


@plays("leaveChat")
def leave_chat(call: Call) -> bool:
    """Go out of a group."""
    chat = _group(call, "chat member status can't be changed in private chats")
    call.world.depart(call.world.bot, chat, call.world.bot, "left")
    return True


@plays("sendChatAction")
def send_chat_action(call: Call) -> bool:
    """Say what the bot is doing."""
    call.refuse_what_is_not_played()
    chat = reach(call.world, call.get("chat_id"), To.WRITE)
    check_topic(chat, call.get("message_thread_id"))
    if call.get("action") not in _ACTIONS:
        raise bad_request("wrong parameter action in request")
    chat.actions.append(call.get("action"))
    call.world.changed()
    return True


@plays("getFile", "File")
def get_file(call: Call) -> Json:
    """Where a file is fetched from."""
    file = call.world.files.find(call.get("file_id"))
    if file.size > LARGEST_DOWNLOAD:
        raise bad_request("file is too big")
    return file.json()


def _group(call: Call, refusal: str) -> Chat:
    chat = reach(call.world, call.get("chat_id"))
    if chat.kind == "private":
        raise bad_request(refusal)
    return chat


def _check_members_shown(call: Call, chat: Chat) -> None:
    if (chat.hides_members or chat.kind == "channel") and not chat.is_administrator(call.world.bot):
        raise bad_request("member list is inaccessible")
