"""Schur's lemma: balls in boxes, no two and their sum in one."""

from everyway.models import Model, all_equal, counted, known, puzzle, rule, variables


@puzzle(
    known("counted by two programs", n={5: 66, 10: 300, 12: 114}),
    known("Schur numbers: OEIS A030126", n={13: 18, 14: 0}),
    known("Schur numbers: OEIS A030126", boxes=2, n={4: 2, 5: 0}),
    known("counted by two programs", boxes=2, weak=True, n={7: 6, 8: 2}),
    known("weak Schur numbers: OEIS A118771", boxes=2, weak=True, n={9: 0}),
    least={"n": 0, "boxes": 1},
)
def schur(n: int = 13, boxes: int = 3, weak: bool = False) -> Model:
    """Schur's lemma: put n numbered balls into boxes, no box holding x, y and x + y.

    Boxes are distinguished. A ball and its double may not share a box either, since x + x = 2x;
    where it is `weak` they may. Up to 4 balls go into 2 boxes, 13 into 3, 44 into 4; of the weak
    kind 8, 23 and 66.

    Source: I. Schur, Über die Kongruenz x^m + y^m ≡ z^m (1916); CSPLib 015.
    """
    balls = range(1, n + 1)
    box = variables("box", balls, range(1, boxes + 1))
    # Each sum once, x being the lesser of the two; where it is weak, they differ.
    sums = [(x, y, x + y) for x in balls for y in range(x + 1 if weak else x, n - x + 1)]
    return Model(
        f"{counted(n, 'ball')} in {boxes} box{'' if boxes == 1 else 'es'}"
        + (", weak" if weak else ""),
        box,
        # Two balls and the ball of their sum are not all in one box.
        rule("no sum in a box", (~all_equal([box[x], box[y], box[z]]) for x, y, z in sums)),
    )
