"""Known puzzles of real size, on the solvers that are compared: the kit's own tests."""

import pytest

from everyway.conformance.known_puzzles import *  # noqa: F403 - conftest gives each test its solvers
from everyway.conformance.known_puzzles import PUZZLES
from everyway.solvers import solve_all

pytestmark = pytest.mark.solvers(compared=True)


def test_a_circle_of_de_bruijn_begins_with_0000_and_holds_each_word_of_four_once() -> None:
    declared, number = PUZZLES["de Bruijn"]
    circles = [solution.row for solution in solve_all(declared())]
    assert len(circles) == number
    for circle in circles:
        words = [(circle + circle[:3])[k : k + 4] for k in range(16)]
        assert words[0] == (0, 0, 0, 0)
        assert len(set(words)) == 16
