"""Where memory is kept: SQLAlchemy and SQL live here and nowhere else.

Reads and writes are plain functions of a `Connection`; `Store` runs them.
"""

from sqlalchemy.engine import Connection

from core.storage.store import Store

__all__ = ["Connection", "Store"]
