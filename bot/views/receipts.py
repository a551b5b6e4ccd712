"""What is said after saving, where a reaction is not enough."""

from bot.texts import Texts
from bot.views.parts import ref_code
from bot.views.reply import Reply, fill, plain
from core.errors import Reason
from core.qualifiers import Untaken
from core.records import Record


def kept(record: Record, texts: Texts) -> Reply:
    """The receipt in words."""
    return Reply(fill(texts.template("Kept as {ref}."), ref=ref_code(record.ref)))


def only_described(texts: Texts) -> Reply:
    """For a message that carries what nobody looks into."""
    return plain(
        texts.say("I keep what it is and its caption; I do not look into pictures, files or recordings.")
    )


def kept_with_label(label: Untaken, texts: Texts) -> Reply:
    """For a text that seems to begin with a label, and was kept with it."""
    if label.why is Reason.TWICE:
        return plain(
            texts.say(
                "“{name}:” is there twice: the first one counts, the second was kept as part of the text.",
                name=label.name,
            )
        )
    return plain(
        texts.say(
            "“{name}:” was kept as part of the text, because a space follows it. A label comes right after "
            "the colon: {name}:deploy",
            name=label.name,
        )
    )
