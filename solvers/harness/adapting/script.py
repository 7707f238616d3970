"""The common parts of the scripts that show a fault of a library without everyway.

A solver module, or its function, may offer

    def script(model: Model, expected: Iterable[Row], about: str) -> str

the text of a Python program that needs that library alone, enumerates the model and exits with 1
where it does not find exactly the `expected` rows (values in the model's order), with 0 where it
does. The model has integer domains alone, as for `solutions`. A module that has `backends` takes
the name of one as a keyword, `backend`. It raises Unsupported, or NotImplementedError, where it
cannot be written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any, cast

from ....models.language.undefinedness import decomposed
from ..registry import Solver
from ..solver_names import DECOMPOSED

if TYPE_CHECKING:
    from ....models.language.model import Model

Row = tuple[int, ...]
Script = Callable[[Any, Iterable[Row], str], str]

WHOLE = '''"""{title}

{about}
"""

{imports}
{library}
{expected}

{body}

print(f"{{len(found)}} solutions reported, {{len(EXPECTED)}} expected")
missing, wrong = Counter(EXPECTED) - Counter(found), Counter(found) - Counter(EXPECTED)
if not (missing or wrong):
    print("the fault did not show")
    sys.exit(0)
print("missing:", sorted(missing.elements()))
print("invented or repeated:", sorted(wrong.elements()))
sys.exit(1)
'''


def script_of(solver: Solver) -> Script | None:
    """The function that writes scripts for `solver`, if there is one."""
    found = getattr(solver.function, "script", None) or getattr(solver.module, "script", None)
    if not callable(found):
        return None
    named = {"backend": solver.backend} if solver.backend else {}

    def written(model: Any, expected: Iterable[Row], about: str) -> str:
        asked = decomposed(model) if solver.mode == DECOMPOSED else model
        return cast(str, found(asked, expected, about, **named))

    return written


def header(about: str) -> str:
    """The lines of a script's documentation: what it shows, and how it ends."""
    ending = "Exit status 1 while the fault is there, 0 once the solutions are as expected."
    paragraphs = [*about.replace("\\", "/").replace('"""', "'''").splitlines(), "", ending]
    return "\n".join(line for text in paragraphs for line in (wrap(text, 95) or [""]))


def commented(text: str) -> str:
    """`text` as a comment at the end of a line."""
    return f"  # {text.encode('unicode_escape').decode()}"


def literal(name: str, columns: Sequence[str], rows: Iterable[Row]) -> str:
    """An assignment of the sorted `rows` to `name`, with what each column is in a comment."""
    lines = "".join(f"    {row!r},\n" for row in sorted(rows))
    listed = ", ".join(columns) or "no variables"
    return f"{name} = [{commented(listed)}\n{lines}]"


def whole(
    title: str,
    about: str,
    model: Model,
    expected: Iterable[Row],
    body: str,
    *,
    library: str = "",
    needs: Sequence[str] = (),
) -> str:
    """A script that exits with 1 where `found`, which `body` makes, is not the rows of `expected`.

    `library` is the line that imports the library, and `needs` are modules of Python's own. A body
    that begins with a function begins with an empty line.
    """
    imports = [f"import {name}" for name in sorted(["sys", *needs])]
    return WHOLE.format(
        title=title,
        about=header(about),
        imports="\n".join([*imports, "from collections import Counter"]),
        library=f"\n{library}\n" if library else "",
        expected=literal("EXPECTED", [variable.name for variable in model.variables], expected),
        body=body.rstrip("\n"),
    )
