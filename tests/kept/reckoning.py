"""Every kind of term over three numbers and a switch; `wide` of them more are free."""

from everyway.models import (
    Model,
    all_different_except,
    allowed,
    boolean,
    element,
    forbidden,
    integer,
    maximum,
    minimum,
    total,
    variables,
)


def reckoning(wide: int = 0, free: int = 6, aim: bool = False) -> Model:
    """Some hundred solutions, times `free` for each of the `wide` further variables.

    With `aim`, those with the greatest sum, or up to 3 less.
    """
    x, y = integer("x", -4, 4), integer("y", -3, 5)
    z, on = integer("z", 0, 4), boolean("on")
    more = variables("w", wide, range(free))
    goal = {"maximise": total(more) + x - y, "within": 3} if aim else {}
    return Model(
        "reckoning",
        x,
        y,
        z,
        on,
        more,
        x // z + y % 3 <= 4,
        x * y - z**2 != 2 * x - 3,
        element([3, x, y, z, 1], z) >= minimum(x, y, 2),
        maximum(abs(x - y), z) <= 5,
        (on == 1) == (x > y),
        ~((x == 0) & (y == 0)) | (z == on),
        all_different_except([x, y, z], 0),
        forbidden([x, on], [(1, 1), (2, 0)]),
        allowed([z, on], [(a, b) for a in range(5) for b in range(2) if (a, b) != (3, 1)]),
        **goal,
    )
