"""Models as texts of other languages, each of which that language's own tools read.

Most say what the adapter of that name gives its solver; scripts, XCSP3 and clingo's rules are
written for a reader, and a model as Python, and as data, is as it was declared.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import import_module

from ...models.language.files.model_as_data import to_data
from ...models.language.model import Model
from ...models.language.phrases import did_you_mean

LANGUAGES = {
    "minizinc": "as_minizinc",
    "cpmpy": "scripts.as_cpmpy",
    "ortools": "scripts.as_ortools",
    "python-constraint": "scripts.as_python_constraint",
    "xcsp3": "as_xcsp3:xcsp3_text",
    "dimacs": "as_formulas:dimacs",
    "opb": "as_formulas:opb",
    "clingo": "clingo_programs.as_clingo",
    "smt": "as_formulas:smt_text",
    "python": "as_python",
    "json": "",
}
"""The languages, and the modules that write them, with the function where it is not `text`."""


def written(model: Model, language: str) -> str:
    r"""`model` as a text of a language: one of `LANGUAGES`.

    Its solutions, projected on what the text shows, are those of the model; where that has an
    objective, the best of them are the model's. Raises: Unsupported, naming what the language
    cannot say; ValueError for another language.

    >>> from everyway.models import Model, integer
    >>> from everyway.formats import written
    >>> x, y = integer("x", 0, 3), integer("y", 0, 3)
    >>> print(written(Model("less", x, y, x < y), "minizinc"))
    % less
    var 0..3: x;
    var 0..3: y;
    constraint x < y;
    solve satisfy;
    output ["x = \(x)\n", "y = \(y)\n"];
    <BLANKLINE>
    """
    if language not in LANGUAGES:
        advice = did_you_mean(language, list(LANGUAGES), "there are")
        raise ValueError(f"no language {language!r}; {advice}")
    if language == "json":
        return json.dumps(to_data(model), indent=1) + "\n"
    module, _, name = LANGUAGES[language].partition(":")
    write: Callable[[Model], str] = getattr(import_module(f".{module}", __name__), name or "text")
    return write(model)
