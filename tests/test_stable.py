"""The promises of docs/stability.md are as they were recorded: public names, commands, codes, JSON.

tests/data/public.txt has a line for each promise, so that a change of one is seen as a diff. Record
it again by `python -m tests.test_stable`, and write in the changelog what that means for users.
"""

from __future__ import annotations

import enum
import inspect
import json
import re
import warnings
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click
import pytest
from click.testing import CliRunner

from everyway.models.language.errors import ExitCode
from everyway.views.command_line import COMMANDS, main

ROOT = Path(__file__).parent.parent
RECORDED = Path(__file__).with_name("data") / "public.txt"
QUEENS, NONE = ("queens", "n=4"), ("queens", "n=3")
DOCUMENTS: dict[str, tuple[str, ...]] = {
    "everyway.list/1": ("list", "--json"),
    "everyway.solvers/1": ("solvers", "--json"),
    "everyway.solve/1": ("solve", *QUEENS, "-a", "--json"),
    "everyway.save/1": ("solve", *QUEENS, "-a", "-S", "flatmap", "--save", "FILE.db", "--json"),
    "everyway.count/1": ("count", *QUEENS, "--json"),
    "everyway.sample/1": ("solve", *QUEENS, "--sample", "2", "--spread", "--json"),
    "everyway.estimate/1": ("count", *QUEENS, "--estimate", "--json"),
    "everyway.compare/1": ("compare", *QUEENS, "-S", "flatmap", "-S", "brute-force@rows", "--json"),
    "everyway.compare-models/1": ("compare", *QUEENS, *QUEENS, "--json"),
    "everyway.check/1": ("check", *QUEENS, '{"queen": ["r1c2", "r2c4", "r3c1", "r4c4"]}', "--json"),
    "everyway.show/1": ("show", *QUEENS, "--json"),
    "everyway.candidates/1": ("show", "golomb_ruler", "marks=3", "--candidates", "--json"),
    "everyway.declaration/1": ("show", *QUEENS, "--model", "--json"),
    "everyway.model/1": ("show", *QUEENS, "--as", "json"),
    "everyway.prove/1": ("prove", *QUEENS, "-o", "FILE.proof", "--json"),
    "everyway.verify/1": ("verify", *QUEENS, "FILE.proof", "--json"),
    "everyway.set/1": ("set", *QUEENS, "--at", "1", "--json"),
    "everyway.story/1": ("story", *QUEENS, "--json"),
    "everyway.unique/1": ("unique", *NONE, "--json"),
    "everyway.steps/1": ("why", "latin_square", "n=2", "--given", "r1c1=1", "--steps", "--json"),
    "everyway.why/1": ("why", *NONE, "--json"),
}
"""A command whose document of each schema is recorded; quick ones, and of each kind one."""


def public_modules() -> list[str]:
    """The modules whose exports docs/inside/README.md calls public."""
    text = (ROOT / "docs" / "inside" / "README.md").read_text("utf-8")
    sentence = text.partition("\nWhat `everyway.models`")[2].partition("Everything\nelse")[0]
    others = re.findall(r"`(everyway\.\w+)`", sentence)
    files = re.findall(r"`(models/\w+)\.py`", sentence)
    return ["everyway.models", *others, *(f"everyway.{f.replace('/', '.')}" for f in files)]


def signature(value: Any) -> str:
    """The parameters of what can be called, with their defaults; of a class its constructor's."""
    try:
        found = inspect.signature(value)
    except (TypeError, ValueError):
        return ""
    plain = [each.replace(annotation=each.empty) for each in found.parameters.values()]
    text = str(found.replace(parameters=plain, return_annotation=found.empty))
    text = re.sub(r"(?<=set\(\{)[^{}]*", lambda some: ", ".join(sorted(some[0].split(", "))), text)
    return " ".join(re.sub(r" at 0x[0-9a-f]+", "", text).splitlines())


