"""One module a feature: parse, call one use case, render."""
