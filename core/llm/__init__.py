"""Language models: the only place that speaks HTTP to them. What goes wrong becomes `ModelAway`."""
