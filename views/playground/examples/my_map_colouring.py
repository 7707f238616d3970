from everyway.models import Model, rule, variables
from everyway.models.pictures import at_places

BORDERS = "WA-NT WA-SA NT-SA NT-Q SA-Q SA-NSW SA-V Q-NSW NSW-V"
PLACES = {
    "WA": (0, 1.2),
    "NT": (1, 0.2),
    "SA": (1.1, 1.2),
    "Q": (2, 0.2),
    "NSW": (2.1, 1.3),
    "V": (1.9, 2.2),
    "T": (1.9, 3.2),
}


def my_map_colouring() -> Model:
    states = list(PLACES)
    colour = variables("colour", states, ["red", "green", "blue"])
    pairs = [tuple(border.split("-")) for border in BORDERS.split()]
    edges = [(states.index(a), states.index(b)) for a, b in pairs]
    picture = at_places([colour], list(PLACES.values()), edges, states)
    differ = rule("neighbours differ", [colour[a] != colour[b] for a, b in pairs])
    return Model("Australia in 3 colours", colour, picture, differ)
