"""A picture in layers: what stands there while nothing is known, and what each value changes.

A sketch draws any assignment, also one of a single variable. Drawn so, value by value, it says
what each adds to the empty picture and takes from it; a page puts these together again for what
is decided, and shows paler what is still possible. No sketch says anything for this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any
from xml.etree import ElementTree

from ..expressions import Variable
from ..expressions import size as size_of
from ..groups import Group
from ..late_dataclasses import dataclass
from .clues import Box, Drawn

MOST_LOOKS = 5_000
"""The most values of all variables together of which each is drawn."""

WIDEST = 60
"""The most values of a variable that pages show one by one."""

Shape = list[Any]
"""An element of SVG in JSON's terms: its tag, its attributes, then texts and elements inside."""

Look = tuple[list[int], list[Shape], int, int]
"""The shapes of the empty picture that go, those that come, the box that these stand in, or -1, and
which of the values it is that may stand there.
"""


@dataclass(frozen=True)
class Layers:
    """The shapes of the empty picture, and the look of each value, as a text, of each variable."""

    empty: list[Shape]
    looks: Mapping[str, Mapping[str, Look]]
    boxes: Sequence[Box]

    def drawn(self, values: Mapping[str, Any]) -> list[Shape]:
        """The shapes of the picture under `values`."""
        found = [self.looks[name][str(value)] for name, value in values.items()]
        gone = set(chain.from_iterable(taken for taken, *_ in found))
        kept = [shape for place, shape in enumerate(self.empty) if place not in gone]
        return [*kept, *chain.from_iterable(added for _, added, *_ in found)]


def shapes_of(parts: Sequence[str]) -> list[Shape]:
    """Parts of an SVG in JSON's terms; the classes of colours stand for the colours."""
    return [_shape(element) for element in ElementTree.fromstring(f"<g>{''.join(parts)}</g>")]


def layers_of(sketch: Drawn, groups: Sequence[Group]) -> Layers | None:
    """The layers of a sketch of `groups`; None where a value looks otherwise beside others, or
    where there are too many.
    """
    variables = [variable for group in groups for variable in group.variables]
    return layers(
        variables, lambda values: sketch.as_svg(groups, values).parts, list(sketch.boxes(groups))
    )


def layers(
    variables: Sequence[Variable],
    draw: Callable[[Mapping[str, Any]], Sequence[str]],
    boxes: Sequence[Box] = (),
) -> Layers | None:
    """The layers of what `draw` makes of values by name; see `layers_of`."""
    sizes = [size_of(variable.domain) for variable in variables]
    if max(sizes, default=0) > WIDEST or sum(sizes) > MOST_LOOKS:
        return None
    empty = shapes_of(draw({}))
    at = {f: (place, n) for place, box in enumerate(boxes) for n, f in enumerate(box.facts)}

    def look(name: str, value: Any) -> Look:
        drawn = shapes_of(draw({name: value}))
        taken = [place for place, shape in enumerate(empty) if shape not in drawn]
        added = [shape for shape in drawn if shape not in empty]
        return taken, added, *at.get((name, value), (-1, 0))

    looks = {v.name: {str(value): look(v.name, value) for value in v.domain} for v in variables}
    found = Layers(empty, looks, boxes)
    # One value each, as different as can be: alike, if no value looks otherwise beside others.
    some = {v.name: v.domain[place % size_of(v.domain)] for place, v in enumerate(variables)}
    whole = shapes_of(draw(some))
    return found if _sorted(found.drawn(some)) == _sorted(whole) else None


def _sorted(shapes: Sequence[Shape]) -> list[str]:
    """The shapes as texts, each once."""
    return sorted(set(map(str, shapes)))


def _shape(element: ElementTree.Element) -> Shape:
    attributes = {name: value for name, value in element.attrib.items() if name != "class"}
    colours = element.get("class", "")
    if colours:
        attributes = {"class": colours, **attributes}
    for name, mark in (("fill", "f-"), ("stroke", "s-")):
        if mark in colours:
            attributes.pop(name, None)
    return [element.tag, attributes, *_inside(element)]


def _inside(element: ElementTree.Element) -> Iterator[str | Shape]:
    if element.text:
        yield element.text
    for child in element:
        yield _shape(child)
        if child.tail:
            yield child.tail
