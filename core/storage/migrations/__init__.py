"""The steps that bring a database up to this release."""

REVISIONS = ("0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008")
"""All revisions in their order, known here so that a start with nothing to do need not import Alembic."""
