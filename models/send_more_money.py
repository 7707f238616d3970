"""Cryptarithms: sums in which every letter stands for a digit."""

from collections.abc import Iterable, Sequence

from everyway.models import (
    Expression,
    Model,
    ModelError,
    VariableList,
    all_different,
    counted,
    known,
    puzzle,
    rule,
    total,
    variables,
)

_LONGEST = (
    "SO+MANY+MORE+MEN+SEEM+TO+SAY+THAT+THEY+MAY+SOON+TRY+TO+STAY+AT+HOME+SO+AS+TO+SEE+OR+HEAR"
    "+THE+SAME+ONE+MAN+TRY+TO+MEET+THE+TEAM+ON+THE+MOON+AS+HE+HAS+AT+THE+OTHER+TEN=TESTS"
)


@puzzle(
    known(
        "published",
        puzzle={
            "SEND+MORE=MONEY": 1,
            "DONALD+GERALD=ROBERT": 1,
            "TWO+TWO=FOUR": 7,
            "CROSS+ROADS=DANGER": 1,
            "EAT+THAT=APPLE": 1,
            "HAWAII+IDAHO+IOWA+OHIO=STATES": 1,
            "SATURN+URANUS+NEPTUNE+PLUTO=PLANETS": 1,
            "KYOTO+OSAKA=TOKYO": 1,
            "FORTY+TEN+TEN=SIXTY": 1,
            "ODD+ODD=EVEN": 2,
            "AA+BB+CC=ABC": 1,
            "ABC+DEF=GHIJ": 96,
        },
    ),
    known(
        "counted by two programs",
        puzzle={
            "SEND+MOST=MONEY": 16,
            "NO+GUN+NO=HUNT": 1,
            "GREEN+ORANGE=COLORS": 1,
            "ONE+TWO+SIX=NINE": 132,
            "WIRE+MORE=MONEY": 5,
            "BILL+WILLIAM+MONICA=CLINTON": 1,
            "ABCD+EFGB=EFCBH": 1,
            _LONGEST: 1,
        },
    ),
    known(
        "counted by two programs",
        puzzle={"A+B=C+D": 400, "AB+C=D+AE": 2128, "AB+CD=EF+GH": 10848, "AS+A=IF+I": 0},
    ),
    known(
        "triangular numbers, by Håkan Kjellerstrand",
        base={8: 0, 9: 0, 11: 3, 12: 6, 13: 10, 14: 15, 15: 21},
    ),
)
def send_more_money(puzzle: str = "SEND+MORE=MONEY", base: int = 10) -> Model:
    """SEND + MORE = MONEY, or any such sum: give each letter its digit.

    Every letter is one digit throughout, different letters are different digits, no number of
    several digits begins with 0, and both sides come to the same. Each side is a word or a sum of
    words. Small letters count as capitals.

    Source: H. E. Dudeney, The Strand Magazine 68 (July 1924), for the sum that is the default.
    """
    left, right = sides = _sides(puzzle)
    words = [*left, *right]
    digit = variables("digit", _letters(sides, base), range(base))
    columns = range(1, max(map(len, words)))
    return Model(
        _written(sides) + (f" in base {base}" if base != 10 else ""),
        digit,
        # Different letters are different digits.
        rule("different digits", all_different(digit)),
        # A number of several digits does not begin with 0.
        rule("no leading zero", (digit[letter] != 0 for letter in _initials(words))),
        # From the right, each number of columns adds up; a solver need not fill in the others.
        rule(
            "the columns add up (implied)",
            (_last(digit, left, k, base) == _last(digit, right, k, base) for k in columns),
        ),
        # The whole sum is right.
        rule("the sum is right", _sum(digit, left, base) == _sum(digit, right, base)),
    )


def _sides(puzzle: str) -> list[list[str]]:
    """The words on each side of the equals sign."""
    sides = [side.split("+") for side in "".join(puzzle.split()).upper().split("=")]
    if len(sides) != 2:
        raise ModelError(
            f"{puzzle!r} is no sum: write words with + between them on both sides of one =,"
            " such as SEND+MORE=MONEY"
        )
    for word in (word for side in sides for word in side):
        if not word:
            raise ModelError(f"{puzzle!r} lacks a word: write one before and after each + and =")
        if not word.isalpha():
            raise ModelError(f"{word!r} in {puzzle!r} must be letters alone")
    return sides


def _written(sides: Iterable[Iterable[str]]) -> str:
    return "=".join("+".join(side) for side in sides)


def _letters(sides: Sequence[Sequence[str]], base: int) -> list[str]:
    """Each letter once, in the order of the words."""
    if base < 2:
        raise ModelError(f"a sum in base {base} has no digits; write a base from 2")
    letters = list(dict.fromkeys("".join(word for side in sides for word in side)))
    if len(letters) > base:
        raise ModelError(
            f"{_written(sides)} has {counted(len(letters), 'letter')} for the"
            f" {base} digits of base {base}; write a sum of at most {counted(base, 'letter')}, or"
            f" base={len(letters)}"
        )
    return letters


def _initials(words: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(word[0] for word in words if len(word) > 1))


def _last(digit: VariableList, side: Sequence[str], columns: int, base: int) -> Expression:
    """The last `columns` digits of the sum of the words on one side."""
    ends = _sum(digit, (word[-columns:] for word in side), base)
    return ends if len(side) == 1 else ends % base**columns


def _sum(digit: VariableList, words: Iterable[str], base: int) -> Expression:
    """The sum of `words` as numbers in `base`, each letter once with all that it is worth."""
    worth: dict[str, int] = {}
    for word in words:
        for place, letter in enumerate(reversed(word)):
            worth[letter] = worth.get(letter, 0) + base**place
    return total(digit[letter] * value for letter, value in worth.items())
