"""Tests of where memory is kept."""
