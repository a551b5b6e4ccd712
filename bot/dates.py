"""Days and times as each language writes them, in UTC."""

from datetime import UTC, datetime

from babel.dates import format_date, format_time, get_datetime_format

from bot.texts import Texts


def day(moment: datetime, texts: Texts) -> str:
    """A date."""
    return format_date(moment.astimezone(UTC), "medium", locale=texts.locale)


def minute(moment: datetime, texts: Texts) -> str:
    """A date and time, with the zone."""
    time = format_time(moment.astimezone(UTC), "HH:mm", locale=texts.locale)
    # The languages disagree about what stands between the two.
    both = str(get_datetime_format("medium", locale=texts.locale)).format(time, day(moment, texts))
    return f"{both} UTC"
