"""The groups of a model as a program declares them, and the rules that their boards make."""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import combinations, groupby, permutations, product, zip_longest
from typing import Any, cast

from ... import models
from ...models import Model, Rule, Square, boards, same
from ...models.language.boards.board import Board
from ...models.language.boards.grid import Family
from ...models.language.boards.placements import Filling, OnBoard, Placement
from ...models.language.boards.sides import Between, Borders, Fences, Links, Sides
from ...models.language.errors import ModelError
from ...models.language.expressions import Constant
from ...models.language.files.rule_text import FAMILIES
from ...models.language.global_constraints.connected import OverGraph
from ...models.language.groups import Group, Single, VariableGrid, VariableList, variables
from ...models.language.nodes import Node
from ...models.language.phrases import snake_case
from ...models.language.set_variables import Subset, subset
from .families import in_families, loops_over, size
from .python_layout import STRING, Data, ShortNames, laid_out, literal
from .squares import block, cut_of, steps

_AT = re.compile(
    r'\b(\w+)(?:\[(\d+), (\d+)\]|\["(r\d+c\d+)-(r\d+c\d+)"\]|\.squares_at\("([^"]*)"\))'
    rf"|{STRING}"
)
"""Texts that stand on squares: `cell[1, 2]`, `wall["r1c2-r1c3"]`, and a list of squares."""
_NUMBER = re.compile(rf"{STRING}|\b\d+\b")
_OPERATORS = ("+", "-", "*", "/", "%")
_ENUMERATED = "(i, {}), (j, {}) in combinations(enumerate(line), 2)"
_SIGNS = "\2\3\4\5"
"""They stand in the place of the squares of a text."""
_PIECES = {name.lower(): name for name in ("BISHOP", "KING", "KNIGHT", "QUEEN", "ROOK", "STEP")}
_OWN = ("model", "combinations", "permutations", "re")
"""The names that a program has of itself."""
_TAKEN = (*dir(models), *dir(boards), *dir(builtins), *keyword.kwlist, *_OWN)
_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class NotWritten(Exception):
    """No public constructor makes this node."""


