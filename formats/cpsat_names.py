"""Names of the variables of a CP-SAT model, families of them as lists and grids."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from .flatzinc.terms import shape_by

_FAMILY = re.compile(r"(.*?[^\W\d])((?:[\[(,_ ]*\d+[\])]*)+)")


def names_of(given: Sequence[str]) -> list[str]:
    """A name of its own for each variable; families by their indices, as `x[0,1]`."""
    counted = Counter(given)
    taken = {one for one in given if one}
    found = []
    for place, own in enumerate(given):
        name = own or f"v{place}"
        if (not own and name in taken) or (own and counted[own] > 1 and own in found):
            number = 2
            while f"{name}_{number}" in taken:
                number += 1
            name = f"{name}_{number}"
        taken.add(name)
        found.append(name)
    families: dict[str, dict[str, tuple[int, ...]]] = {}
    for name in found:
        if match := _FAMILY.fullmatch(name):
            indices = tuple(map(int, re.findall(r"\d+", match[2])))
            families.setdefault(match[1].rstrip("_ "), {})[name] = indices
    renamed: dict[str, str] = {}
    for base, members in families.items():
        new = {old: f"{base}[{','.join(map(str, place))}]" for old, place in members.items()}
        is_array = len(members) > 1 and shape_by([*members.values()])
        if is_array and not taken.intersection(new.values()) - new.keys():
            renamed |= new
    return [renamed.get(name, name) for name in found]
