"""Small boards of every kind, for tests on random ones."""

from __future__ import annotations

from hypothesis import strategies as st

from everyway.models import Board


@st.composite
def boards(draw, largest=4):
    height, width = draw(st.integers(1, largest)), draw(st.integers(1, largest))
    squares = [(r, c) for r in range(1, height + 1) for c in range(1, width + 1)]
    kinds = [draw(st.sampled_from("   oo#")) for _ in squares]
    return Board(
        height,
        width,
        wrap=draw(st.booleans()),
        holes=[s for s, kind in zip(squares, kinds, strict=True) if kind == "o"],
        walls=[s for s, kind in zip(squares, kinds, strict=True) if kind == "#"],
    )
