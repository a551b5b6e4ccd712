"""Memory Guard (SPEC section 9)."""
