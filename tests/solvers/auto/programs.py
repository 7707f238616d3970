"""Programs of the compiled solver written by hand, and a small interpreter of what they mean."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from everyway.solvers.auto.common import code as c
from everyway.solvers.auto.common.code import (
    INTEGER,
    Apply,
    Code,
    Constant,
    Define,
    Level,
    Lookup,
    Program,
    Register,
    Step,
)

Environment = dict[Code, int]
Row = tuple[int, ...]

# ------------------------------------------------------------------- what programs mean


def interpreted(program: Program) -> list[Row]:
    """Every row of a program, in the order of its levels."""
    return [
        tuple(chosen[place] for place in range(len(program.names)))
        for chosen in below(program, 0, {}, program.fixed)
    ]


def below(
    program: Program, number: int, known: Environment, chosen: dict[int, int]
) -> Iterator[dict[int, int]]:
    if number == len(program.levels):
        yield chosen
        return
    level, known = program.levels[number], dict(known)
    candidates = level.domain
    for filter in level.filters:
        candidates &= evaluate(filter, known)
    for index in range(level.domain.bit_length()):
        if candidates >> index & 1:
            value = level.low + index if level.values is None else level.values[index]
            inner = {**known, level.bit: 1 << index, level.index: index, level.value: value}
            if run(level.after, inner):
                yield from below(program, number + 1, inner, {**chosen, level.place: value})


def run(steps: Sequence[Step], known: Environment) -> bool:
    for step in steps:
        if isinstance(step, Define):
            known[step.register] = evaluate(step.code, known)
        elif not evaluate(step.code, known):
            return False
    return True


def evaluate(code: Code, known: Environment) -> int:
    """The value of an expression; words have exactly their bits."""
    match code:
        case Constant():
            return code.number
        case Register():
            return known[code]
        case Lookup():
            entries, index = code.entries, evaluate(code.index, known)
            return entries[index] if 0 <= index < len(entries) else 0
        case Apply(operator="select", operands=(flag, then, otherwise)):
            return evaluate(then if evaluate(flag, known) else otherwise, known) & kept(code)
        case Apply():
            values = [evaluate(operand, known) for operand in code.operands]
            number = operate(code, values)
            return number & kept(code)
    raise TypeError(code)


def operate(code: Apply, values: list[int]) -> int:
    if code.operator in MEANINGS:
        return int(MEANINGS[code.operator](*values))
    first, *others = values
    width = code.operands[0].kind
    match code.operator, others:
        case "popcount", []:
            return (first & ones(width)).bit_count()
        case "mask", []:
            return ones(code.kind) * first
        case "shift", [by]:
            return first << by if by >= 0 else (first & ones(width)) >> -by
        case "bit", []:
            return 1 << first if 0 <= first < code.kind else 0
        case "has", [index]:
            return int(0 <= index < width and first >> index & 1)
        case "span", [high]:
            return sum(1 << bit for bit in range(code.kind) if first <= bit <= high)
    raise TypeError(code.operator)


def kept(code: Code) -> int:
    """The bits that an expression may have: all of them, if it is an integer."""
    return ones(code.kind) if code.kind > 0 else -1


def ones(width: int) -> int:
    return (1 << width) - 1


MEANINGS: dict[str, Callable[..., int | bool]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "//": lambda a, b: a // b if b else 0,
    "%": lambda a, b: a % b if b else 0,
    "min": min,
    "max": max,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    "and": lambda *flags: all(flags),
    "or": lambda *flags: any(flags),
    "not": lambda flag: not flag,
    "integer": lambda flag: flag,
    "&": lambda a, b: a & b,
    "|": lambda a, b: a | b,
    "~": lambda a: ~a,
}


# -------------------------------------------------------------------- programs by hand


def level(place: int, count: int, low: int, width: int, values: Row | None = None) -> Level:
    ends = (low, low + count - 1) if values is None else (min(values), max(values))
    return Level(
        place,
        f"x{place}",
        ones(count),
        low,
        values,
        c.register(f"bit{place}", width),
        c.register(f"index{place}", INTEGER, (0, count - 1)),
        c.register(f"value{place}", INTEGER, ends),
    )


def program_of(levels: list[Level], width: int, fixed: dict[int, int] | None = None) -> Program:
    size = len(levels) + len(fixed or {})
    return Program(tuple(f"x{place}" for place in range(size)), width, levels, fixed or {})


def queens(size: int, width: int) -> Program:
    """A used word of the columns, and two of the diagonals that move by a bit from row to row."""
    levels = [level(row, size, 0, width) for row in range(size)]
    used: list[Code] = [c.word(0, width)] * 3
    for row, here in enumerate(levels):
        taken = c.either(c.either(used[0], used[1]), used[2])
        here.filters = [c.complement(taken)] if row else []
        used = [
            define(here, f"{name}{row}", c.shift(c.either(word, here.bit), c.integer(by)))
            for word, name, by in zip(
                used, ("column", "rising", "falling"), (0, 1, -1), strict=True
            )
        ]
    return program_of(levels, width)


def define(here: Level, name: str, code: Code) -> Register:
    register = c.register(name, code.kind, code.bounds)
    here.after.append(Define(register, code))
    return register


def magic(size: int) -> Program:
    """Squares by rows, with what every line still needs as an interval of values."""
    count, width = size * size, 32
    goal = size * (count + 1) // 2
    lines = [range(row * size, row * size + size) for row in range(size)]
    lines += [range(column, count, size) for column in range(size)]
    lines += [range(0, count, size + 1), range(size - 1, count - 1, size - 1)]
    levels = [level(place, count, 1, width) for place in range(count)]
    used: Code = c.word(0, width)
    needs: dict[range, Code] = {line: c.integer(goal) for line in lines}
    for place, here in enumerate(levels):
        here.filters = [c.complement(used)]
        used = define(here, f"used{place}", c.either(used, here.bit))
        for number, line in enumerate(lines):
            if place in line:
                rest = sum(other > place for other in line)
                low = c.subtract(needs[line], c.integer(1 + sum(range(count, count - rest, -1))))
                high = c.subtract(needs[line], c.integer(1 + sum(range(rest + 1))))
                here.filters.append(c.span(low, high, width))
                needs[line] = define(
                    here, f"n{number}_{place}", c.subtract(needs[line], here.value)
                )
    return program_of(levels, width)
