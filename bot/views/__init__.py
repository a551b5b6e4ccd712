"""What people see: pure functions from a value of the core and the texts to a reply."""
