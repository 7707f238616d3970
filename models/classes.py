"""The classes of the nodes that a model is made of, for a solver that matches them.

Which fields each has stands in docs/model_schema.md, in their order.

>>> from everyway.models import total, variables
>>> from everyway.models.classes import Comparison, Sum
>>> x = variables("x", 2, range(3))
>>> match total(x) == 2:
...     case Comparison(Sum(terms, coefficients, constant), relation, right):
...         print(terms, coefficients, constant, relation, right)
(x[0], x[1]) (1, 1) 0 == 2
"""

from __future__ import annotations

from typing import Any

from .language.files.model_from_data import NODES

__all__ = sorted(NODES)


def __getattr__(name: str) -> type[Any]:
    if name not in NODES:
        raise AttributeError(f"there is no class {name!r} of a node; there are {', '.join(NODES)}")
    return NODES[name]


def __dir__() -> list[str]:
    return sorted({*globals(), *NODES})
