"""A model as a program in the public language, as its user would have written it.

Groups are declared as groups, rules under their labels, and what is alike as a comprehension. A
model with a node that no public constructor makes is written as data.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from inspect import Parameter, signature
from itertools import product
from pprint import pformat
from textwrap import wrap
from typing import Any, cast

from ... import models
from ...models import Expression, Model, Rule, Variable, boards, to_data
from ...models.language import arithmetic_expressions as arithmetic
from ...models.language import constraints as core
from ...models.language.boards.words_on_graphs import neighbours_on
from ...models.language.choices import Element
from ...models.language.expressions import Constant, Indicator
from ...models.language.global_constraints.cardinality import Cardinality
from ...models.language.global_constraints.connected import Connected
from ...models.language.global_constraints.count import Count
from ...models.language.global_constraints.predicate import Predicate
from ...models.language.global_constraints.regular import Regular
from ...models.language.groups import VariableGrid
from ...models.language.late_dataclasses import fields
from ...models.language.nodes import Node, describe, is_own, topological
from ...models.language.objectives import SENSES, goals_of
from ...models.language.phrases import counted, snake_case
from .families import size
from .loop_names import speaking
from .preparing import in_one_line, summary_of
from .python_groups import Groups, NotWritten, call, identities, is_one
from .python_layout import DATA, WIDTH, laid_out, literal
from .restated import pattern_of

_LONG = 60
"""A shared term of more characters than this gets a name."""
_MOST = 50_000
"""A program of more characters is written as data."""
_CONSTRUCTORS: dict[type[Node], str] = {core.And: "all_of", core.Or: "any_of"}
"""The constructors of nodes that are not called as their class is."""
_MANY = 12
"""A list of this many digits is written as a text."""
_SEVERAL = 5
"""A list of this many variables on a board is written by their squares, or else of two."""
_SIGNS = {1: "", -1: "-"}
"""The text of a factor before its term, if that is no product."""
_FITS = """

def {}(line, pattern):
    goes, stays, state = {{}}, {{}}, 0
    for sign, star in re.findall(r"(\\d)(\\*?)", pattern):
        (stays if star else goes)[state, int(sign)] = state + (not star)
        state += not star
    return regular(line, {{**goes, **stays}}, 0, [state])
