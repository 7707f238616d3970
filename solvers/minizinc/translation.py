"""A model as MiniZinc text: each term and truth has a bounded variable of its own.

Nothing in the text is ever undefined.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...models.language.constraints import Constraint
from ...models.language.expressions import Bounds, Constant, Expression, Variable, bounds
from ...models.language.global_constraints.table import Forbidden
from ...models.language.global_constraints.trees import Tree
from ...models.language.model import Model
from ...models.language.nodes import Node
from ...models.language.objectives import SENSES, Goal
from ..harness.adapting.bounded import BoundedTranslator, Term
from ..harness.adapting.natives import Ends
from ..harness.adapting.recording import commented, writer
from ..harness.contract import Control
from .native_constraints import NATIVES, OWN
from .original import Installed, if_installed, wanted

_WIDEST_LIST = 2**16


_EARLY_NAMES = {
    "alldifferent": "all_different_int",
    "all_equal": "all_equal_int",
    "increasing": "increasing_int",
    "lex_less": "lex_less_int",
    "lex_lesseq": "lex_lesseq_int",
    "table": "table_int",
    "value_precede": "value_precede_int",
}
"""The names by which a Gecode up to 6.2 has constraints of its own."""

_MOST_FORBIDDEN = 5
"""The columns of a table that MiniZinc's own decomposition negates."""


class Translation(BoundedTranslator):
    """The text of a model, line by line; variables and truths are names in it."""

    name = "minizinc"
    largest = 1_000_000_000
    """Gecode's integers have 32 bits."""
    natives = NATIVES

    def __init__(
        self, model: Model, check: Callable[[], None], solver: Installed | None = None
    ) -> None:
        self.is_gecode = solver is not None and solver.name == "gecode"
        self._names = _EARLY_NAMES if solver and solver.is_early_gecode else {}
        self._lines: list[str] = []
        self._includes: set[str] = set()
        super().__init__(model, check)

    def text(self, goal: Goal | None = None) -> str:
        """The whole model; each solution is printed as a line of the declared variables.

        With a `goal`, a variable of the model, that is optimised.
        """
        names = [term.native for term in self.variables.values()]
        search = f":: int_search([{', '.join(names)}], first_fail, indomain_min, complete) "
        shown = "".join(f' ++ " \\({name})"' for name in names)
        solve = f"solve {search if names else ''}{self.aim(goal)};"
        return "\n".join([*self.declarations(), solve, f'output ["row"{shown} ++ "\\n"];', ""])

    def declarations(self) -> list[str]:
        """The lines of the variables and constraints, and before them of what they include."""
        return [*self.included(), *self._lines]

    def included(self) -> list[str]:
        """The lines that include what constraints need, and those of predicates of their own."""
        texts = (OWN.get(name, f'include "{name}.mzn";') for name in sorted(self._includes))
        return [line for text in texts for line in text.splitlines()]

    def aim(self, goal: Goal | None) -> str:
        """The end of the solve item, which says what to do."""
        if goal is None:
            return "satisfy"
        named = {variable.name: term.native for variable, term in self.variables.items()}
        return f"{SENSES[goal.sense].replace('ise', 'ize')} {named[str(goal.expression)]}"

    def _variable(self, domain: str, letter: str = "n") -> str:
        name = self.fresh(letter)
        self._lines.append(f"var {domain}: {name};")
        return name

    def interval(self, low: int, high: int) -> str:
        return self._variable(f"{low}..{high}")

    def among(self, values: list[int]) -> str:
        return self._variable(f"{{{', '.join(map(str, values))}}}")

    def literal(self, value: int) -> str:
        return str(value)

    def equate(self, variable: str, expression: str) -> None:
        self.add(f"{variable} = {expression}")

    def weighted(self, natives: list[str], coefficients: list[int], constant: int) -> str:
        parts = [f"({f})*{name}" for name, f in zip(natives, coefficients, strict=True)]
        return f"sum([{', '.join(parts)}]) + ({constant})"

    def multiplied(self, left: Term, right: Term) -> str:
        return f"{left.native} * {right.native}"

    def remainder(self, dividend: Term, divisor: Term) -> Term:
        """The remainder, by another variable than the dividend.

        In Gecode a variable may be its own remainder by itself: docs/faults.
        """
        is_one = dividend.native == divisor.native
        return self.constant(0) if is_one else super().remainder(dividend, divisor)

    def distance(self, native: str) -> str:
        return f"abs({native})"

    def extreme(self, which: str, natives: list[str]) -> str:
        return f"{which}([{', '.join(natives)}])"

    def item(self, natives: list[str], index: str) -> str:
        return f"[{', '.join(natives)}][{index} + 1]"

    def relation(self, left: Term, relation: str, right: Term) -> str:
        """A comparison, by which MiniZinc will not take a value out of the middle of a wide domain.

        It would list all that are left, in hundreds of megabytes.
        """
        x, y = left.native, right.native
        if max(left.high - left.low, right.high - right.low) > _WIDEST_LIST:
            if relation == "!=":
                return f"{x} < {y} \\/ {x} > {y}"
            if relation == "==":
                return f"{x} <= {y} /\\ {x} >= {y}"
        return f"{x} {'=' if relation == '==' else relation} {y}"

    def conjunction(self, truths: list[str]) -> str:
        return f"forall([{', '.join(truths)}])"

    def disjunction(self, truths: list[str]) -> str:
        return f"exists([{', '.join(truths)}])"

    def reified(self, constraint: str) -> str:
        name = self._variable("bool", "b")
        self.add(f"{name} <-> ({constraint})")
        return name

    def opposite(self, truth: str) -> str:
        return f"(not {truth})" if len(truth) < 30 else self.reified(f"not {truth}")

    def zero_or_one(self, truth: str) -> str:
        """A variable of its own: Gecode breaks off on some uses of `bool2int`."""
        number = self.interval(0, 1)
        self.add(f"{truth} <-> ({number} = 1)")
        return number

    def add(self, constraint: str) -> None:
        self._lines.append(f"constraint {constraint};")

    def refute(self) -> None:
        self.add("false")

    def require_compared(self, left: Term, relation: str, right: Term) -> None:
        if relation == "==":  # takes no value from between the others
            self.add(f"{left.native} = {right.native}")
        else:
            super().require_compared(left, relation, right)

    def call(self, predicate: str, *arguments: str) -> str:
        """The text of a constraint of MiniZinc's library, or a predicate defined by it."""
        name = self._names.get(predicate, predicate)
        self._includes.add(name)
        return f"{name}({', '.join(arguments)})"

    def require_different(self, terms: Sequence[Term]) -> None:
        self.add(self.call("alldifferent", f"[{', '.join(term.native for term in terms)}]"))

    def is_native(self, constraint: Constraint) -> bool:
        """But for a wide table, which MiniZinc's own decomposition does not negate.

        Nor a tree for Gecode, which is much slower by MiniZinc's decomposition than by ours.
        """
        is_wide = isinstance(constraint, Forbidden) and len(constraint.terms) > _MOST_FORBIDDEN
        if (is_wide and not self._names) or (isinstance(constraint, Tree) and self.is_gecode):
            return False
        return super().is_native(constraint)

    def declared_ends(self, constraint: Constraint) -> Ends:
        """Those of parts that nest are not known; only by its declaration is a part fixed."""
        return list(map(_declared, constraint.parts))

    def divided(self, by: str, dividend: Term, divisor: Term) -> str:
        return f"{dividend.native} {by} {divisor.native}"

    def raised(self, base: Term, exponent: int) -> str:
        return f"pow({base.native}, {exponent})"


