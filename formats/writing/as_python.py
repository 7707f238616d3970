"""A model as a program in the public language, as its user would have written it.

A model with a node that no public constructor makes is written as data.
"""

from __future__ import annotations

import keyword
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from inspect import Parameter, signature
from itertools import accumulate
from pprint import pformat
from typing import Any, cast

from ... import models
from ...models import Expression, Model, Variable, to_data
from ...models.language import arithmetic_expressions as arithmetic
from ...models.language import constraints as core
from ...models.language.expressions import Constant
from ...models.language.global_constraints.cardinality import Cardinality
from ...models.language.global_constraints.count import Count
from ...models.language.global_constraints.predicate import Predicate
from ...models.language.global_constraints.regular import Regular
from ...models.language.late_dataclasses import fields
from ...models.language.nodes import Node, is_own, topological
from ...models.language.phrases import snake_case

_LONG = 60
"""A shared term of more characters than this gets a name."""
_MOST = 20_000
_CONSTRUCTORS: dict[type[Node], str] = {core.And: "all_of", core.Or: "any_of"}
"""The constructors of nodes that are not called as their class is."""


class _NotWritten(Exception):
    """No public constructor makes this node."""


def text(model: Model) -> str:
    """`model` as a program, which ends with a line."""
    return program_of(model).rstrip() + "\n"


def program_of(model: Model) -> str:
    """Python that declares `model` again, and calls it `model`."""
    try:
        text = "\n".join(_lines(model))
    except _NotWritten:
        return as_code(model)
    return text if len(text) <= _MOST else as_code(model)


def _lines(model: Model) -> Iterator[str]:
    writer = _Writer(model)
    body = list(writer.body())
    yield f"from everyway.models import {', '.join(sorted({'Model', *writer.used}))}"
    yield from sorted(writer.imports)
    yield ""
    yield from body


def as_code(model: Model) -> str:
    """Python that makes `model` again from its data, whatever its nodes are."""
    data = pformat(to_data(model), width=96, sort_dicts=False, compact=True)
    return f"from everyway.models import from_data\n\nmodel = from_data({data}, functions=True)"


def goals_of(model: Model) -> list[Expression]:
    """The expression of each goal of the objective, if there is one."""
    return model.objective.expressions if model.objective else []


def keywords_of(model: Model, goals: Sequence[Expression] = ()) -> dict[str, Any]:
    """The keywords that declare the objective, over other goals if given; none without one."""
    return model.objective.keywords(goals) if model.objective else {}


