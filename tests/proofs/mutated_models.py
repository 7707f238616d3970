"""Models as data, with faults that no writer makes."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

from everyway.models import Model
from everyway.models.language.files.model_as_data import to_data

Data = dict[str, Any]
ODD: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 99, 1.0, 0.5, 1e16, float("nan"), 10**30, 1 << 70),
    *("", "x", "no", "==", "<", [], [0], [[]], [1, 1], ["a", "a"], ["a", 1], [0.5], {}),
    *({"range": [0, 3, 1]}, {"range": [3, 0, 1]}, {"range": [0, 3, 2]}, {"range": [0, 3, 0]}),
    *({"range": [0, 3]}, {"range": [False, 3, 1]}, {"range": "abc"}, {"domain": [0, 1]}),
)
KINDS = ("Sum", "Product", "Power", "Not", "And", "AllDifferent", "Constant", "Magic", "Element")


def places(data: Any) -> list[tuple[Any, Any]]:
    """Every list and object in a document, with each of its places."""
    found = []
    inside = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in inside:
        found.append((data, key))
        if isinstance(value, list | dict):
            found += places(value)
    return found


def replaced(random: Random, nodes: list[Any]) -> None:
    where, key = random.choice(places(nodes))
    where[key] = random.choice(ODD)


def nudged(random: Random, nodes: list[Any]) -> None:
    some = [(w, k) for w, k in places(nodes) if type(w[k]) is int]
    where, key = random.choice(some)
    where[key] += random.choice((-3, -1, 1, 2))


def retyped(random: Random, nodes: list[Any]) -> None:
    some = [(w, k) for w, k in places(nodes) if type(w[k]) is int]
    where, key = random.choice(some)
    where[key] = random.choice((float, str, bool, lambda n: [n]))(where[key])


def longer(random: Random, nodes: list[Any]) -> None:
    some = [w[k] for w, k in places(nodes) if isinstance(w[k], list)]
    random.choice(some).append(random.choice((0, 1, "a", None)))


def shorter(random: Random, nodes: list[Any]) -> None:
    some = [w[k] for w, k in places(nodes) if isinstance(w[k], list) and w[k]]
    found = random.choice(some)
    del found[random.randrange(len(found))]


def renamed(random: Random, nodes: list[Any]) -> None:
    random.choice(nodes)[0] = random.choice((*KINDS, *[node[0] for node in nodes]))


def doubled(random: Random, nodes: list[Any]) -> None:
    some = [w[k] for w, k in places(nodes) if isinstance(w[k], list) and w[k]]
    found = random.choice(some)
    found.append(found[-1])


def exchanged(random: Random, nodes: list[Any]) -> None:
    (one, a), (two, b) = random.choice(places(nodes)), random.choice(places(nodes))
    one[a], two[b] = json.loads(json.dumps([two[b], one[a]]))


FAULTS: tuple[Callable[[Random, list[Any]], None], ...] = (
    *(replaced, nudged, retyped, longer),
    *(shorter, renamed, doubled, exchanged),
)


def mutated(model: Model, random: Random) -> Data:
    """The model as data, one node of it spoilt, now and then two."""
    data: Data = json.loads(json.dumps(to_data(model)))
    for _ in range(random.choice((1, 1, 1, 2))):
        fault, nodes = random.choice(FAULTS), data["nodes"]
        if not nodes:  # the first fault took the only one
            break
        if random.random() < 0.7:  # constraints are fewer than the numbers below them
            nodes = [random.choice(nodes)]
        with suppress(LookupError, TypeError, ValueError):  # this node has nothing of the kind
            fault(random, nodes)
    return data


def as_in_a_proof(data: Data) -> str:
    """The same as the line of a proof has it."""
    nodes = data["nodes"]
    place = {
        str(node[1]): k
        for k, node in enumerate(nodes)
        if isinstance(node, list) and node[:1] == ["Variable"] and node[1:]
    }
    names = [name for group in data["groups"] for name in group["variables"]]
    rules = [k for rule in data["rules"] for k in rule["constraints"]]
    return json.dumps([nodes, [place.get(name, -1) for name in names], rules])
