"""The levels under construction, to which the lowering of every normal form adds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ....models.language.nodes import Node
from ..common import code as c
from ..common.code import INTEGER, Apply, Code, Constant, Define, Level, Register, Require
from ..reading.evaluation import Part, Translator, weighted
from ..reading.normal_forms import Domain, Literal, Total, word_of

WIDEST = 256
"""A word has so many bits at most; a variable of more values has a wide level."""


class Building:
    """The levels of a program under construction."""

    def __init__(
        self,
        names: Sequence[str],
        domains: Sequence[Domain],
        order: Sequence[int],
        width: int,
    ) -> None:
        self.names, self.domains, self.width = names, domains, width
        self.place_of = {name: place for place, name in enumerate(names)}
        self.depth_of = {place: depth for depth, place in enumerate(order)}
        self.levels = [
            _level(depth, p, names[p], domains[p], width) for depth, p in enumerate(order)
        ]
        self.possible = all(len(domain) > 0 for domain in domains)
        self.translate = Translator(self._variable, self.define)
        self.literals: dict[Literal, Code] = {}
        """The truth of literals, in registers."""
        self._registers = 0
        self._defined: dict[object, Register] = {}

    # ---------------------------------------------------------------------------- reading

    def depth(self, place: int) -> int:
        """The level of a variable; -1 where it has one value."""
        return self.depth_of.get(place, -1)

    def last(self, places: Iterable[int]) -> int:
        """The level at which all variables at `places` are chosen."""
        return max((self.depth(place) for place in places), default=-1)

    def value(self, place: int) -> Code:
        """The value of a variable, once it is chosen."""
        depth = self.depth(place)
        return c.integer(self.domains[place][0]) if depth < 0 else self.levels[depth].value

    def node_at(self, node: Node, depth: int) -> Code:
        """The value of an expression, or the truth of a constraint, to be read at `depth`."""
        return self.translate.at(node, depth).code

    def last_coefficient(self, total: Total) -> tuple[int, int | None]:
        """The level that completes a total, and the coefficient of that level's variable.

        None where the variable comes in any other way, or where its level has no words.
        """
        within = max([self.translate(node).depth for _, node in total.others], default=-1)
        depth = max(within, self.last((*total.variables, *(i.place for i in total.images))))
        own = [k for p, k in total.variables.items() if self.depth(p) == depth > within]
        return depth, own[0] if own and not self.levels[depth].wide else None

    def rest(self, total: Total, depth: int, without: int | None) -> Code:
        """`total` at `depth`, but for what the variable at the place `without` adds."""
        early: dict[int, list[tuple[int, Code]]] = {}
        for place, coefficient in total.variables.items():
            if place != without:
                early.setdefault(self.depth(place), []).append((coefficient, self.value(place)))
        for image in total.images:
            if image.place != without:
                found = self.image(image.place, image.amounts)
                early.setdefault(self.depth(image.place), []).append((1, found))
        for coefficient, node in total.others:
            at = self.translate(node).depth
            early.setdefault(at, []).append((coefficient, self.node_at(node, depth)))
        sums = {at: weighted(found) for at, found in early.items()}
        terms = [(1, self.kept(sums[at], at, depth)) for at in sorted(sums)]
        return weighted(terms, total.constant)

    def kept(self, code: Code, depth: int, reader: int) -> Code:
        """`code`, known at `depth`, for a reader further down."""
        plain = isinstance(code, Constant | Register)
        return code if plain or depth >= reader or depth < 0 else self.define(depth, code)

    def image(self, place: int, amounts: Mapping[int, int]) -> Code:
        """The image of a variable, once it is chosen."""
        depth = self.depth(place)
        if depth < 0:
            return c.integer(amounts[self.domains[place][0]])
        kept = [amounts[value] for value in self.domains[place]]
        if min(kept) == max(kept):
            return c.integer(kept[0])
        filler = kept[0]  # in the place of values that are not in the domain
        found = [amounts.get(value, filler) for value in self.bits(depth)]
        return c.look_up(found, self.levels[depth].index)

    def bits(self, depth: int) -> Sequence[int]:
        """The value that each bit of a level's word stands for, in the domain or between."""
        level = self.levels[depth]
        if level.values is not None:
            return level.values
        domain = self.domains[level.place]
        return range(level.low, domain[-1] + 1)

    def bits_of(self, depth: int, values: Iterable[int]) -> int:
        """The bits of those of `values` that are in the domain of a level."""
        level = self.levels[depth]
        domain = self.domains[level.place]
        if level.values is not None:
            wanted = set(values)
            return sum(1 << bit for bit, value in enumerate(level.values) if value in wanted)
        return sum(1 << (v - level.low) for v in set(values) if v in domain)

    # ----------------------------------------------------------------------------- adding

    def name(self, prefix: str) -> str:
        """A new name for a register."""
        self._registers += 1
        return f"{prefix}{self._registers}"

    def define(self, depth: int, code: Code, prefix: str = "r") -> Code:
        """A register of the level, set by its choice, one for equal code; a constant stays one."""
        if isinstance(code, Constant) or depth < 0:
            return code
        shape = (depth, _shape(code))
        if shape not in self._defined:
            register = c.register(self.name(prefix), code.kind, code.bounds)
            self._defined[shape] = register
            self.levels[depth].after.append(Define(register, code))
        return self._defined[shape]

    def filter(self, depth: int, word: Code) -> None:
        """Only the bits of `word` are candidates of a level."""
        level = self.levels[depth]
        if isinstance(word, Constant):
            level.domain &= word.number
            self.possible = self.possible and level.domain != 0
        else:
            level.filters.append(word)

    def require(self, depth: int, flag: Code) -> None:
        """The choice of a level stands only if `flag` is true."""
        if isinstance(flag, Constant):
            self.possible = self.possible and bool(flag.number)
        elif depth < 0:
            raise AssertionError("what is known before any choice is a constant")
        else:
            self.levels[depth].after.append(Require(flag))

    def _variable(self, name: str) -> Part:
        place = self.place_of[name]
        return Part(self.value(place), c.TRUE, self.depth(place))


def _shape(code: Code) -> object:
    """Equal for an operation on the same registers and constants; otherwise the code itself."""
    if not isinstance(code, Apply):
        return code
    parts = [(p.kind, p.number) if isinstance(p, Constant) else p for p in code.operands]
    return code.kind, code.operator, *parts


def _level(depth: int, place: int, name: str, domain: Domain, width: int) -> Level:
    first, last = domain[0], domain[-1]
    direct = last - first < WIDEST
    wide = not direct and len(domain) > WIDEST
    contiguous = isinstance(domain, range) and domain.step == 1
    values = None if direct or (wide and contiguous) else domain
    bits = 0 if wide else word_of(domain if direct else range(len(domain)))
    highest = len(domain) - 1 if values is not None else last - first
    return Level(
        place,
        name,
        bits,
        first,
        values,
        bit=c.register(f"b{depth}", width),
        index=c.register(f"k{depth}", INTEGER, (0, highest)),
        value=c.register(f"x{depth}", INTEGER, (first, last)),
        wide=wide,
    )
