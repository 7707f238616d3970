"""The kit that judges whether a solver, yours or ours, keeps its promises.

In a project of your own, `pytest --everyway-solver my_package.my_module:solutions` runs it; or one
line among your tests does:

    from everyway.conformance import conformance_of

    TestMySolver = conformance_of("my_package.my_module:solutions")

The contract, the table of semantics, samples of every constraint in every context, and random
models: each is judged by trying every assignment, with nothing that a solver is made of. This
package needs pytest where it runs tests, and nothing where it draws, shrinks and writes models.
"""

from __future__ import annotations

from typing import Any

__all__ = ["conformance_of"]


def conformance_of(address: str, **budget: Any) -> type:
    """A class of tests for the solver at `address`, its name, `module` or `module:function`.

    `budget` may say `models`, `seed`, `samples` and `time_limit`; the command line says the rest.
    """
    try:
        from . import kit
    except ModuleNotFoundError as error:
        if error.name != "pytest":
            raise
        raise ImportError("the kit needs pytest; install it: pip install pytest") from error
    return kit.conformance_of(address, **budget)
