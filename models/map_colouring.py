"""Map colouring: no two neighbours in one colour."""

from typing import Literal

from everyway.models import Model, ModelError, known, puzzle, rule, variables
from everyway.models.pictures import at_places

PLACES = {
    "australia": (
        *((7.2, 17), (18.4, 10), (19.5, 19), (29.2, 13.5), (30.6, 22.3), (30.2, 31.9)),
        (28.5, 27.5),
    ),
    "south_america": (
        *((1.2, 5), (1.3, 2.9), (2.7, 2.2), (0.3, 4.4), (0.4, 0.5), (-0.5, 1.4), (3.5, 0.9)),
        *((1.9, 0.3), (2, 3.9), (2.5, 5), (0.2, 2.4), (2.7, 0.5), (1.2, 0)),
    ),
}
"""The places of regions, in their order; those of a map that is not here lie on a circle."""

# The corners of a region a line, in the order of regions: to the right and down.
OUTLINES = {
    "australia": """
WA: 0.9 12, 3.6 10.6, 8.1 8, 9.9 6.3, 11.7 4, 14.4 5, 14.4 21.7, 11.7 22.3, 9.9 23.5, 6.3 24, \
4.5 25, 2 24.3, 2.4 21.8, 0.5 16
NT: 14.4 5, 15.8 2.4, 17.6 1.4, 21.3 2.2, 20.4 5, 22.5 6.6, 22.5 16, 14.4 16
SA: 14.4 16, 22.5 16, 25.2 16, 25.2 19, 25.2 24, 25.2 28, 24 26.9, 22.9 25.5, 22.4 23, 20.7 24.8, \
18.9 22.8, 16.4 21.5, 14.4 21.7
Q: 22.5 6.6, 25.1 7.5, 25.8 3, 26.6 0.8, 27.4 4.2, 29.1 5, 29.9 8.8, 32.9 11.5, 36 15.2, \
36.5 18.2, 32.4 19, 25.2 19, 25.2 16, 22.5 16
NSW: 25.2 19, 32.4 19, 36.5 18.2, 35.6 22.3, 33.3 27.4, 31.5 26.6, 27.9 25.9, 25.2 24
T: 28.5 30.8, 31.8 30.9, 31.7 32.9, 30.2 33.6, 29.1 32.5
V: 25.2 24, 27.9 25.9, 31.5 26.6, 33.3 27.4, 30.1 29, 27.4 28.8, 25.2 28
"""
}

COLOURS = ("red", "green", "blue", "yellow", "purple", "orange", "brown", "pink")

# A line is a region and those of its neighbours that no line above gave it.
AUSTRALIA = """
WA: NT, SA
NT: SA, Q
SA: Q, NSW, V
Q: NSW
NSW: V
T:
"""

SOUTH_AMERICA = """
Argentina: Bolivia, Brazil, Chile, Paraguay, Uruguay
Bolivia: Brazil, Chile, Paraguay, Peru
Brazil: Colombia, French Guiana, Guyana, Paraguay, Peru, Suriname, Uruguay, Venezuela
Chile: Peru
Colombia: Ecuador, Peru, Venezuela
Ecuador: Peru
French Guiana: Suriname
Guyana: Suriname, Venezuela
"""

USA = """
AL: FL, GA, MS, TN
AR: LA, MO, MS, OK, TN, TX
AZ: CA, NM, NV, UT
CA: NV, OR
CO: KS, NE, NM, OK, UT, WY
CT: MA, NY, RI
DC: MD, VA
DE: MD, NJ, PA
FL: GA
GA: NC, SC, TN
IA: IL, MN, MO, NE, SD, WI
ID: MT, NV, OR, UT, WA, WY
IL: IN, KY, MO, WI
IN: KY, MI, OH
KS: MO, NE, OK
KY: MO, OH, TN, VA, WV
LA: MS, TX
MA: NH, NY, RI, VT
MD: PA, VA, WV
ME: NH
MI: OH, WI
MN: ND, SD, WI
MO: NE, OK, TN
MS: TN
MT: ND, SD, WY
NC: SC, TN, VA
ND: SD
NE: SD, WY
NH: VT
NJ: NY, PA
NM: OK, TX
NV: OR, UT
NY: PA, VT
OH: PA, WV
OK: TX
OR: WA
PA: WV
SD: WY
TN: VA
UT: WY
VA: WV
"""

MAPS = {"australia": AUSTRALIA, "south_america": SOUTH_AMERICA, "usa": USA}


@puzzle(
    known("Russell and Norvig, Artificial Intelligence, chapter 6", count=18),
    known("chromatic polynomial k k (k-1) (k-2)^4", colours={1: 0, 2: 0, 4: 768, 5: 8100}),
    known("counted by two programs", map="south_america", colours={3: 0, 4: 9216}),
    known("Knuth, Art of Computer Programming 4A, 7.1.4", map="usa", colours={4: 25623183458304}),
    known("Nevada and its five neighbours need four", map="usa", colours={3: 0}),
)
def map_colouring(
    map: Literal["australia", "south_america", "usa"] = "australia", colours: int = 3
) -> Model:
    """Colour a map with few colours, so that regions that share a border differ.

    Regions that meet in a point may be alike. The maps are the states of Australia, the countries
    of South America with French Guiana, and the 48 states of the USA that hang together, with
    the District of Columbia.

    Source: Francis Guthrie's question of 1852.
    """
    regions, borders = _map(map)
    pairs = [(regions.index(a), regions.index(b)) for a, b in borders if map not in OUTLINES]
    colour = variables("colour", regions, _palette(colours))
    return Model(
        f"map of {map} in {colours} colour{'' if colours == 1 else 's'}",
        colour,
        at_places([colour], PLACES.get(map, ()), pairs, regions, shapes=_shapes(map)),
        # Regions that share a border differ in colour.
        rule("neighbours differ", (colour[a] != colour[b] for a, b in borders)),
    )


def _map(name: str) -> tuple[list[str], list[tuple[str, str]]]:
    """The regions of a map, and the pairs that share a border."""
    lines = [line.split(":") for line in MAPS[name].split("\n") if line]
    borders = [
        (region, neighbour.strip())
        for region, neighbours in lines
        for neighbour in neighbours.split(",")
        if neighbour.strip()
    ]
    regions = dict.fromkeys([region for region, _ in lines] + [b for _, b in borders])
    return list(regions), borders


def _shapes(name: str) -> list[list[tuple[float, float]]]:
    """The corners of each region of a map that is drawn as such; none of another."""
    corners = (
        line.split(": ")[1].split(", ") for line in OUTLINES.get(name, "").split("\n") if line
    )
    return [[(float(x), float(y)) for x, y in map(str.split, line)] for line in corners]


def _palette(number: int) -> tuple[str, ...]:
    if not 1 <= number <= len(COLOURS):
        raise ModelError(f"a map in {number} colours: write colours from 1 to {len(COLOURS)}")
    return COLOURS[:number]
