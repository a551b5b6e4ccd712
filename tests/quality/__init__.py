"""How good the rules are, on texts that stand beside. The commands print figures; tests hold the counts."""
