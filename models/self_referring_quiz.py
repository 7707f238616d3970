"""A quiz about itself: five questions, and all that they ask about is the answers."""

from collections.abc import Iterable

from everyway.models import (
    Constraint,
    Expression,
    Model,
    Rule,
    all_of,
    among,
    exactly,
    implies,
    known,
    puzzle,
    rule,
    variables,
)

LETTERS = ["A", "B", "C", "D", "E"]


@puzzle(known("made to have one solution", count=1))
def self_referring_quiz() -> Model:
    """A quiz of five questions with the answers A to E, all about the answers themselves.

    1. How many answers are A?                 A: 0   B: 1   C: 2   D: 3   E: 4
    2. The first question with answer A is …   A: 1   B: 2   C: 3   D: 4   E: 5
    3. The answer to question 5 is …           A: E   B: D   C: C   D: B   E: A
    4. How many answers are vowels?            A: 1   B: 2   C: 3   D: 4   E: 5
    5. Which one other has this answer?        A: 4   B: 3   C: 2   D: 1   E: none

    `answer[1]` is the letter that answers question 1.

    Source: made for this collection, after the quizzes of Raymond Smullyan and Jim Propp.
    """
    answer = variables("answer", range(1, 6), LETTERS)
    first, second, third, fourth, fifth = answer
    return Model(
        "a quiz about itself",
        answer,
        # The letter of each answer stands beside what is true: how many answers are A,
        _question("1: number of A", first, (exactly(answer, "A", n) for n in range(5))),
        # which question is the first with the answer A,
        _question("2: first A", second, (_first(answer, place, "A") for place in range(5))),
        # which letter answers question 5: E beside A, back to A beside E,
        _question("3: answer to 5", third, (fifth == letter for letter in "EDCBA")),
        # how many answers are vowels, of which these letters have two,
        _question("4: vowels", fourth, (among(answer, ["A", "E"], n) for n in range(1, 6))),
        # and which question, from the fourth back to the first or none, has the answer of the
        # fifth too.
        _question(
            "5: the same answer",
            fifth,
            (_only(answer[:4], place, fifth) for place in (3, 2, 1, 0, None)),
        ),
    )


def _question(label: str, answer: Expression, facts: Iterable[Constraint]) -> Rule:
    """If a letter is the answer, the fact beside it is true."""
    choices = zip(LETTERS, facts, strict=True)
    return rule(label, (implies(answer == letter, fact) for letter, fact in choices))


def _first(answers: Iterable[Expression], place: int, letter: str) -> Constraint:
    """The first of `answers` that is `letter` stands at `place`."""
    *before, here = list(answers)[: place + 1]
    return all_of([*(answer != letter for answer in before), here == letter])


def _only(answers: Iterable[Expression], place: int | None, mine: Expression) -> Constraint:
    """The answer at `place` is `mine`, and no other; none at all where there is no place."""
    return all_of(
        answer == mine if here == place else answer != mine for here, answer in enumerate(answers)
    )
