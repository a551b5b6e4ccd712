"""What is said after saving, where a reaction is not enough."""

from bot.texts import Texts
from bot.views.parts import ref_code
from bot.views.reply import Reply, fill, plain
from core.records import Record


def kept(record: Record, texts: Texts) -> Reply:
    """The receipt in words."""
    return Reply(fill(texts.template("Kept as {ref}."), ref=ref_code(record.ref)))


def only_described(texts: Texts) -> Reply:
    """For a message that carries more than words."""
    return plain(texts.say("I keep what it is and its caption; I do not look into files and recordings."))
