"""Sets of solutions in files: written whole, and read as data that runs nothing.

A file is JSON, a line a document: a header, a line for each level of the diagram, and last the
SHA-256 of all bytes before it. docs/saving.md describes every field.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, BinaryIO

from ...models.language.errors import ModelError
from ...models.language.expressions import size
from ...models.language.files.model_as_data import to_data
from ...models.language.files.model_from_data import UNREADABLE, from_data, text_in, truth_in
from ...models.language.late_dataclasses import replace
from ...models.language.model import Model
from ...models.language.viewpoints.labels import codes_of
from ...models.language.viewpoints.viewpoint import View
from ..harness.atomic_files import write_whole
from ..harness.contract import ClaimError
from ..harness.saving.saved_file_format import data_or_none, identity, version_of_ours
from .decision_diagram import Diagram, Domains, Level, no_rows
from .folded_rows import level_of
from .held_diagrams import ModelDiagram, coded
from .solution_diagram import SolutionDiagram

SCHEMA = "everyway.solution-set/1"
NO_SET = "is no set of solutions; name a file that `everyway set -o` wrote"
DAMAGED = "is damaged ({}); save the set again, or take a copy that is whole"
LONGEST_LINE = 1 << 30
"""The most bytes of a line that is read."""


def save_set(held: ModelDiagram, file: str | Path) -> None:
    """Write a set of solutions, and the declaration of its model. Raises: OSError."""

    def write(stream: BinaryIO) -> None:
        seal = hashlib.sha256()
        for document in _documents(held):
            line = json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
            seal.update(line)
            stream.write(line)
        stream.write(json.dumps({"sha256": seal.hexdigest()}).encode() + b"\n")

    write_whole(file, write)


def _documents(held: ModelDiagram) -> Iterator[dict[str, Any]]:
    """The header and the levels."""
    diagram, model = held.diagram, held.model
    names = {variable.name for variable in model.variables}
    yield {
        "schema": SCHEMA,
        "everyway": version_of_ours(),
        "puzzle": model.name,
        "fingerprint": identity(held.source),
        "model": data_or_none(held.source),
        "variables": to_data(model.rewritten(model.groups, [])),
        "solutions": hex(diagram.count()),
        "levels": len(diagram.levels),
        "order": held.order,
        "whole": held.is_whole,
        "listed": held.is_listed,
        "viewpoint": held.view.name,
        "marks": {name: mark for name, mark in held.view.marks.items() if name in names},
    }
    for name, domain, level in zip(diagram.names, diagram.domains, diagram.levels, strict=True):
        values = [held.decode({name: code})[name] for code in domain] if name in names else domain
        yield {"variable": name, "values": _written(domain, values), "nodes": _nodes(level)}


def _written(domain: range | tuple[int, ...], values: Sequence[Any]) -> Any:
    if isinstance(domain, range):
        return {"range": [domain[0], domain[-1], domain.step]}
    return list(values)


def _nodes(level: Level) -> list[list[int]]:
    """By node the places of values, each followed by the child."""
    found = []
    for start, end in pairwise(level.starts):
        edges = zip(level.places[start:end], level.children[start:end], strict=True)
        found.append([number for edge in edges for number in edge])
    return found


# ----------------------------------------------------------------------------------- reading


def load_set(file: str | Path, model: Model | None = None) -> SolutionDiagram:
    """The set of solutions that `SolutionDiagram.save` wrote; nothing in the file is run.

    Its solutions are those of `model`, if that is given, which has to be the one of the file.

    Raises: ClaimError for a file that is no such set, is damaged, or is of another model; OSError.
    """
    header, levels = _read(file)
    try:
        held = _held(header, levels)
    except (ModelError, *UNREADABLE) as error:
        raise ClaimError(file, DAMAGED.format(error)) from None
    if model is not None:
        held = _of_model(file, header, held, model)
    return SolutionDiagram(held)


def _read(file: str | Path) -> tuple[Mapping[str, Any], list[Mapping[str, Any]]]:
    """The header and the levels, as they were written. Raises: ClaimError, OSError."""
    seal, documents, before = hashlib.sha256(), list[Any](), b""
    with open(file, "rb") as stream:
        while line := stream.readline(LONGEST_LINE):
            if before:
                seal.update(before)
                documents.append(_document(file, before, len(documents) + 1))
                _refuse_others(file, documents[0])
            before = line
    if not documents:
        raise ClaimError(file, NO_SET)
    last = _document(file, before, len(documents) + 1)
    if last != {"sha256": seal.hexdigest()} or not before.endswith(b"\n"):
        raise ClaimError(file, DAMAGED.format("its end is missing, or its lines were changed"))
    if any(not isinstance(document, Mapping) for document in documents):
        raise ClaimError(file, DAMAGED.format("a line is no object"))
    return documents[0], documents[1:]


def _document(file: str | Path, line: bytes, number: int) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        if number == 1:
            raise ClaimError(file, NO_SET) from None
        raise ClaimError(file, DAMAGED.format("not JSON"), number) from None


def _refuse_others(file: str | Path, header: Any) -> None:
    schema = header.get("schema") if isinstance(header, Mapping) else None
    if schema != SCHEMA:
        raise ClaimError(
            file,
            f"has the schema {schema!r}, where {SCHEMA!r} is expected; name a file that"
            " `everyway set -o` of this version wrote",
        )


def _held(header: Mapping[str, Any], levels: Sequence[Mapping[str, Any]]) -> ModelDiagram:
    """The set as it was held. Raises: one of UNREADABLE for what was never written."""
    shape, is_known = from_data(header["variables"]), header["model"] is not None
    source = from_data(header["model"]) if is_known else shape
    if shape.rules or (is_known and identity(source) != header["fingerprint"]):
        raise ValueError("its model is not that of its fingerprint")
    names = tuple(text_in(level["variable"]) for level in levels)
    if len(levels) != header["levels"] or len(set(names)) != len(names):
        raise ValueError("it has another number of levels")
    codes = codes_of(shape)
    domains = tuple(_domain(level["values"], codes) for level in levels)
    diagram = Diagram(names, domains, tuple(_levels(levels, domains)))
    if header["solutions"] == hex(0) and not diagram.nodes:
        diagram = no_rows(names, domains)
    if hex(diagram.count()) != header["solutions"]:
        raise ValueError("it has another number of solutions")
    marks = _marks(header["marks"], names, domains)
    over, decode = coded(shape)
    declared = {variable.name: variable.domain for variable in over.variables}
    if any(
        declared.get(name, domain) != domain for name, domain in zip(names, domains, strict=True)
    ):
        raise ValueError("a level has not the values of its variable")
    if marks.keys() & set(names) or not declared.keys() <= marks.keys() | set(names):
        raise ValueError("a variable has no level, or two")
    view = View(over, _restoring(declared, marks), text_in(header["viewpoint"]), marks)
    model = source if source.by_name.keys() == shape.by_name.keys() else shape
    read = ModelDiagram(source, model, view, decode, diagram, text_in(header["order"]))
    is_listed, is_whole = truth_in(header["listed"]), truth_in(header["whole"])
    return replace(read, is_listed=is_listed, is_whole=is_whole, is_read=True)


def _restoring(
    declared: Mapping[str, Any], marks: Mapping[str, tuple[str, int]]
) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
    def restore(values: Mapping[str, Any]) -> dict[str, Any]:
        return {
            name: values[name] if name in values else int(values[marks[name][0]] == marks[name][1])
            for name in declared
        }

    return restore


def _marks(
    given: Mapping[str, Any], names: Sequence[str], domains: Domains
) -> dict[str, tuple[str, int]]:
    found = {}
    for name, (level, value) in given.items():
        if value not in domains[names.index(level)]:
            raise ValueError(f"{level} never has the value {value}")
        found[text_in(name)] = (level, _whole(value))
    return found


def _domain(values: Any, codes: Mapping[str, int]) -> range | tuple[int, ...]:
    if isinstance(values, Mapping):
        first, last, step = map(_whole, values["range"])
        domain: range | tuple[int, ...] = range(first, last + step, step)
    else:
        domain = tuple(codes[v] if isinstance(v, str) else _whole(v) for v in values)
    ascending = domain[:2] if isinstance(domain, range) else domain
    if not size(domain) or any(a >= b for a, b in pairwise(ascending)):
        raise ValueError("the values of a level are not ascending")
    return domain


def _levels(levels: Sequence[Mapping[str, Any]], domains: Domains) -> Iterator[Level]:
    """The levels, reduced and in order as any diagram's. Raises: ValueError."""
    nodes = 1
    for number, (level, domain) in enumerate(zip(levels, domains, strict=True), 1):
        rows, following = level["nodes"], 0
        last = number == len(levels)
        if len(rows) != nodes and not (number == 1 and not rows):
            raise ValueError(f"level {number} has {len(rows)} nodes, and {nodes} are reached")
        edges = [list(zip(row[::2], row[1::2], strict=True)) for row in rows]
        for node in edges:
            for place, child in node:
                if not 0 <= _whole(place) < size(domain) or not 0 <= _whole(child) <= following:
                    raise ValueError(f"an edge of level {number} leads nowhere")
                following = max(following, child + 1)
            if not node or any(a >= b for (a, _), (b, _) in pairwise(node)):
                raise ValueError(f"a node of level {number} has no edges in order")
        if len(set(map(tuple, edges))) < len(edges) or (last and following > 1):
            raise ValueError(f"level {number} is not reduced")
        nodes = following
        yield level_of(edges)


def _of_model(
    file: str | Path, header: Mapping[str, Any], held: ModelDiagram, model: Model
) -> ModelDiagram:
    """The same of a model that is given. Raises: ClaimError for another one."""
    if identity(model) != header["fingerprint"]:
        raise ClaimError(
            file,
            f"holds solutions of another model, {held.model.name}, not of this {model.name}",
        )
    if held.model.by_name.keys() == model.by_name.keys():
        return replace(held, source=model, model=model)
    return replace(held, source=model, model=model.projected(held.model.by_name))


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise TypeError(f"{value!r} is no whole number")
    return value
