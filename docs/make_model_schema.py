"""Writes model_schema.md: the nodes of a model as data, from their classes.

python docs/make_model_schema.py
"""

from __future__ import annotations

from pathlib import Path

from everyway.models.language.constraints import Constraint
from everyway.models.language.files.model_from_data import NODES
from everyway.models.language.late_dataclasses import fields
from everyway.models.language.nodes import Node, part_fields

PAGE = Path(__file__).with_name("model_schema.md")
MARK = "<!-- the nodes, by make_model_schema.py -->\n"


def row_of(kind: type[Node]) -> str:
    """The fields of a class in the order of a row, and what is said of it."""
    parts = dict(part_fields(kind))
    written = []
    for item in fields(kind):
        if item.name in parts:
            written.append(f"{item.name}: {'[node, …]' if parts[item.name] else 'node'}")
        else:
            written.append(f"{item.name}: {kind_of(item.name, str(item.type))}")
    said = (kind.__doc__ or "").strip().partition("\n")[0].replace("|", "\\|")
    return f"| `{', '.join([kind.__name__, *written])}` | {said} |"


def kind_of(name: str, written: str) -> str:
    """The kind of a field that holds no nodes, in JSON."""
    if name == "domain":
        return "domain"
    if "Callable" in written:
        return "function"
    plain = written.replace("tuple[", "[").replace("...", "…").replace("int | str", "value")
    return plain.replace("bool", "truth").replace("str", "text").replace("Value", "value")


def nodes() -> str:
    """The two tables."""
    found: dict[bool, list[str]] = {False: [], True: []}
    for kind in NODES.values():
        if not getattr(kind, "__abstractmethods__", None):
            found[issubclass(kind, Constraint)].append(row_of(kind))
    head = "| row | it is |\n|---|---|\n"
    return (
        f"### Expressions\n\n{head}{chr(10).join(found[False])}\n\n"
        f"### Constraints\n\n{head}{chr(10).join(found[True])}\n"
    )


def page(text: str) -> str:
    """The page with the tables as they are now; what is written by hand stays."""
    before, _, after = text.partition(MARK)
    _, _, after = after.partition(MARK)
    return f"{before}{MARK}\n{nodes()}\n{MARK}{after}"


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
