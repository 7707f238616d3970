"""Symmetries made of others, and of moves of squares."""

from __future__ import annotations

from everyway.models.language.symmetry.symmetries import Symmetry


def move(name, groups, to):
    """The move of each square's content to the square that `to` names, in all `groups` at once."""
    moved = {
        variable.name: group[to(square)].name
        for group in groups
        for square, variable in group.by_square.items()
    }
    return Symmetry(name, moved)


def both(name, first, second):
    """`first`, and then `second`."""
    names = first.variables.keys() | first.values.keys() | second.variables.keys()
    moved, changes = {}, {}
    for source in sorted(names | second.values.keys()):
        middle = first.variables.get(source, source)
        moved[source] = second.variables.get(middle, middle)
        early, late = first.values.get(source, {}), second.values.get(middle, {})
        between = {value: late.get(after, after) for value, after in early.items()}
        changes[source] = {**{v: x for v, x in late.items() if v not in early}, **between}
    return Symmetry(name, moved, {source: c for source, c in changes.items() if c})
