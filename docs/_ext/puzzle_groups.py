"""The groups of the gallery, and the lessons that use a puzzle."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

LEARN = Path(__file__).parent.parent / "learn"
GROUPS = {
    "Pieces on boards": "amazons bishops domination kings knights knights_tour lights_out"
    " no_three_in_line peaceable_queens peaceful_pieces queen_colouring queens queens_3d"
    " rectangle_free rooks semiqueens still_life symmetric_queens",
    "Loops, paths and lines": "balance_loop castle_wall country_road geradeweg hashiwokakero masyu"
    " moon_or_sun numberlink simple_loop slant slitherlink snake yajilin",
    "Regions": "araf compass crowns fillomino five_cells nawabari sashigane shikaku spiral_galaxies"
    " star_battle tatamibari",
    "Shading": "akari aqre aquarium canal_view cave chocona creek dominion heyawake hitori kurodoko"
    " lits magnets minesweeper nonogram norinori nurikabe nurimisaki shakashaka statue_park tapa"
    " tents tilepaint yin_yang",
    "Numbers in a grid": "alternating_sign_matrix binairo cojun contingency_table doppelblock"
    " easy_as_abc futoshiki hadamard heterosquare kakuro kenken kropki latin_rectangle latin_square"
    " magic_cube magic_hexagon magic_square no_neighbours operation_tables"
    " orthogonal_latin_squares plane_partition quasigroups renban ripple_effect skyscrapers sudoku"
    " suguru young_tableau",
    "Numbers and rows": "all_interval beautiful_arrangement coins costas_array difference_sets"
    " discrepancy egyptian_fractions equal_sums golomb_ruler heaps integer_partitions langford"
    " lattice_paths low_autocorrelation magic_sequence magic_star magic_triangle nine_digits"
    " no_progression parking_functions pattern_avoidance polydivisible prime_ring"
    " pythagorean_triples rearrangements schur set_partitions skolem square_sums subsets"
    " van_der_waerden",
    "Graphs": "dominating_sets graceful_labelling graph_automorphisms graph_colouring"
    " hamiltonian_cycles hamiltonian_paths handshakes independent_sets map_colouring matchings"
    " orientations ramsey relations simple_paths snake_in_the_box spanning_trees",
    "Words and logic": "de_bruijn dedekind knights_and_knaves necklaces self_referring_quiz"
    " send_more_money squarefree_words word_squares words_without zebra",
    "Packing": "bricks dissections dominoes pentominoes soma squared_rectangle tetrominoes"
    " trominoes",
    "Schedules and designs": "block_designs cap_sets car_sequencing round_robin social_golfers"
    " stable_marriages steiner_triples traffic_lights",
}
"""The puzzles of each group; a new one may join."""
OTHERS = "Others"


def group_of(name: str) -> str:
    """The group of a puzzle."""
    return next((title for title, names in GROUPS.items() if name in names.split()), OTHERS)


@cache
def lessons_of(name: str) -> dict[int, str]:
    """The lessons that use a puzzle: the page of each, by its number."""
    used = re.compile(rf"\bmodels\.{name} import|\beveryway \w+ {name}\b")
    pages = sorted(LEARN.glob("[0-9]*.md"))
    return {int(p.stem[:2]): p.stem for p in pages if used.search(p.read_text("utf-8"))}
