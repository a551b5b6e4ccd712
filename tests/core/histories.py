"""How histories made by chance are tried: fewer of them than of small examples, as each takes long."""

from hypothesis import Phase, settings

tried = settings(
    # A share of what the profile says, so that `explore` tries more of them too.
    max_examples=settings().max_examples // 4,
    # A history ends where it first goes wrong, so that making it smaller would only take time.
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)
