"""Dedekind's problem: monotone functions of n conditions."""

from everyway.models import Model, known, puzzle, rule, variables


@puzzle(
    known("Dedekind numbers: OEIS A000372", n={0: 2, 1: 3, 2: 6, 3: 20, 4: 168, 5: 7581}),
    known("OEIS A001206", selfdual=True, n={1: 1, 2: 2, 3: 4, 4: 12, 5: 81}),
    least={"n": 0},
)
def dedekind(n: int = 4, selfdual: bool = False) -> Model:
    """Dedekind's problem: ways to decide, from n votes, so that no vote in favour ever hurts.

    For each of the 2^n outcomes of a vote, say whether the motion passes; if it does, it also
    passes when somebody else changes to yes. A rule is `selfdual` when everybody changing sides
    always turns the result around, as with a majority of an odd number. `passes[101]` is the
    result when the first and third vote yes. The numbers are known up to n = 9 only.

    Source: R. Dedekind, Über Zerlegungen von Zahlen (1897); OEIS A000372, A001206.
    """
    outcomes = range(2**n)
    passes = variables("passes", [f"{votes:0{n}b}" for votes in outcomes], range(2))
    return Model(
        f"monotone functions of {n}",
        passes,
        # One more yes never makes a motion fail.
        rule(
            "monotone",
            (
                passes[votes] <= passes[votes | 1 << voter]
                for votes in outcomes
                for voter in range(n)
                if not votes >> voter & 1
            ),
        ),
        # If all change sides, so does the result.
        [rule("selfdual", (passes[v] != passes[2**n - 1 - v] for v in outcomes))]
        if selfdual
        else [],
    )