def _declared(part: Node) -> Bounds:
    assert isinstance(part, Expression), "parts of a constraint beyond the core"
    if any(inner.parts for inner in part.parts):
        return -Translation.largest, Translation.largest
    low, high = bounds(part)
    return low, high if isinstance(part, Constant | Variable) else max(high, low + 1)


# ------------------------- A model as a script for MiniZinc, which needs nothing but that program.


BODY = '''# each solution is printed as a line of the values of these, in this order
VARIABLES = [
{variables}
]

MODEL = r"""
{text}
"""

with tempfile.TemporaryDirectory() as folder:
    file = pathlib.Path(folder, "model.mzn")
    file.write_text(MODEL, "utf-8")
    command = ["minizinc", "--solver", {solver}, "--all-solutions", str(file)]
    run = subprocess.run(command, capture_output=True, text=True)

lines = run.stdout.splitlines()
if "==========" not in lines and "=====UNSATISFIABLE=====" not in lines:
    sys.exit(f"MiniZinc ended with code {{run.returncode}}, not complete: {{run.stderr}}")
found = [tuple(map(int, line.split()[1:])) for line in lines if line.startswith("row")]
'''


def _body(model: Model, backend: str = "") -> str:
    """`backend` is the solver that MiniZinc runs; by default the one that is wanted."""
    solver = if_installed(backend)
    translation = Translation(model, Control().check, solver)
    translation.post(model.constraints)
    terms = translation.variables.items()
    return BODY.format(
        variables="\n".join(f"    {t.native!r},{commented(v.name)}" for v, t in terms),
        text=translation.text().strip(),
        solver=repr(solver.identity if solver else backend or wanted()),
    )


script = writer(
    "The solutions that MiniZinc finds of a small model.",
    _body,
    needs=["pathlib", "subprocess", "tempfile"],
)
