"""All entrants: everyway's own engines, the yardsticks, and the peers.

An entrant is a function of a task and a clock; see `measure.Clock`. To add one, add it to the table
of its file. `group: setting` are the settings of one solver; the first round finds out which is the
quickest at a task, and only that one goes on.
"""

from __future__ import annotations

from adapters import ADAPTERS
from bare_peers import BARE
from measure import Entrant
from ours import OURS
from peers import PEERS
from programs import PROGRAMS

ENTRANTS: dict[str, Entrant] = {**OURS, **PROGRAMS, **PEERS, **ADAPTERS, **BARE}


def group_of(name: str) -> str:
    """The solver of which `name` is a setting, or the name itself."""
    return name.partition(": ")[0]


def settings(group: str) -> list[str]:
    """The names of the entrants of a group."""
    return [name for name in ENTRANTS if group_of(name) == group]
