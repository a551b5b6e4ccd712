"""The tools of memory as programs call them (SPEC section 3): JSON in, one use case, JSON out."""
