"""Statements that every save or search runs, compiled once and run by the driver itself.

SQLAlchemy takes about 60 microseconds for an execution, and SQLite 10 for a small one: together they would be
half of what a save costs, and a third of a search. Each execution lets go of the interpreter's lock and waits
for it again, hence rows that come together are inserted together.
"""

import sqlite3
from collections import namedtuple
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from sqlalchemy import JSON, Connection, Executable, Insert, ScalarSelect, bindparam, func, select
from sqlalchemy.dialects import sqlite
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.elements import ClauseElement
from sqlalchemy.sql.selectable import SelectBase, TableValuedAlias

_DIALECT = sqlite.dialect(paramstyle="named")
_BY_POSITION = sqlite.dialect(paramstyle="qmark")
Converters = list[tuple[str, Callable[[Any], Any]]]


def each(name: str) -> TableValuedAlias:
    """The values of a parameter that is a list, as a table.

    The statement is the same for any number of them, and SQLite does not limit it.
    """
    return func.json_each(bindparam(name, type_=JSON)).table_valued("value", name="given")


def listed(name: str) -> ScalarSelect[Any]:
    """The same, to be used with `in_`."""
    return select(each(name).c.value).scalar_subquery()


class Prepared:
    """A statement of Core that is run many times."""

    def __init__(self, statement: Executable, columns: Iterable[str] = ()) -> None:
        """`columns`: those that an insert is given, where it does not say itself."""
        self._statement = statement
        self._given = list(columns) or None

    @cached_property
    def _binding(self) -> tuple[str, dict[str, Any], Converters]:
        """The text, the parameters that stand in the statement itself, and how others are converted."""
        # Compiled when it is first run: most processes run but a few.
        assert isinstance(self._statement, ClauseElement)
        compiled = self._statement.compile(dialect=_DIALECT, column_keys=self._given)
        assert isinstance(compiled, SQLCompiler)
        fixed = {name: value for name, value in compiled.params.items() if value is not None}
        return str(compiled), fixed, _converters(compiled)

    @cached_property
    def _reading(self) -> tuple[type[Any], list[tuple[int, Callable[[Any], Any]]]]:
        """What a row becomes, and how those of its values are converted that need it."""
        assert isinstance(self._statement, SelectBase)
        columns = self._statement.exported_columns
        processors = [
            (number, column.type.dialect_impl(_DIALECT).result_processor(_DIALECT, None))
            for number, column in enumerate(columns)
        ]
        row = namedtuple("Row", columns.keys())  # type: ignore[misc]
        return row, [(number, convert) for number, convert in processors if convert is not None]

    def run(self, connection: Connection, values: Mapping[str, Any]) -> sqlite3.Cursor:
        """Run it in the connection's transaction; the rows hold what SQLite keeps, unconverted.

        `sqlite3.Error` where it fails, which the store translates like all others.
        """
        text, fixed, converters = self._binding
        return driver(connection).execute(text, _converted({**fixed, **values}, converters))

    def rows(self, connection: Connection, values: Mapping[str, Any]) -> list[Any]:
        """Run a select; its rows have their values as SQLAlchemy gives them, by the names of the columns."""
        row, converters = self._reading
        found = self.run(connection, values).fetchall()
        if converters:
            found = list(map(list, found))
            for one in found:
                for number, convert in converters:
                    one[number] = convert(one[number])
        return list(map(row._make, found))


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
