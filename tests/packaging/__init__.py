"""What a person installs: the wheel, and nothing of this checkout."""
