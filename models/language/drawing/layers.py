"""A picture in layers: what stands there while nothing is known, and what each value changes.

A sketch draws any assignment, also one of a single variable. Drawn so, value by value, it says
what each adds to the empty picture and takes from it; a page puts these together again for what
is decided, and shows paler what is still possible. No sketch says anything for this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any
from xml.etree import ElementTree

from ..expressions import Variable
from ..expressions import size as size_of
from ..groups import Group
from ..late_dataclasses import dataclass
from .clues import Box, Drawn

MOST_DRAWN = 60_000
"""The most shapes that are drawn, of all values together."""

WIDEST = 60
"""The most values of a variable that pages show one by one."""

Shape = list[Any]
"""An element of SVG in JSON's terms: its tag, its attributes, then texts and elements inside."""

Look = tuple[list[int], list[tuple[int, list[Shape]]], int, int]
"""The shapes of the empty picture that go, those that come, each before which of these, the box
that they stand in, or -1, and which of the values it is that may stand there.
"""


@dataclass(frozen=True)
class Layers:
    """The shapes of the empty picture, and the look of each value, as a text, of each variable."""

    empty: list[Shape]
    looks: Mapping[str, Mapping[str, Look]]
    boxes: Sequence[Box]
    pairs: Sequence[tuple[str, str, str, str, Look]] = ()
    """The marks that two variables and their values make together, beside those of each."""


def layers_of(sketch: Drawn, groups: Sequence[Group]) -> Layers | None:
    """The layers of a sketch of `groups`; None also where it draws whole solutions alone."""
    variables, sketch = [v for group in groups for v in group.variables], sketch.apart()
    try:
        return layers(
            variables,
            lambda v: sketch.as_svg(groups, v).parts,
            [*sketch.boxes(groups)],
            [*sketch.joint(groups)],
        )
    except Exception:  # a sketch of one's own may need all values
        return None


def layers(
    variables: Sequence[Variable],
    draw: Callable[[Mapping[str, Any]], Iterable[str]],
    boxes: Sequence[Box] = (),
    pairs: Sequence[tuple[Variable, Variable]] = (),
) -> Layers | None:
    """The layers of the parts that `draw` makes of values by name.

    None where a value looks otherwise beside others, or where there are too many.
    """
    sizes = [size_of(variable.domain) for variable in variables]
    empty = list(_elements(draw({})))
    all_drawn = sum(sizes) + sum(size_of(v.domain) * size_of(w.domain) for v, w in pairs)
    if max(sizes, default=0) > WIDEST or all_drawn * len(empty) > MOST_DRAWN:
        return None
    at = {f: (place, n) for place, box in enumerate(boxes) for n, f in enumerate(box.facts)}
    place_of = {element: place for place, element in enumerate(empty)}

    def change(values: Mapping[str, Any]) -> tuple[set[str], dict[str, int]]:
        """The elements that values take, and those that they add, each before which one."""
        drawn, before = list(_elements(draw(values))), 0
        added: dict[str, int] = {}
        for element in drawn:
            if element in place_of:
                before = place_of[element] + 1
            else:
                added[element] = before
        return place_of.keys() - drawn, added

    def look(lost: set[str], found: dict[str, int], box: int = -1, slot: int = 0) -> Look:
        gone = [place for place, element in enumerate(empty) if element in lost]
        new = [(n, shapes_of(some)) for n, some in groupby(found, key=found.__getitem__)]
        return gone, new, box, slot

    changes = {fact: change(dict([fact])) for v in variables for fact in _facts(v)}
    joint: dict[tuple[str, Any, str, Any], tuple[set[str], dict[str, int]]] = {}
    for (v, x), (w, y) in ((a, b) for p, q in pairs for a in _facts(p) for b in _facts(q)):
        (lost, found), one, other = change({v: x, w: y}), changes[v, x], changes[w, y]
        lost = lost - one[0] - other[0]
        found = {e: n for e, n in found.items() if e not in one[1] and e not in other[1]}
        if lost or found:
            joint[v, x, w, y] = lost, found
    # One value each, as different as can be: it is drawn alike from the layers, or not at all.
    some = {v.name: v.domain[place % size_of(v.domain)] for place, v in enumerate(variables)}
    made = [changes[fact] for fact in some.items()]
    made += [more for (v, x, w, y), more in joint.items() if (some[v], some[w]) == (x, y)]
    kept = place_of.keys() - set().union(*(lost for lost, _ in made))
    if kept.union(*(found for _, found in made)) != {*_elements(draw(some))}:
        return None
    looks: dict[str, dict[str, Look]] = {variable.name: {} for variable in variables}
    for (name, value), (lost, found) in changes.items():
        looks[name][str(value)] = look(lost, found, *at.get((name, value), (-1, 0)))
    together = [(v, str(x), w, str(y), look(*more)) for (v, x, w, y), more in joint.items()]
    return Layers(shapes_of(empty), looks, boxes, together)


def layers_apart(
    variables: Sequence[Variable],
    draw: Callable[[Variable, Any], Iterable[str]],
    boxes: Sequence[Box],
) -> Layers:
    """The layers of variables that are drawn each for itself, its value being None at first."""
    empty: list[Shape] = []
    looks: dict[str, dict[str, Look]] = {}
    for variable in variables:
        first = shapes_of(draw(variable, None))
        taken = [*range(len(empty), len(empty) + len(first))]
        empty += first
        looks[variable.name] = {
            str(value): (taken, [(len(empty), shapes_of(draw(variable, value)))], -1, 0)
            for value in variable.domain
        }
    return Layers(empty, looks, boxes)


def shapes_of(parts: Iterable[str]) -> list[Shape]:
    """Parts of an SVG in JSON's terms; the classes of colours stand for the colours."""
    return [_shape(element) for element in ElementTree.fromstring(f"<g>{''.join(parts)}</g>")]


def _facts(variable: Variable) -> Iterator[tuple[str, int | str]]:
    return ((variable.name, value) for value in variable.domain)


def _elements(parts: Iterable[str]) -> Iterator[str]:
    """Each element with the groups that it stands in, whose beginnings and ends are parts too."""
    around: list[str] = []
    for part in parts:
        if part == "</g>":
            around.pop()
        elif part.startswith("<g") and part.count("<") == 1 and not part.endswith("/>"):
            around.append(part)
        else:
            yield "".join([*around, part, *["</g>"] * len(around)])


def _shape(element: ElementTree.Element) -> Shape:
    attributes = {"class": "", **{_bare(name): x for name, x in element.attrib.items()}}
    for name, mark in (("fill", "f-"), ("stroke", "s-")):
        if mark in attributes["class"]:
            attributes.pop(name, None)
    if not attributes["class"]:
        del attributes["class"]
    return [_bare(element.tag), attributes, *_inside(element)]


def _bare(name: str) -> str:
    """A name without its namespace."""
    return name.rpartition("}")[2]


def _inside(element: ElementTree.Element) -> Iterator[str | Shape]:
    if element.text:
        yield element.text
    for child in element:
        yield _shape(child)
        if child.tail:
            yield child.tail
