"""The header of a file of solutions: its model and solver as data, and their checks."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from ....models.language.errors import ModelError
from ....models.language.files.model_as_data import fingerprint, structure, to_data
from ....models.language.files.model_from_data import from_data
from ....models.language.late_dataclasses import replace
from ....models.language.model import Model
from ....models.language.objectives import Objective
from ..options import AUTO, Options
from ..outcome import Outcome
from ..processes.payload import structure_hash
from ..solver_names import current
from .saved_file_format import SCHEMA, SavedError


def header_of(model: Model, outcome: Outcome, options: Options) -> dict[str, Any]:
    """The model of a file, and the solver that goes on with it."""
    recipe = model.recipe
    return {
        "schema": SCHEMA,
        "everyway": version_of_ours(),
        "puzzle": model.name,
        "model": data_or_none(model),
        "recipe": recipe
        and {
            "puzzle": recipe.puzzle,
            "params": {name: _plain(value) for name, value in recipe.params.items()},
            "rules": list(recipe.rules),
            "givens": list(recipe.givens),
            **({"objective": dict(recipe.objective)} if recipe.objective else {}),
        },
        "shape": to_data(model.rewritten(model.groups, [])),
        "objective": _aim(model),
        "identity": identity(model),
        "solver": outcome.solver,
        "version": outcome.version,
        "viewpoint": options.viewpoint,
        "project": _listed(options.project),
    }


def identity(model: Model) -> str:
    """The fingerprint of `model`; where a predicate has none, a hash that knows it by its code."""
    try:
        return fingerprint(model)
    except ModelError:
        code = [_code(value) for row in structure(model)[0] for value in row if callable(value)]
        return hashlib.sha256(repr((structure_hash(model), code)).encode()).hexdigest()


def shape(header: Mapping[str, Any]) -> Model:
    """The variables of the model, and what solutions of the file give values to; without rules."""
    if any(row[0] != "Variable" for row in header["shape"]["nodes"]) or header["shape"]["rules"]:
        raise ModelError("its shape has more than variables")
    model = from_data(header["shape"])
    return model if header["project"] is None else model.projected(header["project"])


def objective(header: Mapping[str, Any]) -> Objective | None:
    """The objective of the solutions of the file, if it has one. Raises: ModelError."""
    aim = header.get("objective")
    return from_data(aim["model"]).objective if aim and aim["model"] else None


def as_begun(
    path: Path, header: Mapping[str, Any], model: Model, solver: str | None, options: Options
) -> tuple[str, Options]:
    """The solver to go on with, and the options with the viewpoint and the projection to.

    Raises: SavedError where others were asked for, or for another model.
    """
    refuse_other_model(path, header, model)
    if solver is None and ":" in header["solver"]:
        raise SavedError(
            path,
            f"was begun with the solver {header['solver']}, which is a program that no file"
            " starts; name it to go on: -S",
        )
    viewpoint = None if options.viewpoint == AUTO else options.viewpoint
    header = {**header, "solver": current(header["solver"])}
    solver = None if solver is None else current(solver)
    asked = {"solver": solver, "viewpoint": viewpoint, "project": _listed(options.project)}
    for name, wanted in asked.items():
        if wanted not in (None, header[name]):
            raise SavedError(
                path,
                f"was begun with the {name} {_shown(header[name])}, not {_shown(wanted)};"
                f" leave that out to go on, or save to another file",
            )
    return header["solver"], replace(
        options, viewpoint=header["viewpoint"], project=header["project"]
    )


def refuse_other_model(path: Path, header: Mapping[str, Any], model: Model) -> None:
    """Raises: SavedError where the file holds solutions of another model."""
    if header["identity"] == identity(model):
        return
    name = header["puzzle"]
    mine, known = _aim_in_words(header), _aim_in_words({"objective": _aim(model)})
    if mine != known:
        raise SavedError(path, f"holds solutions of another model: {name} {mine}, not {known}")
    which = "a model of that name with other rules" if name == model.name else name
    raise SavedError(path, f"holds solutions of another model: {which}, not of this {model.name}")


def _listed(names: Iterable[str] | None) -> list[str] | None:
    return None if names is None else list(names)


def _shown(value: Any) -> str:
    if value is None:
        return "of all variables"
    return " ".join(value) if isinstance(value, list) else str(value)


def _aim(model: Model) -> dict[str, Any] | None:
    """The objective in words, and over the variables alone as data where that can be."""
    if model.objective is None:
        return None
    bare = model.rewritten(model.groups, []).aiming(model.objective)
    return {"words": model.objective.words, "model": data_or_none(bare)}


def _aim_in_words(header: Mapping[str, Any]) -> str:
    aim = header.get("objective")
    return f"to {aim.get('words')}" if aim else "without objective"


def data_or_none(model: Model) -> dict[str, Any] | None:
    """The whole model; None where it has a predicate that no file can hold."""
    try:
        return to_data(model)
    except ModelError:
        return None


def _plain(value: Any) -> Any:
    try:
        json.dumps(value)
    except (TypeError, ValueError):
        return str(value)
    return value


def _code(function: Any) -> str:
    """The text of a function's code and constants, the same in every process."""
    code = getattr(function, "__code__", None)
    if code is None:
        return getattr(function, "__qualname__", type(function).__qualname__)
    constants = [str(getattr(one, "co_code", one)) for one in code.co_consts]
    cells = [_plain_text(cell) for cell in getattr(function, "__closure__", None) or ()]
    defaults = [_text_of(one) for one in getattr(function, "__defaults__", None) or ()]
    return repr((code.co_code, code.co_names, constants, cells, defaults))


def _plain_text(cell: Any) -> str:
    try:
        return _text_of(cell.cell_contents)
    except ValueError:  # it is empty
        return ""


def _text_of(value: Any) -> str:
    """The text of a value, if it is the same in every process; else its type alone."""
    if isinstance(value, int | float | str | bytes | bool | tuple | list | dict | type(None)):
        return repr(value)
    return type(value).__qualname__


def version_of_ours() -> str:
    """The version of everyway; `unknown` where it is not installed."""
    try:
        return version("everyway")
    except PackageNotFoundError:
        return "unknown"