"""
"""The function that makes automata of patterns."""


def text(model: Model) -> str:
    """`model` as a program, which ends with a line."""
    return program_of(model).rstrip() + "\n"


def program_of(model: Model) -> str:
    """Python that declares `model` again, and calls it `model`."""
    try:
        text = "\n".join(_lines(model))
    except (NotWritten, SyntaxError, RecursionError):
        return as_code(model)
    return text if len(text) <= _MOST else as_code(model)


def _lines(model: Model) -> Iterator[str]:
    forms = list[tuple[_Writer, list[str]]]()
    for many, long in product((_SEVERAL, 2), (_LONG, _MOST)):
        if long == _LONG or (forms and "term" in forms[-1][0].names):
            writer = _Writer(model, many, long)
            with suppress(NotWritten):
                forms.append((writer, [*writer.body()]))
    if not forms:
        raise NotWritten
    writer, body = min(forms, key=lambda pair: size(pair[1]))
    tree = ast.parse("\n".join(body))
    named = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} - writer.names
    libraries = ["import re"] if "re" in named else []
    chosen = ", ".join(sorted({"combinations", "permutations"} & named))
    libraries += [f"from itertools import {chosen}"] if chosen else []
    yield from [*libraries, ""] if libraries else []
    of_models = {name for name in named if hasattr(models, name)}
    of_boards = {name for name in named - of_models if hasattr(boards, name)}
    used = [("everyway.models", of_models), ("everyway.models.boards", of_boards)]
    for home, names in sorted([*((h, n) for h, n in used if n), *writer.imports.items()]):
        listed = sorted(names, key=lambda name: (not name.isupper(), name[0].islower(), name))
        line = f"from {home} import {', '.join(listed)}"
        several = ",\n    ".join(listed)
        yield line if len(line) <= WIDTH else f"from {home} import (\n    {several},\n)"
    yield ""
    yield from _remarks(model)
    yield from body


def _remarks(model: Model) -> Iterator[str]:
    """Comments: the puzzle, its known count, and what counts that the program does not say."""
    remarks = [*filter(None, [in_one_line(summary_of(model))])]
    if model.known:
        count = counted(model.known.count, "solution")
        remarks.append(f"Known: {count} ({model.known.source}).")
    if model.symmetries:
        remarks.append("Left out: declared symmetries, by which several solutions count as one.")
    for remark in remarks:
        yield from wrap(remark, WIDTH, initial_indent="# ", subsequent_indent="# ")
    if remarks:
        yield ""


def as_code(model: Model) -> str:
    """Python that makes `model` again from its data, whatever its nodes are."""
    data = pformat(to_data(model), width=96, sort_dicts=False, compact=True)
    start = "from everyway.models import from_data\n\n# fmt: off\nmodel = from_data("
    return f"{start}{data}, functions=True)"


def keywords_of(model: Model, goals: Sequence[Expression] = ()) -> dict[str, Any]:
    """The keywords that declare the objective, over other goals if given; none without one."""
    return model.objective.keywords(goals) if model.objective else {}


class _Writer(Groups):
    """Writes the rules of a model one by one, and keeps what it used for that."""

    def __init__(self, model: Model, many: int, long: int) -> None:
        """A list of so `many` variables on a board is written by their squares.

        A shared term that is as `long` has a name.
        """
        super().__init__(model)
        self._many, self._long = many, long
        self.imports: dict[str, set[str]] = {}
        """The names of functions by their modules."""
        self._automata = Counter[str]()
        self._fits = ""
        """The name of the function that makes automata of patterns, if all are such."""
        self._shared: dict[str, str] = {}
        """The names of the transitions of several automata."""
        self._reworded: set[Node] = set()
        """The nodes that the program makes in another form, of the same meaning."""

    def body(self) -> Iterator[str]:
        model, goals = self._model, goals_of(self._model)
        for group in model.groups:
            yield from self._declared(group)
        said = [self._on_board(rule) for rule in model.rules]
        left = [rule for rule, text in zip(model.rules, said, strict=True) if not text]
        roots = [*(one for rule in left for one in rule.constraints), *goals]
        automata = [node for node in topological(roots) if isinstance(node, Regular)]
        self._automata = Counter(literal(node.step) for node in automata)
        if len(automata) >= _SEVERAL and all(map(_is_pattern, automata)):
            self._fits = self._named("fits")
        uses = Counter(part for node in topological(roots) for part in node.parts)
        for node in topological(roots):
            if node in self._text:
                continue
            text = self._written(node)
            if len(text) > _MOST:
                raise NotWritten
            if uses[node] > 1 and len(text) > self._long:
                name = self._named("term")
                yield laid_out(text, before=f"{name} = ")
                text = name
            self._text[node] = text
        items = [literal(model.name), *self._groups.values(), *self._items(said)]
        boards = {self._groups[group.name] for group, _ in self._square.values()}
        said_items = (speaking(self.short.said(item), self.names, boards) for item in items)
        lines = [laid_out(item, 4, after=",") for item in said_items]
        for name, text in self._aim():
            lines.append(laid_out(self.short.said(text), 4, f"{name}=", ","))
        yield from self.short.unpacked(lines)
        yield from self._givens
        yield from _FITS.format(self._fits).split("\n") if self._fits else ()
        names = ", ".join(map(literal, model.projection))
        yield from ("", "model = Model(", *lines, f").projecting({names})" if names else ")")

    def _items(self, said: Sequence[str]) -> Iterator[str]:
        """The rules, each as an item of the model, those alike in families."""
        rules = zip(self._model.rules, said, strict=True)
        texts = [
            text or (self._text[rule.constraints[0]] if self._is_bare(rule) else self._rule(rule))
            for rule, text in rules
        ]
        yield from self._families(texts)

    def _is_bare(self, rule: Rule) -> bool:
        """True for a constraint that was declared alone, labelled by itself."""
        alone = len(rule.constraints) == 1 and not (rule.names or rule.words or rule.subject)
        as_it_is = self._reworded.isdisjoint(topological(rule.constraints) if alone else ())
        return alone and as_it_is and rule.label == describe(rule.constraints[0])

    def _rule(self, rule: Rule) -> str:
        texts = self._families([self._text[one] for one in rule.constraints])
        return call("rule", literal(rule.label), *texts)

    def _aim(self) -> Iterator[tuple[str, str]]:
        """The keywords of the objective, if there is one."""
        for name, value in keywords_of(self._model).items():
            if not isinstance(value, tuple):
                yield from [(name, str(value))] if value else []
            elif len(value) == 1 and name != "pareto":
                yield SENSES[value[0][0]], self._text[value[0][1]]
            else:
                pairs = (f"({literal(sense)}, {self._text[goal]})" for sense, goal in value)
                yield name, f"({', '.join(pairs)}{',' if len(value) == 1 else ''})"

    # ------------------------------------------------------------------------ lists of nodes

    def _pieces(self, nodes: Sequence[Node]) -> list[str]:
        """The texts of nodes, those in a row that are a group or a family together."""
        texts, place, all_of_them = [], 0, identities(nodes)
        while place < len(nodes):
            starred = [
                (len(group), f"*{name}")
                for group, name in self._whole.items()
                if len(group) > 1 and all_of_them[place : place + len(group)] == group
            ]
            size, text = starred[0] if starred else (1, self._text[nodes[place]])
            texts.append(text)
            place += size
        if all(isinstance(node, Constant) for node in nodes):
            return texts
        found = self._families(texts, most=1)
        on = self._square.get(nodes[0]) if nodes else None
        pieces = nodes if self._many < _SEVERAL else found
        if on and len(pieces) >= self._many and "square" not in self.names:
            squares = [self._square.get(node, (None, "")) for node in nodes]
            if {group for group, _ in squares} == {on[0]}:
                listed = literal(" ".join(square for _, square in squares))
                board = self._boards[on[0].board]
                name = self._groups[on[0].name]
                return [f"[{name}[square] for square in {board}.squares_at({listed})]"]
        return found

    def _list(self, nodes: Sequence[Node]) -> str:
        """A list of nodes; what is 1 where a constraint holds stands there as the constraint."""
        nodes = [node.parts[0] if isinstance(node, Indicator) else node for node in nodes]
        array, pieces = self._array(nodes), self._pieces(nodes)
        if array or (len(pieces) == 1 and pieces[0].startswith("[")):
            return array or pieces[0]
        if len(nodes) >= _MANY and all(
            isinstance(node, Constant) and str(node.constant) in "0123456789" for node in nodes
        ):
            return f'[*map(int, "{"".join(self._text[node] for node in nodes)}")]'
        return f"[{', '.join(f'*{one}' if one[0] == '[' else one for one in pieces)}]"

    def _terms(self, nodes: Sequence[Node]) -> str:
        """The same for a function that takes its terms one by one too."""
        nodes = [node.parts[0] if isinstance(node, Indicator) else node for node in nodes]
        text, pieces = self._list(nodes), self._pieces(nodes)
        plain = len(pieces) > 1 and not any(one[0] in "*[" for one in pieces)
        return text[1:-1] if text[0] == "[" and plain else text

    # --------------------------------------------------------------------------------- nodes

    def _operand(self, node: Node, level: int) -> str:
        """A node beside an operator: a number as an expression, in brackets if it binds less."""
        text = self._text[node]
        if isinstance(node, Constant) and not node.labelled:
            return call("constant", text)
        return text if _level(text) >= level else f"({text})"

    def _operation(self, left: Node, symbol: str, right: Node) -> str:
        level = 1 if symbol in "+-" else 2
        number = isinstance(right, Constant) and right.constant and symbol in ("//", "%")
        other = self._text[right] if number else self._operand(right, level + 1)
        return f"{self._operand(left, level)} {symbol} {other}"

    def _written(self, node: Node) -> str:
        text = self._of_its_own(node)
        return self._by_constructor(node) if text is None else text

    def _by_constructor(self, node: Node) -> str:
        """The call of a constructor that takes the fields of `node`, in order or by name."""
        name = _CONSTRUCTORS.get(type(node), snake_case(type(node).__name__))
        constructor = getattr(models, name, None)
        if is_own(type(node)) or not callable(constructor):
            raise NotWritten
        parameters, arguments = signature(constructor).parameters, []
        for field in fields(cast(Any, node)):
            value, taken = getattr(node, field.name), parameters.get(field.name)
            if field.name == "links" and all(map(is_one, value)):
                continue
            if field.name == "edges" and isinstance(node, Connected) and (on := self._graph(value)):
                arguments.append(on)
                continue
            if taken is None or taken.kind is not Parameter.KEYWORD_ONLY:
                one_by_one = any(p.kind is Parameter.VAR_POSITIONAL for p in parameters.values())
                arguments.append(self._argument(value, self._terms if one_by_one else self._list))
            elif value != taken.default and not (value == () and taken.default is None):
                arguments.append(
                    f"{field.name}={self._argument(_roots(field.name, value), self._list)}"
                )
        return call(name, *arguments)

    def _graph(self, edges: Sequence[tuple[int, int]]) -> str:
        """The board of which squares that share a side are these; empty if there is none."""
        for (board, name), touching in product(self._boards.items(), (False, True)):
            if neighbours_on(board.open, board, touching) == [*edges]:
                return f"{name}, touching=True" if touching else name
        return ""

    def _argument(self, value: Any, written: Callable[[Sequence[Node]], str]) -> str:
        if isinstance(value, Node):
            return self._text[value]
        if isinstance(value, tuple) and all(isinstance(item, Node) for item in value) and value:
            return written(value)
        return literal(list(value) if isinstance(value, tuple) else value)

    def _of_its_own(self, node: Node) -> str | None:
        """A node that no constructor makes from its fields, or that is said in fewer words."""
        match node:
            case Constant(constant):
                return literal(constant)
            case arithmetic.Sum():
                return self._sum(node)
            case arithmetic.Product((a, b)) if not {type(a), type(b)} & {Constant}:
                return self._operation(a, "*", b)
            case arithmetic.Quotient(a, b):
                return self._operation(a, "//", b)
            case arithmetic.Modulo(a, b):
                return self._operation(a, "%", b)
            case arithmetic.Power(base, exponent):
                text = self._operand(base, 5)
                return f"{text}**{exponent}" if text.isidentifier() else f"{text} ** {exponent}"
            case arithmetic.Absolute(term):
                return f"abs({self._operand(term, 0)})"
            case Element((otherwise, then), Indicator(condition)):
                return call(
                    "conditional", *map(self._text.__getitem__, (condition, then, otherwise))
                )
            case Element(array, index):
                listed = self._list(array)
                grid = isinstance(self._place.get(array[0], (None,))[0], VariableGrid)
                listed = f"[*{listed}]" if grid and listed[0] != "[" else listed
                return call("element", listed, self._text[index])
            case core.Comparison(Indicator(a), "==" | "!=" as relation, Indicator(b)):
                return call("iff" if relation == "==" else "xor", self._text[a], self._text[b])
            case core.Comparison(Constant() as left, relation, right) if (
                type(right) is not Constant
            ):
                self._reworded.add(node)
                return self._comparison(right, core.MIRRORED[relation], left)
            case core.Comparison(left, relation, right):
                return self._comparison(left, relation, right)
            case core.Or((core.Not(condition), consequence)):
                return call("implies", self._text[condition], self._text[consequence])
            case core.And((core.Not(), _, *_) as operands) if _all_not(operands):
                return call("none_of", self._terms([one.parts[0] for one in operands]))
            case core.Not(operand):
                return f"~{self._operand(operand, 3)}"
            case Count(terms, values, relation, number):
                self._reworded.add(node)
                return self._count(terms, values, relation, number)
            case Cardinality(terms, counts, values, closed):
                each = (
                    f"{literal(v)}: {self._text[n]}" for v, n in zip(values, counts, strict=True)
                )
                more = ["closed=True"] if closed else []
                listed = f"{{{', '.join(each)}}}"
                return call("cardinality", self._list(terms), listed, *more)
            case Regular() if self._fits:
                return call(self._fits, self._list(node.terms), literal(pattern_of(node)))
            case Regular():
                ends = (literal(node.start), literal(list(node.accepting)))
                return call("regular", self._list(node.terms), self._steps(node), *ends)
            case Predicate(terms, function):
                return self._predicate(terms, function)
            case _:
                return None

    def _steps(self, node: Regular) -> str:
        """The transitions of an automaton; those of several have a name."""
        text = literal(node.step)
        if self._automata[text] > 1 and text not in self._shared:
            self._shared[text] = self._named("steps")
            self._givens.append(laid_out(text, before=f"{self._shared[text]} = "))
        return f"{DATA}{self._shared.get(text, text)}{DATA}"

    def _sum(self, node: arithmetic.Sum) -> str:
        terms, factors, rest = node.terms, node.coefficients, node.constant
        held = [term.parts[0] for term in terms if isinstance(term, Indicator)]
        if len(terms) == 1:
            (term,), (factor,) = terms, factors
            if factor == -1 and rest:
                return f"{rest} - {self._operand(term, 2)}"
            if (factor, rest) == (1, 0):
                return call("total", f"[{self._text[term]}]")
            sign = _SIGNS.get(factor, f"{factor} * ")
            text = f"{sign}{self._operand(term, 3 if sign else 1 if rest else 0)}"
        elif terms and len(held) == len(terms) and (value := _counted(held)) is not None:
            text = call("count", self._list([one.parts[0] for one in held]), self._text[value])
        elif (
            len(terms) == 2
            and factors in ((1, 1), (1, -1))
            and not (
                held or self._array(terms) or (factors[1] > 0 and len(self._pieces(terms)) == 1)
            )
        ):
            text = self._operation(terms[0], "+" if factors[1] == 1 else "-", terms[1])
        elif set(factors) <= {1}:
            text = call("total", self._terms(terms))
        else:
            pairs = zip(factors, (self._operand(term, 3) for term in terms), strict=True)
            texts = [_SIGNS.get(factor, f"{factor} * ") + one for factor, one in pairs]
            text = call("total", f"[{', '.join(texts)}]")
        return f"{text} {'-' if rest < 0 else '+'} {abs(rest)}" if rest else text

    def _comparison(self, left: Node, relation: str, right: Node) -> str:
        if isinstance(left, Constant) and left.labelled:
            raise NotWritten
        other = self._text[right] if isinstance(right, Constant) else self._operand(right, 1)
        return f"{self._operand(left, 1)} {relation} {other}"

    def _count(
        self, terms: Sequence[Node], values: Sequence[Node], relation: str, number: Node
    ) -> str:
        listed, total = self._list(terms), self._text[number]
        names = {"==": "exactly", "<=": "at_most", ">=": "at_least"}
        if len(values) == 1 and relation in names:
            return call(names[relation], listed, self._text[values[0]], total)
        if relation == "==":
            return call("among", listed, self._list(values), total)
        texts = [self._text[value] for value in values]
        if len(set(texts)) < len(texts) or not all(isinstance(value, Constant) for value in values):
            raise NotWritten
        return f"{' + '.join(call('count', listed, v) for v in texts)} {relation} {total}"

    def _predicate(self, terms: Sequence[Node], function: Any) -> str:
        name = getattr(function, "__name__", "")
        if not name.isidentifier():
            raise NotWritten
        self.imports.setdefault(function.__module__, set()).add(name)
        return call("predicate", name, self._list(terms))


def _is_pattern(one: Regular) -> bool:
    """True for the automaton that a pattern makes: its steps on, then those in place."""
    steps = all(after in (state, state + 1) for state, _, after in one.transitions)
    in_order = sorted(one.transitions, key=lambda step: (step[0] == step[2], step[0]))
    are_numbers = all(type(symbol) is int for symbol in one.symbols)
    is_chain = are_numbers and not one.start and bool(pattern_of(one))
    return is_chain and steps and in_order == [*one.transitions]


def _roots(field: str, value: Any) -> Any:
    """The roots of regions that are numbers of vertices as such: 0 and 1 would be read as these."""
    if field == "roots" and all(isinstance(root, Constant) for root in value):
        return [vertex for vertex, root in enumerate(value) if root.constant]
    return value


def _level(text: str) -> int:
    """The strength by which the outermost operator of an expression binds; 5 of none."""
    tree = ast.parse(text.replace(DATA, ""), mode="eval").body
    if isinstance(tree, ast.BinOp):
        return {ast.Add: 1, ast.Sub: 1, ast.Pow: 4}.get(type(tree.op), 2)
    return {ast.Compare: 0, ast.UnaryOp: 3}.get(type(tree), 5)


def _counted(held: Sequence[Node]) -> Node | None:
    """The value that each of `held` says that a variable has, if it is one."""
    match held:
        case [core.Comparison(Variable(), "==", Constant() as value), *_]:
            wanted = (core.Comparison, Variable, "==", value.constant)
            said = {
                (type(one), type(one.left), one.relation, getattr(one.right, "constant", None))
                for one in held
                if isinstance(one, core.Comparison)
            }
            alike = said == {wanted} and all(isinstance(one, core.Comparison) for one in held)
            return value if alike else None
    return None


def _all_not(operands: Sequence[Node]) -> bool:
    return all(isinstance(operand, core.Not) for operand in operands)
