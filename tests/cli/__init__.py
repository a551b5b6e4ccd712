"""The command line, mostly as a process of its own: what it prints, and how it ends."""
