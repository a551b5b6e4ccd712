"""How good the rules are, on texts that stand beside them. The commands print figures; tests hold the counts."""