class Groups:
    """Declares groups and boards one by one, each under a name of its own."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._text: dict[Node, str] = {}
        self.names: set[str] = set()
        self._groups: dict[str, str] = {}
        """The name in the program of each group."""
        self._boards: dict[Board, str] = {}
        self._whole: dict[tuple[int, ...], str] = {}
        """The groups by the identities of their variables."""
        self._place: dict[Node, tuple[VariableList, int]] = {}
        """The list of each variable that may be in a slice, and its place there."""
        self._square: dict[Node, tuple[OnBoard, str]] = {}
        """The group on a board that each variable is of, and its square."""
        self._givens: list[str] = []
        self.short = ShortNames()

    def _named(self, name: str) -> str:
        """A name for this in the program, of which there is no other."""
        plain = re.sub(r"\W+", "_", name).strip("_") or "x"
        plain = plain if plain.isidentifier() and not keyword.iskeyword(plain) else f"v_{plain}"
        taken = plain in _OWN or plain in _PIECES.values()
        if taken or hasattr(models, plain) or hasattr(builtins, plain):
            plain += "_"
        chosen, number = plain, 2
        while chosen in self.names:
            chosen, number = f"{plain}_{number}", number + 1
        self.names.add(chosen)
        return chosen

    def _declared(self, group: Group) -> Iterator[str]:
        """The lines that declare a group, and its board if that is new."""
        if isinstance(group, OnBoard | Sides) and group.board not in self._boards:
            self._boards[group.board] = board = self._named("board")
            yield laid_out(self._board(group.board), before=f"{board} = ")
        self._groups[group.name] = name = self._named(group.name)
        yield laid_out(self._group(group), before=f"{name} = ")
        if isinstance(group, Single):
            self._text[group.variable] = name
            return
        self._whole[identities(group.variables)] = name
        apart = steps(getattr(group, "shape", (len(group.variables),)))
        for place, variable in enumerate(group.variables):
            keys: Sequence[Any] = [place // step % size for step, size in apart]
            if isinstance(group, OnBoard):
                keys = group.squares[place]
                self._square[variable] = group, str(keys)
            elif isinstance(group, VariableList) and not isinstance(group, VariableGrid):
                key = group.keys[place]
                keys = key if type(key) is tuple and len(key) > 1 else [key]
            if isinstance(group, VariableList) and group.keys == (*range(len(group)),):
                self._place[variable] = group, place
            self._text[variable] = f"{name}[{', '.join(map(literal, keys))}]"
        if isinstance(group, VariableList) and not isinstance(group, VariableGrid | Subset):
            items = [self._text[variable] for variable in group.variables]
            taken = {*self.names, *self._model.groups_by_name, *_TAKEN}
            self.short.add(name, items, group.keys, taken)
            self.names |= {*self.short.values()}

    def _board(self, board: Board) -> str:
        places = (("holes", board.holes), ("walls", board.walls))
        more = ["wrap=True"] if board.wrap else []
        if board.plan:
            return call("Board.from_map", literal("/".join(board.plan)), *more)
        sizes = dict.fromkeys([str(board.height), str(board.width)])
        for name, squares in places:
            listed = " ".join(map(str, sorted(squares)))
            more += [f"{name}={literal(listed)}"] if squares else []
        return call("Board", *sizes, *more)

    def _group(self, group: Group) -> str:
        """The constructor of a group that makes the same variables again; else that of its class.

        Raises: NotWritten where that is not public.
        """
        domain = group.variables[0].domain if group.variables else range(1)
        values, name = literal(_values(domain)), literal(group.name)
        board = self._boards[group.board] if isinstance(group, OnBoard | Sides) else ""
        match group:
            case Single():
                return call("variable", name, values)
            case Placement():
                made: Group = group.board.place(group.name)
                text = f"{board}.place({name})"
            case Filling():
                made = group.board.fill(domain, group.name)
                text = call(f"{board}.fill", values, *[name][: group.name != "cell"])
            case Sides():
                made = getattr(group.board, group.kind)(group.name)
                text = f"{board}.{group.kind}({name})"
            case VariableGrid():
                made = variables(group.name, cast(Any, group.shape), domain)
                text = call("variables", name, literal(group.shape), values)
            case Subset():
                made = subset(group.name, [*group.keys])
                text = call("subset", name, literal(_values(group.keys)))
            case VariableList():
                made = variables(group.name, [*group.keys], domain)
                keys = literal(_values(group.keys))
                shown = str(len(group)) if keys == f"range({len(group)})" else keys
                text = call("variables", name, shown, values)
            case _:
                raise NotWritten
        if _alike(made, group):
            return text
        if not hasattr(models, type(group).__name__):
            raise NotWritten
        pairs = [(literal(one.name), literal(_values(one.domain))) for one in group.variables]
        each = "".join(f"{call('variable', *pair)}, " for pair in pairs)
        last = board or literal(cast(VariableList, group).keys)
        return call(type(group).__name__, name, f"({each.rstrip()})", last)

    def _on_board(self, rule: Rule) -> str:
        """The rule as a placement or a filling makes it; empty if it is none of theirs."""
        group = self._model.groups_by_name.get(rule.subject)
        if len(rule.constraints) == 1 and isinstance(rule.constraints[0], OverGraph):
            return self._over_graph(rule, rule.constraints[0])
        try:
            made, text = self._guessed(rule, group) if isinstance(group, OnBoard) else (None, "")
        except (ModelError, LookupError, ValueError, AttributeError):
            return ""
        if made is None or (made.names, made.words) != (rule.names, rule.words):
            return ""
        return text if self._are_same(made, rule) else ""

    def _are_same(self, *rules: Rule) -> bool:
        """True if the model with either of two rules alone is one model."""
        return same(*(self._model.rewritten(self._model.groups, [one]) for one in rules))

    def _over_graph(self, rule: Rule, constraint: OverGraph) -> str:
        """The rule as the graph of a board makes it; empty if it is none such."""
        word = snake_case(type(constraint).__name__)
        for arguments, text in self._graphs(word, constraint):
            try:
                made = getattr(models, word)(*arguments[0], **arguments[1])
            except ModelError:
                continue
            if made.label == rule.label and self._are_same(made, rule):
                return call(word, *text)
        return ""

    def _graphs(self, word: str, constraint: Any) -> Iterator[tuple[tuple[Any, Any], list[str]]]:
        """Arguments of a constraint over the graph of a board, and their texts, to be tried."""
        name, groups = self._groups, self._model.groups
        links = [one for one in groups if isinstance(one, Links)]
        for group in groups:
            match word, group:
                case "connected", Placement():
                    for chosen, end in ((group, ""), (group.empty, ".empty")):
                        text = f"{name[group.name]}{end}"
                        yield ((chosen,), {}), [text]
                        yield ((chosen,), {"touching": True}), [text, "touching=True"]
                        for one in links:
                            yield ((chosen,), {"links": one}), [text, f"links={name[one.name]}"]
                case "path", Links() | Fences():
                    board, wide = group.board, group.board.width + (not group.board.wrap)
                    ends: list[Any] = []
                    for end in (constraint.start, constraint.end):
                        place = getattr(end, "constant", -1)
                        if 0 <= place < group.size:
                            at = isinstance(group, Between)
                            ends.append(str(board.open[place]) if at else divmod(place, wide))
                    if len(ends) == 2:
                        yield ((group, *ends), {}), [name[group.name], *map(literal, ends)]
                case "tree" | "loop" | "forest", Links() | Fences():
                    spans = word == "tree" and constraint.spanning
                    more = {"spanning": True} if spans else {}
                    yield ((group,), more), [name[group.name], *["spanning=True"][: len(more)]]
                case "regions", Borders() | Filling():
                    given = [one for one in groups if isinstance(one, OnBoard)]
                    listed = [[n for n, one in enumerate(constraint.roots) if is_one(one)]]
                    for sizes, roots in product([None, *given], [None, *given, *listed]):
                        named = {"sizes": sizes, "roots": roots}
                        kept = {key: one for key, one in named.items() if one is not None}
                        texts = [
                            f"{key}={literal(one) if isinstance(one, list) else name[one.name]}"
                            for key, one in kept.items()
                        ]
                        yield ((group,), kept), [name[group.name], *texts]
                case _:
                    pass

    def _guessed(self, rule: Rule, group: Any) -> tuple[Rule, str]:
        """The rule of a group on a board that has this label, and its text."""
        name, label, board = self._groups[group.name], rule.label, group.board
        if label == "givens":
            return self._given(rule, group, name)
        if found := re.fullmatch(r"(empty )?at (.*)", label):
            method = f"{found[1] or ''}at".replace(" ", "_")
            return getattr(group, method)(found[2]), f"{name}.{method}({literal(found[2])})"
        if found := re.fullmatch(r"no_attacks\((\w+)\)", label):
            piece = _PIECES[found[1]]
            return group.no_attacks(getattr(boards, piece)), f"{name}.no_attacks({piece})"
        if found := re.fullmatch(r"(.+?) (all different|(strictly )?increasing)", label):
            family, text = self._family(board, found[1])
            along, strict = group.along(family), {"strict": True} if found[3] else {}
            method = "all_different" if found[2][0] == "a" else "increasing"
            given = "strict=True" if strict else ""
            made = getattr(along, method)(**strict)
            return made, f"{name}.along({text}).{method}({given})"
        of, relation, number = label.rsplit(" ", 2)
        if isinstance(group, Filling):
            family, text = self._family(board, of.removesuffix(" total"))
            tally, text = group.along(family).total(), f"along({text}).total()"
        elif of == "total":
            tally, text = group.total, of
        else:
            family, text = self._family(board, of)
            tally, text = group.per(family), f"per({text})"
        return tally.rule(relation, int(number)), f"{name}.{text} {relation} {number}"

    def _family(self, board: Board, name: str) -> tuple[Family, str]:
        """The family of `board` that has this name, and its text. Raises: LookupError."""
        first, *more = name.split(" + ")
        if more:
            whole, text = self._family(board, first)
            for family, other in (self._family(board, part) for part in more):
                whole, text = whole + family, f"{text} + {other}"
            return whole, text
        found = re.fullmatch(r"(boxes|windows|pairs)\((\w+)(?:,(\w+))?\)", name)
        if found is None and name in FAMILIES:
            return getattr(board, name), f"{self._boards[board]}.{name}"
        if found is None:
            raise LookupError(name)
        pairs = found[1] == "pairs"
        sizes = [getattr(boards, _PIECES[found[2]])] if pairs else [int(found[2]), int(found[3])]
        given = _PIECES[found[2]] if pairs else f"{found[2]}, {found[3]}"
        return getattr(board, found[1])(*sizes), f"{self._boards[board]}.{found[1]}({given})"

    def _given(self, rule: Rule, group: Filling, name: str) -> tuple[Rule, str]:
        """The givens as a text, which has a name of its own, a row of the board a line."""
        of = {variable: square for square, variable in group.by_square.items()}
        marks = {}
        for one in cast("Sequence[Any]", rule.constraints):
            value = one.right.constant
            marks[of[one.left]] = value if isinstance(value, str) else _DIGITS[value]
        rows = ["".join(marks.get(square, ".") for square in row) for row in group.board.grid]
        made, givens = group.given("\n".join(rows)), self._named("givens")
        self._givens += [f'{givens} = """', *rows, '"""']
        return made, f"{name}.given({givens})"

    # -------------------------------------------------------------------- loops over squares

    def _families(self, texts: Sequence[str], most: int = 4) -> list[str]:
        """Texts, those in a row that are alike as loops: over the squares of a board, or others.

        A loop over a table has at most so many columns.
        """
        found, others = list[str](), list[str]()
        for (form, board), several in groupby(texts, self._form):
            same = list(several)
            others += same
            if board and len(same) > 2 and (loop := self._over_squares(form, board, same)):
                found += [*in_families(others[: -len(same)], self.names, most), loop]
                others = []
        return found + in_families(others, self.names, most)

    def _form(self, text: str) -> tuple[str, Board | None]:
        """The text without its squares and numbers, and the board that these are of, if one is."""
        for board in self._boards:
            without, squares = self._placed(text, board)
            if 0 < len(squares) <= len(_SIGNS):
                return _NUMBER.sub(lambda one: "0" if one[0].isdigit() else one[0], without), board
        return text, None

    def _placed(self, text: str, board: Board) -> tuple[str, tuple[Square, ...]]:
        """The text with signs in the place of its squares, and these, each once."""
        of = ((self._groups.get(one.name), one) for one in self._model.groups)
        on = {n for n, one in of if isinstance(one, OnBoard | Sides) and one.board == board}
        squares = dict[Square, str]()

        def sign(square: str) -> str:
            return squares.setdefault(board.square(square), _SIGNS[len(squares) :][:1])

        def placed(found: re.Match[str]) -> str:
            name, row, column, one, other, listed = found.groups()
            if row and name in on:
                return f"{name}[{sign(f'r{row}c{column}')}]"
            if one and name in on:
                return f"{name}[{sign(one)}, {sign(other)}]"
            first = next(iter(squares), None) if name == self._boards[board] else None
            if first and listed == " ".join(map(str, board.beside(first))):
                return f"{name}.beside({squares[first]})"
            return found[0]

        return _AT.sub(placed, text), tuple(squares)

    def _over_squares(self, form: str, board: Board, texts: Sequence[str]) -> str:
        """The texts as a loop over squares, or groups of them, of a board, if that is shorter."""
        placed = [self._placed(text, board) for text in texts]
        rows, width = [squares for _, squares in placed], len(placed[0][1])
        if re.fullmatch(r"\w+\[.\]", form):
            return ""  # variables alone, of which there are shorter lists
        taken = {*re.findall(r"\w+", form), *self.names}
        names = [name for name in (("cell", "at") if width == 1 else "abcd") if name not in taken]
        if len(names) < width or not taken.isdisjoint(("i", "j", "line")):
            return ""
        forms, names = [*dict.fromkeys(one for one, _ in placed)], names[:width]
        walk = self._walk(board, rows, names) if len(forms) == 1 else ""
        if width == 2 and not walk:
            walk, forms = self._walk_along(board, placed, names)
        if not walk:
            return ""
        text = forms[0]
        for sign, name in zip(_SIGNS, names, strict=False):
            text = text.replace(sign, name)
        loop = f"[{text} {walk}]"
        return loop if size([loop]) < size(in_families(texts, self.names)) else ""

    def _walk(self, board: Board, rows: Sequence[tuple[Square, ...]], names: Sequence[str]) -> str:
        """The loop over these squares, or groups of squares; empty if the board has none."""
        name = self._boards[board]
        if len(names) == 1:
            squares = [square for (square,) in rows]
            listed = literal(" ".join(map(str, squares)))
            over = "open" if squares == [*board.open] else f"squares_at({listed})"
            return f"for {names[0]} in {name}.{over}"
        both = ", ".join(names)
        for over, family in self._every_family(board):
            if _are_same(rows, map(tuple, family)):
                return f"for {both} in {over}"
            for word, choices in ("combinations", combinations), ("permutations", permutations):
                if _are_same(rows, (two for group in family for two in choices(group, 2))):
                    is_region = over.endswith("regions") and "region" not in self.names
                    line = "region" if is_region else "line"
                    return f"for {line} in {over} for {both} in {word}({line}, 2)"
        return ""

    def _walk_along(
        self, board: Board, placed: Sequence[tuple[str, tuple[Square, ...]]], names: Sequence[str]
    ) -> tuple[str, list[str]]:
        """The loop over each two squares of lines, and the text within, by how far they are apart.

        Both are empty if there is none.
        """
        rows = [squares for _, squares in placed]
        for over, family in self._every_family(board):
            if not _are_same(rows, (two for line in family for two in combinations(line, 2))):
                continue
            places = (combinations(range(len(line)), 2) for line in family)
            near = [j - i for line in places for i, j in line]
            forms = {_by_distance(text, d) for (text, _), d in zip(placed, near, strict=True)}
            if len(forms) == 1:
                return f"for line in {over} for {_ENUMERATED.format(*names)}", [*forms]
        return "", []

    def _every_family(self, board: Board) -> Iterator[tuple[str, Family]]:
        """Groups of squares that a board has, and their texts."""
        for text in (*FAMILIES, "rows + columns", "windows(2,2)"):
            with suppress(ModelError, LookupError):
                family, said = self._family(board, text)
                yield said, family

    def _array(self, nodes: Sequence[Node]) -> str:
        """Variables as a group, or a slice of one; empty if they are none."""
        whole = self._whole.get(identities(nodes))
        found = [self._place[node] for node in nodes if node in self._place]
        if whole or len(found) < max(2, len(nodes)) or len({id(group) for group, _ in found}) > 1:
            return whole or ""
        group, places = found[0][0], [place for _, place in found]
        shape = getattr(group, "shape", (len(group),))
        axes = block(places, shape)
        if axes is None:
            return ""
        cut = [cut_of(axis, size) for axis, size in zip(axes, shape, strict=True)]
        if len(nodes) < 3 and any(":" in one and one != ":" for one in cut):
            return ""
        while cut[-1] == ":":
            cut.pop()
        return f"{self._groups[group.name]}[{', '.join(cut)}]"


def _are_same(rows: Iterable[Any], others: Iterable[Any]) -> bool:
    """True if both have the same items in order; at the first other one no more are made."""
    return all(one == other for one, other in zip_longest(rows, others))


def _by_distance(text: str, distance: int) -> str:
    """The text with `j - i` in the place of a number, where that is the distance of squares."""

    def put(found: re.Match[str]) -> str:
        before, after = text[: found.start()].rstrip(), text[found.end() :].lstrip()
        is_term = before[-1:] in _OPERATORS or after[:1] in _OPERATORS
        return found[0] if found[0] != str(distance) else "(j - i)" if is_term else "j - i"

    return _NUMBER.sub(put, text)


def call(function: str, *arguments: str) -> str:
    """The call of a function."""
    return f"{function}({', '.join(arguments)})"


def is_one(node: Node) -> bool:
    """True for the number 1."""
    return isinstance(node, Constant) and node.constant == 1


def identities(nodes: Sequence[Node]) -> tuple[int, ...]:
    """The nodes as a key, which their `==` does not let them be."""
    return tuple(map(id, nodes))


def _values(values: Sequence[Any]) -> range | list[Any] | Data:
    """A domain, or keys: as a range, or as each two of one, if they are that."""
    if isinstance(values, range):
        return values
    whole = [*values]
    if (
        whole
        and type(whole[-1]) is tuple
        and (loops := loops_over("ij", whole))
        and loops[0].several
    ):
        return Data(f"combinations({literal(loops[0].over)}, 2)")
    line = range(whole[0], whole[0] + len(whole)) if whole and type(whole[0]) is int else []
    return line if isinstance(line, range) and [*line] == whole else whole


def _alike(one: Group, other: Group) -> bool:
    """True if groups of one class have equal variables and keys."""
    members = [[(v.name, v.domain) for v in group.variables] for group in (one, other)]
    return type(one) is type(other) and members[0] == members[1] and one.layout() == other.layout()