class _Writer:
    """Writes the nodes of a model one by one, and keeps what it used for that."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self.used: set[str] = set()
        self.imports: set[str] = set()
        self._text: dict[Node, str] = {}
        self._names: set[str] = set()

    def body(self) -> Iterator[str]:
        model, goals = self._model, goals_of(self._model)
        roots = [*model.variables, *model.constraints, *goals]
        uses = Counter(part for node in topological(roots) for part in node.parts)
        for variable in model.variables:
            self._text[variable] = name = self._named(variable.name)
            yield f"{name} = {self._call('variable', repr(variable.name), _domain(variable))}"
        for node in topological(roots):
            if node in self._text:
                continue
            text = self._written(node)
            if len(text) > _MOST:
                raise _NotWritten
            if uses[node] > 1 and len(text) > _LONG:
                name = self._named("term")
                yield f"{name} = {text}"
                text = name
            self._text[node] = text
        rules = [self._text[rule] for rule in model.constraints]
        items = [self._text[variable] for variable in model.variables] + rules + [*self._aim()]
        lines = "".join(f"\n    {item}," for item in [repr(model.name), *items])
        names = ", ".join(map(repr, model.projection))
        projecting = f".projecting({names})" if names else ""
        yield f"model = Model({lines}\n){projecting}"

    def _aim(self) -> Iterator[str]:
        """The keywords of the objective, if there is one."""
        for name, value in keywords_of(self._model).items():
            if isinstance(value, tuple):
                pairs = (f"({sense!r}, {self._text[goal]})" for sense, goal in value)
                yield f"{name}=({', '.join(pairs)},)"
            elif value:
                yield f"{name}={value}"

    def _named(self, name: str) -> str:
        """A name for this in the program, of which there is no other."""
        plain = re.sub(r"\W+", "_", name).strip("_") or "x"
        plain = plain if plain.isidentifier() and not keyword.iskeyword(plain) else f"v_{plain}"
        plain = f"{plain}_" if plain in ("model", "Model") or hasattr(models, plain) else plain
        chosen, number = plain, 2
        while chosen in self._names:
            chosen, number = f"{plain}_{number}", number + 1
        self._names.add(chosen)
        return chosen

    def _call(self, function: str, *arguments: str) -> str:
        self.used.add(function)
        return f"{function}({', '.join(arguments)})"

    def _list(self, nodes: Iterable[Node]) -> str:
        return f"[{', '.join(self._text[node] for node in nodes)}]"

    def _operand(self, node: Node) -> str:
        """A node beside an operator: a number as an expression, what is composed in brackets."""
        text = self._text[node]
        if isinstance(node, Constant):
            return text if node.labelled else self._call("constant", text)
        return text if _stands_alone(text) else f"({text})"

    def _written(self, node: Node) -> str:
        text = self._of_its_own(node)
        return self._by_constructor(node) if text is None else text

    def _by_constructor(self, node: Node) -> str:
        """The call of a constructor that takes the fields of `node`, in order or by name."""
        name = _CONSTRUCTORS.get(type(node), snake_case(type(node).__name__))
        constructor = getattr(models, name, None)
        if is_own(type(node)) or not callable(constructor):
            raise _NotWritten
        parameters, arguments = signature(constructor).parameters, []
        for field in fields(cast(Any, node)):
            value, taken = getattr(node, field.name), parameters.get(field.name)
            if taken is None or taken.kind is not Parameter.KEYWORD_ONLY:
                arguments.append(self._argument(value))
            elif value != taken.default:
                arguments.append(f"{field.name}={value!r}")
        return self._call(name, *arguments)

    def _argument(self, value: Any) -> str:
        if isinstance(value, Node):
            return self._text[value]
        if isinstance(value, tuple) and all(isinstance(item, Node) for item in value) and value:
            return self._list(value)
        return repr(list(value)) if isinstance(value, tuple) else repr(value)

    def _of_its_own(self, node: Node) -> str | None:
        """A node that no constructor makes from its fields."""
        match node:
            case Constant(constant):
                return repr(constant)
            case arithmetic.Sum():
                return self._sum(node)
            case arithmetic.Quotient(a, b):
                return f"{self._operand(a)} // {self._operand(b)}"
            case arithmetic.Modulo(a, b):
                return f"{self._operand(a)} % {self._operand(b)}"
            case arithmetic.Power(base, exponent):
                return f"{self._operand(base)} ** {exponent}"
            case arithmetic.Absolute(term):
                return f"abs({self._operand(term)})"
            case core.Comparison(left, relation, right):
                return self._comparison(left, relation, right)
            case core.Not(operand):
                return f"~{self._operand(operand)}"
            case Count(terms, values, relation, number):
                return self._count(terms, values, relation, number)
            case Cardinality(terms, counts, values, closed):
                each = (f"{v!r}: {self._text[n]}" for v, n in zip(values, counts, strict=True))
                more = ["closed=True"] if closed else []
                listed = f"{{{', '.join(each)}}}"
                return self._call("cardinality", self._list(terms), listed, *more)
            case Regular():
                steps = repr(node.step)
                ends = (repr(node.start), repr(list(node.accepting)))
                return self._call("regular", self._list(node.terms), steps, *ends)
            case Predicate(terms, function):
                return self._predicate(terms, function)
            case _:
                return None

    def _sum(self, node: arithmetic.Sum) -> str:
        signed = [
            text if factor == 1 else f"{factor} * {text}"
            for factor, text in zip(node.coefficients, map(self._operand, node.terms), strict=True)
        ]
        if 1 < len(signed) <= 4 or (signed and node.coefficients[0] != 1):
            text = " + ".join(signed).replace("+ -", "- ")
        else:
            text = self._call("total", f"[{', '.join(signed)}]")
        if not node.constant:
            return text
        return f"{text} {'+' if node.constant > 0 else '-'} {abs(node.constant)}"

    def _comparison(self, left: Node, relation: str, right: Node) -> str:
        first, second = (isinstance(node, Constant) for node in (left, right))
        if first and not second:
            return self._comparison(right, core.MIRRORED[relation], left)
        if first and cast(Constant, left).labelled:
            raise _NotWritten
        return f"{self._operand(left)} {relation} {self._text[right]}"

    def _count(
        self, terms: Sequence[Node], values: Sequence[Node], relation: str, number: Node
    ) -> str:
        listed, total = self._list(terms), self._text[number]
        names = {"==": "exactly", "<=": "at_most", ">=": "at_least"}
        if len(values) == 1 and relation in names:
            return self._call(names[relation], listed, self._text[values[0]], total)
        if relation == "==":
            return self._call("among", listed, self._list(values), total)
        texts = [self._text[value] for value in values]
        if len(set(texts)) < len(texts) or not all(isinstance(value, Constant) for value in values):
            raise _NotWritten
        return f"{' + '.join(self._call('count', listed, v) for v in texts)} {relation} {total}"

    def _predicate(self, terms: Iterable[Node], function: Any) -> str:
        name = getattr(function, "__name__", "")
        if not name.isidentifier():
            raise _NotWritten
        self.imports.add(f"from {function.__module__} import {name}")
        return self._call("predicate", name, self._list(terms))


def _stands_alone(text: str) -> bool:
    """True of a name and of a call, which need no brackets beside an operator."""
    name, opened, rest = text.partition("(")
    if not opened:
        return name.isidentifier()
    depths = list(accumulate({"(": 1, ")": -1}.get(letter, 0) for letter in opened + rest))
    return name.isidentifier() and depths.index(0) == len(depths) - 1


def _domain(variable: Variable) -> str:
    values = variable.domain
    return repr(values) if isinstance(values, range) else repr(list(values))
