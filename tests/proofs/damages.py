"""Damaged proofs: whatever is done to one, the checker must never accept a wrong answer."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from everyway.proofs import check

Lines = list[str]
HEADER = 5


def drop(random: Random, lines: Lines, at: int) -> None:
    del lines[at : at + random.randint(1, 3)]


def move(random: Random, lines: Lines, at: int) -> None:
    line = lines.pop(at)
    lines.insert(random.randrange(HEADER, len(lines) + 1), line)


def repeat(random: Random, lines: Lines, at: int) -> None:
    lines.insert(at, random.choice(lines[HEADER:]))


def replace(random: Random, lines: Lines, at: int) -> None:
    lines[at] = random.choice(["s", "e", "end", "b 0", "x 0", "x 1", "r 0 0:0", "v 0", ""])


def renumber(random: Random, lines: Lines, at: int) -> None:
    words = re.split("([ :,])", lines[at])
    place = random.randrange(len(words))
    if words[place].lstrip("-").isdigit():
        near = int(words[place]) + random.choice([-2, -1, 1, 2])
        words[place] = str(random.choice([near, random.randint(-6, 6)]))
    lines[at] = "".join(words)


def remove_more(random: Random, lines: Lines, at: int) -> None:
    if lines[at].startswith("r "):
        v, x = random.randrange(4), random.randrange(3)
        lines[at] += random.choice([f" {v}:{x}", f",{x}", f" {v}:{x},{x}"])


def remove_fewer(random: Random, lines: Lines, at: int) -> None:
    if lines[at].startswith("r "):
        lines[at] = re.sub("[ ,][0-9:]+$", "", lines[at])


def explain_by_another(random: Random, lines: Lines, at: int) -> None:
    words = lines[at].split(" ")
    if words[0] in ("r", "x"):
        words[1] = str(random.randrange(4))
    elif words[0] not in ("s", "b", "v", "e", "end"):
        words[random.randrange(len(words))] = str(-random.randint(1, 4))
    lines[at] = " ".join(words)


DAMAGES: tuple[Callable[[Random, Lines, int], None], ...] = (
    drop,
    move,
    repeat,
    replace,
    renumber,
    remove_more,
    remove_fewer,
    explain_by_another,
)


def damaged(random: Random, lines: Lines) -> Lines:
    """A copy of the lines of a proof, its steps damaged once or twice."""
    found = list(lines)
    for _ in range(random.randint(1, 2)):
        if len(found) > HEADER:
            random.choice(DAMAGES)(random, found, random.randrange(HEADER, len(found)))
    return found


def believed(lines: Lines) -> check.Checked | None:
    """The answer of the checker where a liar claims the number that the lines come to."""
    for _ in range(2):
        try:
            return check.check(iter(lines))
        except check.Refuted as error:
            words = str(error).split()
            if "claimed" not in words:
                return None
            lines = [*lines[: HEADER - 1], f"solutions {words[-1]}", *lines[HEADER:]]
        except check.NoProof:
            return None
    return None
