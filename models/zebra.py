"""The zebra puzzle: five houses, fourteen clues, and the question who keeps the zebra."""

from everyway.models import (
    Constraint,
    Expression,
    Model,
    all_different,
    known,
    puzzle,
    rule,
    variables,
)
from everyway.models.pictures import columns


@puzzle(known("Life International, 25 March 1963", count=1))
def zebra() -> Model:
    """Who drinks water, and who keeps the zebra? Five houses in a row, and fourteen clues.

    Each house has a colour of its own, and in it lives one person of a nation, with a pet, a
    drink and a brand of cigarettes that no neighbour shares. Houses are counted from 1 on the
    left: `pet[zebra]` is the house of the zebra.

    Source: Life International, 17 December 1962; the answer followed on 25 March 1963.
    """
    houses = range(1, 6)
    colour = variables("colour", ["red", "green", "ivory", "yellow", "blue"], houses)
    person = variables(
        "person", ["Englishman", "Spaniard", "Ukrainian", "Norwegian", "Japanese"], houses
    )
    pet = variables("pet", ["dog", "snails", "fox", "horse", "zebra"], houses)
    drink = variables("drink", ["coffee", "tea", "milk", "orange juice", "water"], houses)
    smoke = variables(
        "smoke", ["Old Gold", "Kools", "Chesterfields", "Lucky Strike", "Parliaments"], houses
    )
    return Model(
        "zebra",
        colour,
        person,
        pet,
        drink,
        smoke,
        columns("house", houses, colour, person, pet, drink, smoke),
        # No two houses share a colour, a nation, a pet, a drink or a brand.
        rule("colours differ", all_different(colour)),
        rule("nations differ", all_different(person)),
        rule("pets differ", all_different(pet)),
        rule("drinks differ", all_different(drink)),
        rule("brands differ", all_different(smoke)),
        # The clues, each rule's label being its words.
        rule("the Englishman lives in the red house", person["Englishman"] == colour["red"]),
        rule("the Spaniard keeps the dog", person["Spaniard"] == pet["dog"]),
        rule("coffee is drunk in the green house", drink["coffee"] == colour["green"]),
        rule("the Ukrainian drinks tea", person["Ukrainian"] == drink["tea"]),
        rule(
            "the green house is just right of the ivory one",
            colour["green"] == colour["ivory"] + 1,
        ),
        rule("who smokes Old Gold keeps snails", smoke["Old Gold"] == pet["snails"]),
        rule("Kools are smoked in the yellow house", smoke["Kools"] == colour["yellow"]),
        rule("milk is drunk in the middle house", drink["milk"] == 3),
        rule("the Norwegian lives in the first house", person["Norwegian"] == 1),
        rule(
            "Chesterfields are smoked next to the fox",
            _next_to(smoke["Chesterfields"], pet["fox"]),
        ),
        rule("Kools are smoked next to the horse", _next_to(smoke["Kools"], pet["horse"])),
        rule(
            "who smokes Lucky Strike drinks orange juice",
            smoke["Lucky Strike"] == drink["orange juice"],
        ),
        rule("the Japanese smokes Parliaments", person["Japanese"] == smoke["Parliaments"]),
        rule(
            "the Norwegian lives next to the blue house",
            _next_to(person["Norwegian"], colour["blue"]),
        ),
    )


def _next_to(house: Expression, other: Expression) -> Constraint:
    return abs(house - other) == 1
