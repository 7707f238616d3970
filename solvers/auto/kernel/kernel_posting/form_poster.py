"""From normal forms to propagators of the kernel."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import assert_never

from .....models.language.keeping import cached_property, keeping
from ....harness.compiling.machine_words import FAR, WORD
from ...reading import normal_forms as forms
from ...reading.normal_forms import Domain, Form, Image, Total, Unposted
from ..machine_source import kinds
from ..machine_source import records as at
from ..machine_source.circuits import CONNECTED
from ..machine_source.sum_bounds import IS_LITERAL, IS_VARIABLE
from .builder import CHEAP, COSTLY, LINEAR, Builder
from .posted_comparisons import Term as Term
from .posted_comparisons import graph_of, pair_of, post_distinct, post_same
from .posted_nodes import Nodes
from .posted_tables import Item, image_of, post_form, post_table, union_of

# ----------------------------------------------------- Automata that read the values of variables.


def post_automaton(poster: Poster, form: forms.Automaton) -> None:
    """Require that an automaton accepts the values at some places."""
    builder, places = poster.builder, form.places
    symbols = sorted({value for _, value in form.step})
    known = (form.start, *form.accepting, *form.step.values(), *(s for s, _ in form.step))
    states = 1 + max(known)
    words = (states + WORD - 1) // WORD
    inner = [_layer(range(states), words)] * (len(places) - 1)
    layers = [_layer([form.start], words), *inner, _layer(form.accepting, words)]
    arguments = [len(places), len(symbols), states, words]
    arguments.append(builder.allot(word for layer in layers for word in layer))
    arguments.append(builder.allot(_following(form, symbols, states)))
    arguments += [builder.allot([0] * words), builder.allot([0] * len(layers))]
    values = builder.allot(symbols), builder.allot(range(len(symbols)))
    waits = []
    for place in places:
        v, is_numbered = _read(poster, poster.variables[place], symbols)
        arguments += [v, 0, values[is_numbered]]
        waits.append((v, at.ANY))
    builder.propagator(kinds.AUTOMATON, COSTLY, arguments, waits)


def _read(poster: Poster, v: int, symbols: list[int]) -> tuple[int, bool]:
    """A variable to be read for `v`; true if it is the number of the symbol."""
    if poster.builder.is_word(v):
        return v, False
    number = poster.auxiliary(range(max(len(symbols), 1)))
    post_table(poster.builder, [v, number], [(value, n) for n, value in enumerate(symbols)])
    return number, True


def _layer(states: range | frozenset[int] | list[int], words: int) -> list[int]:
    word = sum(1 << state for state in states)
    return [word >> shift & ((1 << WORD) - 1) for shift in range(0, words * WORD, WORD)]


def _following(form: forms.Automaton, symbols: list[int], states: int) -> list[int]:
    """The state that follows, by symbol and state; -1 for none."""
    number = {symbol: place for place, symbol in enumerate(symbols)}
    following = [-1] * (len(symbols) * states)
    for (state, symbol), after in form.step.items():
        following[number[symbol] * states + state] = after // WORD * 64 + after % WORD
    return following


# --------------------------------- Sums of literals that are clauses, or items of the exact cover.


def post_literals(builder: Builder, terms: Sequence[Term], low: int, high: int) -> bool:
    """Require a sum of literals from `low` to `high`; False where other propagators are for it."""
    memory, some = builder.memory, []
    for factor, kind, record in terms:
        literal = record if kind == IS_LITERAL else builder.as_literal(record)
        if factor not in (1, -1) or not literal or memory[literal + at.MEANS] != at.IN:
            return False
        if factor < 0:
            literal, low, high = builder.negation(literal), low + 1, high + 1
        bits = memory[literal + at.AMOUNT]
        if bits == memory[memory[literal] + at.BITS]:
            low, high = low - 1, high - 1  # it holds in any case
        elif bits:
            some.append(literal)
    return _post(builder, some, low, high)


def _post(builder: Builder, some: Sequence[int], low: int, high: int) -> bool:
    number = len(some)
    if low > number or high < 0:
        builder.infeasible = True
    elif high == 0:
        builder.require(map(builder.negation, some))
    elif low == number:
        builder.require(some)
    elif low <= 0 and high >= number:
        return True
    elif len(set(some)) < number:
        return False
    elif low == 1 and high >= number:
        builder.clause(some)
    elif low <= 0 and high == number - 1:
        builder.clause(map(builder.negation, some))
    elif high == 1:
        builder.items.add(tuple(some), is_needed=low == 1)
    else:
        return False
    return True


# -------------------------------------------------------------------- Tasks that share a capacity.


def post_cumulative(poster: Poster, form: forms.Cumulative) -> None:
    """Require that the demands of tasks sum to at most a capacity at every time."""
    builder = poster.builder
    capacity = _number(poster, form.capacity)
    tasks = [[_number(poster, total) for total in task] for task in form.tasks]
    for v, offset in [capacity, *(number for task in tasks for number in task[1:])]:
        builder.clause([builder.literal(v, at.AT_LEAST, -offset)])
    numbers = [capacity, *(number for task in tasks for number in task)]
    greatest = max(abs(end + offset) for v, offset in numbers for end in builder.ends(v))
    if greatest >= FAR // (4 * len(tasks) + 4):
        raise Unposted("numbers are too great")
    least = sorted(builder.ends(v)[0] + offset for _, _, (v, offset) in tasks)
    alone = (
        len(tasks) > 1
        and sum(least[:2]) > builder.ends(capacity[0])[1] + capacity[1]
        and least[0] > 0
    )
    room = 0 if alone else builder.allot([0] * (4 * len(tasks)))
    written = [n for task in tasks for number in task for n in number]
    arguments = [*capacity, room, len(tasks), *written]
    waits = [(v, at.BOUNDS) for v, _ in numbers]
    builder.propagator(kinds.CUMULATIVE, LINEAR, arguments, waits)


def _number(poster: Poster, total: Total) -> tuple[int, int]:
    """A variable and a number that are a total together."""
    if total.variables or total.images or total.others:
        return poster.offset(total)
    return poster.builder.memory[poster.builder.true + at.OF], total.constant - 1


# ----------------------------------------------------- Circuits, and numbers of values.


MOST_WINDOWS = 100
"""The most words of values of which different ones are counted."""


def post_circuit(poster: Poster, form: forms.Circuit) -> None:
    """Require that successors form one tour."""
    builder, size = poster.builder, len(form.places)
    after = [poster.variables[place] for place in form.places]
    if not form.partial and size > 1:
        for node, v in enumerate(after):
            builder.clause([builder.literal(v, at.IS_NOT, node)])
    places = [builder.allot(numbers) for numbers in (after, *[range(size)] * 3)]
    arguments = [int(form.partial), size, 0, 0, *places]
    p = builder.propagator(kinds.CIRCUIT, CHEAP, arguments, [(v, at.ANY) for v in after])
    arguments = [0, 0, p, graph_of(builder, size, (size - 1) // WORD + 1), *range(size)]
    builder.memory[p + CONNECTED] = builder.companion(p, kinds.CONNECTED, COSTLY, arguments)


def post_nvalue(poster: Poster, form: forms.NValue) -> None:
    """Require that variables take so many different values."""
    builder = poster.builder
    variables = [poster.variables[place] for place in form.places]
    ends = [builder.ends(v) for v in variables]
    least = min((low for low, _ in ends), default=0)
    windows = (max((high for _, high in ends), default=0) - least) // WORD + 1
    if windows > MOST_WINDOWS:
        raise Unposted("values are too far apart")
    taken, some = (builder.allot([0] * windows) for _ in range(2))
    arguments = [form.low, form.high, least, windows, taken, some, len(variables), *variables]
    builder.propagator(kinds.NVALUE, LINEAR, arguments, [(v, at.ANY) for v in variables])


_MEANINGS = {"==": at.IS, "!=": at.IS_NOT, "<=": at.AT_MOST, ">=": at.AT_LEAST}


class Poster:
    """Posts forms over the variables of a task, by place."""

    def __init__(
        self, builder: Builder, variables: Sequence[int], place_of: Mapping[str, int]
    ) -> None:
        self.builder, self.variables, self.place_of = builder, list(variables), place_of
        self.auxiliaries: list[int] = []
        self.chosen: dict[tuple[Item, ...], list[tuple[Item, int]]] = {}
        """By array, each place that is chosen, and the variable that equals the item there."""
        self.items: set[int] = set()
        """Items of arrays, which mostly follow from the places that are chosen."""
        self.indices: set[int] = set()
        """Variables that are such places."""
        self.union = keeping(partial(union_of, self))
        """The values of items of an array, or all between these."""
        self.offset = keeping(self._offset)
        """A variable and the number that is added to it, which together are a term."""
        self.literal = keeping(self._literal)
        """The literal that compares the variable at a place with a number, by a relation."""

    @cached_property
    def nodes(self) -> Nodes:
        """Posts what has no normal form of its own."""
        return Nodes(self)

    def post(self, form: Form) -> None:
        """Require a form."""
        match form:
            case forms.Distinct((one, other), None):
                self.builder.differ(self.offset(one), self.offset(other))
            case forms.Distinct(different, exempt):
                post_distinct(self.builder, [*map(self.offset, different)], exempt)
            case forms.Linear(total, low, high):
                constant, terms = self.terms(total)
                self.linear(
                    terms,
                    -FAR if low is None else low - constant,
                    FAR if high is None else high - constant,
                )
            case forms.Clause(literals):
                self.builder.clause(map(self.literal, literals))
            case forms.Table(places):
                post_form(self.builder, [self.variables[place] for place in places], form)
            case forms.Automaton():
                post_automaton(self, form)
            case forms.Circuit():
                post_circuit(self, form)
            case forms.NValue():
                post_nvalue(self, form)
            case forms.Cumulative():
                post_cumulative(self, form)
            case forms.Logic(constraint):
                self.nodes.require(constraint)
            case _:
                assert_never(form)

    def _literal(self, literal: forms.Literal) -> int:
        place, relation, number = literal
        v = self.variables[place]
        low, high = self.builder.ends(v)  # beyond them all numbers are alike
        return self.builder.literal(v, _MEANINGS[relation], min(max(number, low - 1), high + 1))

    # ------------------------------------------------------------------------------ sums

    def terms(self, total: Total) -> tuple[int, list[Term]]:
        """The constant and the terms of a total."""
        constant = total.constant
        terms = [
            (factor, IS_VARIABLE, self.variables[place])
            for place, factor in total.variables.items()
        ]
        for image in total.images:
            if len(set(image.amounts.values())) == 1:
                constant += min(image.amounts.values())
                continue
            least, term = self.image(image)
            constant += least
            terms.append(term)
        for factor, expression in total.others:
            more, parts = self.nodes.term(expression)
            constant += factor * more
            terms.extend((factor * each, kind, record) for each, kind, record in parts)
        return constant, terms

    def image(self, image: Image) -> tuple[int, Term]:
        """The amount to add, and a term, that together are an image."""
        v = self.variables[image.place]
        amounts = sorted(set(image.amounts.values()))
        if len(amounts) != 2:
            return 0, (1, IS_VARIABLE, image_of(self, image))
        low, high = amounts
        flags = {value: int(amount == high) for value, amount in image.amounts.items()}
        if self.builder.is_word(self.builder.number(v)):
            true = self.builder.among(v, [value for value, flag in flags.items() if flag])
            return low, (high - low, IS_LITERAL, true)
        return low, (high - low, IS_VARIABLE, image_of(self, Image(image.place, flags)))

    def linear(self, terms: Sequence[Term], low: int, high: int, guard: int = 0) -> None:
        """Require a sum from `low` to `high`, where the guard holds if there is one.

        An end of -FAR or FAR is none: no sum that is not refused comes near it.
        """
        self.refuse_far(terms, *(end for end in (low, high) if abs(end) != FAR))
        if not guard and post_literals(self.builder, terms, low, high):
            return
        if not guard and len(terms) == 1 and terms[0][0] and terms[0][1] == IS_VARIABLE:
            self._between(terms[0][0], terms[0][2], low, high)
            return
        if not guard and low == high and (pair := pair_of(-low, terms)) is not None:
            post_same(self.builder, 0, *pair)
            return
        arguments = [guard, low, high, len(terms), *(n for term in terms for n in term)]
        self.builder.propagator(kinds.LINEAR, LINEAR, arguments, self.waits(terms, guard))

    def _between(self, factor: int, v: int, low: int, high: int) -> None:
        """Require a multiple of a variable from `low` to `high`."""
        if factor < 0:
            factor, low, high = -factor, -high, -low
        if low > -FAR:
            self.builder.require([self.builder.literal(v, at.AT_LEAST, -(-low // factor))])
        if high < FAR:
            self.builder.require([self.builder.literal(v, at.AT_MOST, high // factor)])

    def refuse_far(self, terms: Iterable[Term], *numbers: int) -> None:
        """Raises: Unposted for a sum of which a part may leave what the kernel computes with."""
        most, ends = 0, self.builder.ends
        for factor, kind, record in terms:
            if kind == IS_VARIABLE:
                low, high = ends(record)
                most += abs(factor) * max(-low, high)
            else:
                most += abs(factor)
        if max(most, *map(abs, numbers), 0) >= FAR // 4:
            raise Unposted("numbers are too great")

    def bounds(self, terms: Iterable[Term]) -> tuple[int, int]:
        """The least and the greatest value of a sum."""
        least = most = 0
        for factor, kind, record in terms:
            low, high = self.builder.ends(record) if kind == IS_VARIABLE else (0, 1)
            least += min(factor * low, factor * high)
            most += max(factor * low, factor * high)
        return least, most

    def waits(
        self, terms: Sequence[Term], guard: int, event: int = at.BOUNDS
    ) -> dict[int, int] | list[tuple[int, int]]:
        """The variables of a sum and its guard; of those alone, the event that is waited for."""
        if not guard and {kind for _, kind, _ in terms} == {IS_VARIABLE}:
            return dict.fromkeys([record for _, _, record in terms], event)
        waits_for = self.builder.waits_for
        waits = [(v, event) if kind == IS_VARIABLE else waits_for(v) for _, kind, v in terms]
        return [*waits, waits_for(guard)] if guard else waits

    # -------------------------------------------------------------------------- distinct

    def _offset(self, term: Total | forms.Absolute) -> tuple[int, int]:
        if type(term) is Total and len(term.variables) == 1 and not (term.images or term.others):
            ((place, factor),) = term.variables.items()
            if factor == 1:
                return self.variables[place], term.constant
        return self.defined(term), 0

    def defined(self, term: Total | forms.Absolute) -> int:
        """A variable that equals a term."""
        if isinstance(term, forms.Absolute):
            return self.nodes.distance(*self.terms(term.total))
        constant, terms = self.terms(term)
        least, most = self.bounds(terms)
        v = self.auxiliary(range(constant + least, constant + most + 1))
        self.linear([*terms, (-1, IS_VARIABLE, v)], -constant, -constant)
        return v

    def auxiliary(self, domain: Domain) -> int:
        """A new variable that the others determine."""
        v = self.builder.variable(domain)
        self.auxiliaries.append(v)
        return v
