"""Language models: our clients against a server on loopback, which misbehaves in every way that we know."""
