"""Making the word index anew while it is in use: step by step into the other table, which takes its place.

A step is one short write, so that saving goes on between the steps, and another process, or the next life
of a killed one, goes on where this one ended.
"""

from sqlalchemy import Connection, update

from core.ids import Seq
from core.storage import word_tables
from core.storage.filling import Step, put_in, words_above
from core.storage.index import note_change
from core.storage.tables import index_state
from core.words import RULES_VERSION


def begin(connection: Connection, *, anew: bool) -> None:
    """Begin; without `anew`, go on with what was begun by this release's word rules."""
    now = word_tables.state(connection)
    if anew or now.built_version != RULES_VERSION:
        word_tables.empty(connection, now.other)
        connection.execute(update(index_state).values(built_version=RULES_VERSION, built_through=0))


def next_step(connection: Connection) -> Step | None:
    """What to do next; None where nothing is being made anew, or not by this release's rules. A read."""
    now = word_tables.state(connection)
    if now.built_version != RULES_VERSION:
        return None
    above = now.built_through or Seq(0)
    return Step(now.other, above, words_above(connection, above))


def take(connection: Connection, step: Step) -> int:
    """Do a step that was prepared before; how many records it put in.

    None are put in where another process has done it meanwhile. After the last, the tables change places.
    """
    now = word_tables.state(connection)
    place = now.other, now.built_through or 0
    if now.built_version != RULES_VERSION or place != (step.table, step.above):
        return 0
    done = put_in(connection, step)
    if step.words:
        connection.execute(update(index_state).values(built_through=max(step.words)))
    elif next_step(connection) == step:
        _change_places(connection, now)
    return done


def _change_places(connection: Connection, now: word_tables.State) -> None:
    connection.execute(
        update(index_state).values(
            words_version=RULES_VERSION,
            words_through=now.built_through or 0,
            in_use=now.other,
            built_version=None,
            built_through=None,
        )
    )
    # A change without a record tells every process to start anew.
    note_change(connection)


def clear_up(connection: Connection) -> None:
    """Empty the table that is not in use, where none is being made anew."""
    now = word_tables.state(connection)
    if now.built_version is None:
        word_tables.empty(connection, now.other)
