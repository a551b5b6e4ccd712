"""Statements that every save runs, compiled once and run by the driver itself.

SQLAlchemy takes about 60 microseconds for an execution, and SQLite 10 for a small one: together they would be
half of what a save costs. Each execution lets go of the interpreter's lock and waits for it again, hence rows
that come together are inserted together.
"""

import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Executable, Insert
from sqlalchemy.dialects import sqlite
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.elements import ClauseElement

_DIALECT = sqlite.dialect(paramstyle="named")
_BY_POSITION = sqlite.dialect(paramstyle="qmark")
Converters = list[tuple[str, Callable[[Any], Any]]]


class Prepared:
    """A statement of Core that is run many times."""

    def __init__(self, statement: Executable, columns: Iterable[str] = ()) -> None:
        """`columns`: those that an insert is given, where it does not say itself."""
        assert isinstance(statement, ClauseElement)
        compiled = statement.compile(dialect=_DIALECT, column_keys=list(columns) or None)
        assert isinstance(compiled, SQLCompiler)
        self._sql = str(compiled)
        self._fixed = {name: value for name, value in compiled.params.items() if value is not None}
        self._converters = _converters(compiled)

    def run(self, connection: Connection, values: Mapping[str, Any]) -> sqlite3.Cursor:
        """Run it in the connection's transaction; the rows hold what SQLite keeps, unconverted.

        `sqlite3.Error` where it fails, which the store translates like all others.
        """
        given = _converted({**self._fixed, **values}, self._converters)
        return driver(connection).execute(self._sql, given)


class PreparedInsert:
    """An insert of rows, several in one execution."""

    AT_ONCE = (64, 16, 4, 1)
    """Rows that one execution takes: few sizes, so that the driver keeps the statements of all."""

    def __init__(self, statement: Insert, columns: Iterable[str]) -> None:
        """`columns`: those that each row gives."""
        compiled = statement.compile(dialect=_BY_POSITION, column_keys=list(columns))
        assert isinstance(compiled, SQLCompiler)
        assert compiled.positiontup is not None
        row = f"({', '.join('?' * len(compiled.positiontup))})"
        before, row, after = str(compiled).partition(row)
        assert row
        self._sql = {size: before + ", ".join([row] * size) + after for size in self.AT_ONCE}
        self._columns = tuple(compiled.positiontup)
        self._converters = _converters(compiled)

    def run(self, connection: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
        """Insert them in their order, in the connection's transaction. Errors as in `Prepared.run`."""
        done = 0
        for size in self.AT_ONCE:
            while len(rows) - done >= size:
                values = [value for row in rows[done : done + size] for value in self._values(row)]
                driver(connection).execute(self._sql[size], values)
                done += size

    def _values(self, row: Mapping[str, Any]) -> list[Any]:
        given = _converted(dict(row), self._converters)
        return [given[name] for name in self._columns]


def _converters(compiled: SQLCompiler) -> Converters:
    """How values become what SQLite keeps, for the parameters that need it."""
    dialect = compiled.dialect
    converters = {
        name: bind.type.dialect_impl(dialect).bind_processor(dialect) for name, bind in compiled.binds.items()
    }
    return [(name, convert) for name, convert in converters.items() if convert is not None]


def _converted(given: dict[str, Any], converters: Converters) -> dict[str, Any]:
    """The values, converted in their place."""
    for name, convert in converters:
        if given[name] is not None:
            given[name] = convert(given[name])
    return given


def driver(connection: Connection) -> sqlite3.Connection:
    """What the driver itself calls the connection."""
    found = connection.connection.driver_connection
    assert isinstance(found, sqlite3.Connection)
    return found
