"""Sessions: what they refuse, their limits, and how quickly they follow an editor."""

from __future__ import annotations

import time
from random import Random
from statistics import mean

import pytest

from everyway.comparer import unique
from everyway.explainer import Live, candidates, live, why
from everyway.models import Model, ModelError, predicate, rule, variable, variables
from everyway.models.queens import queens
from everyway.models.sudoku import sudoku
from everyway.solvers import Disagreement, Incomplete, Unsupported, first
from everyway.solvers.sat.refuted_clauses import GuardedSearch

PAIR = X, Y = variables("x", 2, range(3))
CHAIN = Model("a chain", PAIR, X < Y)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("x[9]", 0, "a chain has no variable 'x\\[9\\]'; did you mean"),
        ("x[0]", 7, "x\\[0\\] can never be 7: it is not in its domain"),
        ("x[0]", [1], "x\\[0\\] can never be \\[1\\]"),
        ("x", 1, "a chain has no variable 'x'"),
    ],
)
def test_a_given_that_cannot_be_is_refused(name: str, value: object, said: str) -> None:
    with live(CHAIN) as session:
        with pytest.raises(ModelError, match=said):
            session.given(name, value)
        assert session.added == ()


def test_a_rule_over_other_variables_is_refused_and_the_session_goes_on() -> None:
    z = variable("z", range(3))
    with live(CHAIN) as session:
        for wrong in (z > 1, [z, z > 1], z, [], "x < y", 7):
            with pytest.raises(ModelError):
                session.add(wrong)
        high = session.add(rule("high", X > 0))
        assert (str(high), session.added) == ("high", (high,))
        assert dict(session.candidates().same) == {"x[0]": 1, "x[1]": 2}
        session.remove(high)
        with pytest.raises(ModelError, match="high is not there to be taken away"):
            session.remove(high)


def test_what_clauses_cannot_say_leaves_the_session_as_it_was() -> None:
    wide = variables("w", 5, range(40))
    with live(Model("wide", wide)) as session:
        with pytest.raises(Unsupported, match="assignments, more than"):
            session.add(predicate(lambda *values: sum(values) == 7, wide))
        session.add(wide[0] + wide[1] == 78)
        assert session.candidates().same == {"w[0]": 39, "w[1]": 39}


def test_an_objective_is_refused() -> None:
    with pytest.raises(ModelError, match="each rule may change the best value"):
        live(CHAIN.minimising(X))


def test_a_session_that_is_closed_says_so() -> None:
    with live(CHAIN) as session:
        pass
    for ask in (session.solution, session.candidates, lambda: session.add(X > 0)):
        with pytest.raises(ModelError, match="the session is closed; begin another"):
            ask()


def test_labels_are_given_and_said_as_they_are() -> None:
    x, y = two = variables("x", 2, ("red", "green", "blue"))
    with live(Model("colours", two, x != y)) as session:
        session.given(x, "red")
        assert session.candidates().values == {"x[0]": ("red",), "x[1]": ("green", "blue")}
        session.add(y != "blue")
        assert session.is_unique()
        assert session.solution()["x[1]"] == "green"


def test_a_rule_is_loaded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded, guard = [], GuardedSearch.guard
    monkeypatch.setattr(GuardedSearch, "guard", lambda *asked: loaded.append(1) or guard(*asked))
    board = queens(n=6)
    with live(board.without("diagonals <= 1")) as session:
        diagonals = next(one for one in board.rules if one.label == "diagonals <= 1")
        for _ in range(3):
            added = session.add(diagonals)
            assert session.candidates().values["queen[r1c1]"] == (0,)
            session.remove(added)
            assert session.candidates().values["queen[r1c1]"] == (0, 1)
    assert len(loaded) == 1


def test_a_model_without_solution_has_an_empty_conflict() -> None:
    with live(queens(n=3)) as session:
        session.given("queen[r1c1]", 1)
        assert session.conflict() == ()
        assert session.solution() is None
        assert not session.is_unique()
        assert session.candidates().lines() == ["There is no solution."]


def test_a_question_that_takes_too_long_is_undecided() -> None:
    x = variables("x", 13, range(12))
    pigeons = Model("pigeons", x, *(a != b for i, a in enumerate(x) for b in list(x)[:i]))
    with live(pigeons, time_limit=0.05) as session:
        found = session.candidates()
        assert len(found.undecided) == 13
        assert found.values["x[0]"] == ()
        for ask in (session.solution, session.is_unique, session.conflict):
            with pytest.raises(Incomplete, match="in time; give a longer time limit"):
                ask()


def test_a_solver_that_lies_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    right = GuardedSearch.literals
    monkeypatch.setattr(
        GuardedSearch, "literals", lambda *asked: [abs(one) for one in right(*asked) or ()]
    )
    with live(Model("apart", PAIR, X != Y)) as session, pytest.raises(Disagreement):
        session.solution()


@pytest.mark.slow
def test_an_editor_is_followed_quickly() -> None:
    """Candidates, uniqueness and the conflict after each of 50 keystrokes.

    The same is asked of new models, by the functions for these, and by new sessions.
    """
    full, empty = first(sudoku()).assignment, sudoku("." * 81)
    kept, functions, sessions = list[float](), list[float](), list[float]()
    with live(empty) as session:
        session.candidates()
        for number, name in enumerate(Random(1).sample(sorted(full), 40)):
            is_wrong = number % 4 == 3
            began = time.perf_counter()
            added = session.given(name, full[name] % 9 + 1 if is_wrong else full[name])
            kept.append(answered(session, began))
            if number % 5 == 4 or number == 3:
                model = empty + [one.constraints for one in session.added]
                began = time.perf_counter()
                with live(model) as new:
                    sessions.append(answered(new, began))
                began = time.perf_counter()
                if candidates(model, counts=False, together=False).has_none:
                    why(model, quick=True)
                unique(model)
                functions.append(time.perf_counter() - began)
            if is_wrong:
                began = time.perf_counter()
                session.remove(added)
                kept.append(answered(session, began))
    said = ", ".join(f"{1000 * mean(x):.1f} ms" for x in (kept, functions, sessions))
    print(f"{said}; at most {1000 * max(kept):.0f} ms")
    assert mean(functions) > 5 * mean(kept), said
    assert mean(sessions) > 2 * mean(kept), said
    assert max(kept) < 0.2, said


def answered(session: Live, began: float) -> float:
    """The seconds until all is answered."""
    session.candidates()
    session.is_unique()
    session.conflict()
    return time.perf_counter() - began
