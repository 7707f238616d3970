"""Car sequencing: an order of cars that overloads no station of the assembly line."""

from everyway.models import (
    Model,
    ModelError,
    cardinality,
    count,
    counted,
    known,
    puzzle,
    rule,
    total,
    variables,
)
from everyway.models.pictures import cells

# The first line says of each option how many of how many cars in a row can have it; then a line a
# class: the number of cars, and 1 for each option that they have.
EXAMPLE = """
1/2 2/3 1/3 2/5 1/5
1 10110
1 00010
2 01001
2 01010
2 10100
2 11000
"""


@puzzle(
    known("CSPLib 001: 6", count=6),
    known("no option, the orders of 1 + 2 cars", plan="1/2\n1 0\n2 0", count=3),
    known("sun roofs are apart", plan="1/2\n2 1\n2 0", count=3),
)
def car_sequencing(plan: str = EXAMPLE) -> Model:
    """Car sequencing: orders in which the cars of all classes leave the assembly line.

    Cars of a class have the same options, such as a sun roof. The station that builds an option
    in keeps up if at most so many of so many cars in a row have it: 1/2 is no two in a row.

    `plan` has a first line with these limits, and a line a class: how many cars of it are wanted,
    and for each option 1 if they have it. `car[1]` is the class of the first car, from 0.

    Source: B. D. Parrello and others, Job-shop scheduling using automated reasoning (1986);
    CSPLib 001.
    """
    limits, classes = _read(plan)
    numbers = range(len(classes))
    cars = sum(wanted for wanted, _ in classes)
    car = variables("car", range(1, cars + 1), numbers or [0])
    having = [[c for c in numbers if classes[c][1][o] == "1"] for o in range(len(limits))]
    return Model(
        f"order of {cars} cars",
        car,
        # Below each car a dot for each option that it has.
        cells(car, {f"{most}/{of}": who for (most, of), who in zip(limits, having, strict=True)}),
        # Of each class there are as many cars as are wanted.
        rule("demand", cardinality(car, {c: classes[c][0] for c in numbers})),
        # Of any `of` cars in a row at most so many have the option.
        rule(
            "capacity",
            (
                total(count(car[start : start + of], c) for c in having[option]) <= most
                for option, (most, of) in enumerate(limits)
                for start in range(cars - of + 1)
            ),
        ),
    )


def _read(plan: str) -> tuple[list[tuple[int, int]], list[tuple[int, str]]]:
    """The limits of the options, and each class's number of cars and options."""
    first, *lines = plan.strip().splitlines() or [""]
    try:
        limits = [(int(most), int(of)) for most, of in (w.split("/") for w in first.split())]
        classes = [(int(wanted), options) for wanted, options in map(str.split, lines)]
    except ValueError:
        raise ModelError(
            f"the plan {plan!r} cannot be read; write a line such as 1/2 2/3, then a line such as"
            " 4 10 for each class"
        ) from None
    for wanted, options in classes:
        if wanted < 0 or len(options) != len(limits) or not set(options) <= {"0", "1"}:
            raise ModelError(
                f"the class '{wanted} {options}' must have a number from 0 and"
                f" {counted(len(limits), 'mark')} 0 or 1, one for each limit"
            )
    if min((of for _, of in limits), default=1) < 1:
        raise ModelError("a limit must be of 1 or more cars, such as 1/2")
    return limits, classes
