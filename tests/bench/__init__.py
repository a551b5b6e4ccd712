"""Benchmarks: commands that print a table. Nothing here is run by the tests."""
