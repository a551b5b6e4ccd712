"""Hearing of updates: long polling and the webhook."""

from tests.telegram.methods.registry import Call, plays
from tests.telegram.refusals import conflict
from tests.telegram.schema import Json

_LONGEST_POLL = 50
_WEBHOOK_IS_SET = (
    "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
)


@plays("getUpdates", "[Update]")
async def get_updates(call: Call) -> list[Json]:
    """Give what waits, or wait for it."""
    if call.webhook.url:
        raise conflict(_WEBHOOK_IS_SET)
    updates = call.world.updates
    updates.allow(call.get("allowed_updates"))
    limit = min(max(call.get("limit", 100), 1), 100)
    timeout = min(max(call.get("timeout", 0), 0), _LONGEST_POLL)
    return await updates.get(call.get("offset", 0), limit, timeout)


@plays("setWebhook")
async def set_webhook(call: Call) -> bool:
    """Have updates posted."""
    await call.webhook.change(call.parameters)
    return True


@plays("deleteWebhook")
async def delete_webhook(call: Call) -> bool:
    """Have updates posted no more."""
    await call.webhook.change({**call.parameters, "url": ""})
    return True


@plays("getWebhookInfo", "WebhookInfo")
def get_webhook_info(call: Call) -> Json:
    """How posting goes."""
    return call.webhook.info()


@plays("logOut")
@plays("close")
def close(call: Call) -> bool:
    """Leave this server."""
    call.world.updates.stop_polling("terminated by other close request")
    return True