def members(kind: type) -> Iterator[str]:
    """A line for each public method and property that one of our classes gives to `kind`."""
    for name in sorted(dir(kind)):
        owner = next((c for c in kind.__mro__ if name in vars(c)), object)
        if name.startswith("_") or not owner.__module__.startswith("everyway."):
            continue
        if name in getattr(kind, "__dataclass_fields__", ()):
            continue  # the constructor names it
        value = inspect.getattr_static(kind, name)
        if isinstance(value, classmethod | staticmethod):
            value = getattr(kind, name)
        yield f".{name}{signature(value) if inspect.isroutine(value) else ''}"


def names() -> Iterator[str]:
    """A line for each public name of Python, and for each member of a public class."""
    for module in public_modules():
        for name in sorted(import_module(module).__all__):
            value = getattr(import_module(module), name)
            called = (
                "" if isinstance(value, enum.EnumType) or not callable(value) else signature(value)
            )
            yield f"{module}.{name}{called}"
            if inspect.isclass(value):
                yield from (f"{module}.{name}{line}" for line in members(value))


def options() -> Iterator[str]:
    """A line for each argument and option of each command."""
    context = main.make_context("everyway", ["list"])
    for name in sorted(COMMANDS):
        command = main.get_command(context, name)
        assert command is not None
        for each in command.params:
            spelled = ", ".join([*each.opts, *each.secondary_opts])
            word = each.name.upper() if isinstance(each, click.Argument) and each.name else spelled
            several = " …" if each.nargs == -1 or each.multiple else ""
            choices = each.type.choices if isinstance(each.type, click.Choice) else ()
            yield f"everyway {name} {word}{several} {'|'.join(map(str, choices))}".rstrip()


def codes() -> Iterator[str]:
    """A line for each exit code."""
    return (f"exit code {code.value}: {code.says}" for code in ExitCode)


def fields(value: Any, depth: int = 2) -> set[str]:
    """The names of the fields of a document, and of the objects in it."""
    if isinstance(value, list):
        return {f"[]{name}" for one in value for name in fields(one, depth)}
    if not isinstance(value, dict) or not depth:
        return set()
    below = ((key, each) for key, one in value.items() for each in fields(one, depth - 1))
    return set(value) | {f"{key}{each if each[0] == '[' else f'.{each}'}" for key, each in below}


def documented(schema: str) -> Iterator[str]:
    """A line for each field of the document of a schema, and of the objects in it."""
    before = [DOCUMENTS["everyway.prove/1"]] if schema == "everyway.verify/1" else []
    with TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for command in (*before, DOCUMENTS[schema]):
            words = [word.replace("FILE", f"{folder}/file") for word in command]
            printed = CliRunner().invoke(main, words, prog_name="everyway").stdout
    found = json.loads(printed)
    assert found["schema"] == schema, printed
    of_an_engine = re.compile(r".*\bstatistics\.")
    return (f"{schema} {name}" for name in sorted(fields(found)) if not of_an_engine.match(name))


def recorded(wanted: Callable[[str], bool]) -> list[str]:
    """The recorded lines that are wanted."""
    return [line for line in RECORDED.read_text("utf-8").splitlines() if wanted(line)]


def test_the_public_names_are_as_they_were_recorded() -> None:
    found = list(names())
    assert len(found) > 500
    schemas = re.compile(r"everyway\.[\w-]+/\d ")
    kept = recorded(lambda line: line.startswith("everyway.") and not schemas.match(line))
    assert kept == found, "python -m tests.test_stable records it again"


def test_the_commands_and_their_options_are_as_they_were_recorded() -> None:
    assert recorded(lambda line: line.startswith("everyway ")) == list(options())


def test_the_exit_codes_are_as_they_were_recorded() -> None:
    assert recorded(lambda line: line.startswith("exit code ")) == list(codes())


@pytest.mark.parametrize("schema", DOCUMENTS)
def test_the_fields_of_a_document_are_as_they_were_recorded(schema: str) -> None:
    assert recorded(lambda line: line.startswith(f"{schema} ")) == list(documented(schema))


if __name__ == "__main__":
    lines = [
        *names(),
        *options(),
        *codes(),
        *(one for each in DOCUMENTS for one in documented(each)),
    ]
    RECORDED.write_text("\n".join(lines) + "\n", "utf-8")
