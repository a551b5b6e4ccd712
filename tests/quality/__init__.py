"""How good answers are, measured on tables written by hand."""
