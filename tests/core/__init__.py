"""Tests of the core; a module for each of its modules."""
