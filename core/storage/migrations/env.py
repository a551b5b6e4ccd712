"""Alembic's way in: it runs on the connection, and in the transaction, that `database.py` has opened."""

from alembic import context

from core.storage.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
