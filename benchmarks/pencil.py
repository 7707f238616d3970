"""Published pencil puzzles 10 × 10, proven to have one solution, beside clingo texts by hand.

    python benchmarks/pencil.py [--rounds N] [--only TEXT]

Processor seconds in one process from the address to the end of a search for two solutions: of
`auto`, of a text written by hand that clingo grounds and solves, and of `unique`, which asks a
second solver too; medians of interleaved rounds after one that is not counted. The numbers of
solutions must be equal. The addresses are those in the tests of noqx and of cspuz (both MIT).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice

import click
import clingo
from measure import beside

from everyway.comparer import unique
from everyway.formats.address_puzzles import from_address
from everyway.formats.addresses import Address, read_address
from everyway.solvers import solutions

BOARD = """
near(R,C,R,C+1) :- cell(R,C), cell(R,C+1).
near(R,C,R+1,C) :- cell(R,C), cell(R+1,C).
near(R,C,A,B) :- near(A,B,R,C).
"""
SHADED_APART = ":- shaded(R,C), shaded(A,B), near(R,C,A,B).\n"
LOOP = """
point(R,C) :- cell(R,C), not off(R,C).
{ line(R,C,A,B) } :- point(R,C), point(A,B), near(R,C,A,B), (R,C) < (A,B).
line(R,C,A,B) :- line(A,B,R,C).
on(R,C) :- line(R,C,_,_).
:- on(R,C), not #count { A,B: line(R,C,A,B) } = 2.
"""
ONE_LOOP = """
after(R,C) :- on(A,B), point(R,C), (A,B) < (R,C).
joined(R,C) :- on(R,C), not after(R,C).
joined(A,B) :- joined(R,C), line(R,C,A,B).
:- on(R,C), not joined(R,C).
:- not on(_,_).
"""


def hang_together(name: str) -> str:
    """All squares of which `name` holds can be reached from the first of them."""
    return f"""
after_{name}(R,C) :- {name}(A,B), cell(R,C), (A,B) < (R,C).
hangs(R,C) :- {name}(R,C), not after_{name}(R,C).
hangs(A,B) :- hangs(R,C), near(R,C,A,B), {name}(A,B).
:- {name}(R,C), not hangs(R,C).
"""


SHADE = """
{ shaded(R,C) } :- cell(R,C).
white(R,C) :- cell(R,C), not shaded(R,C).
"""
GOES = """
goes(R,C,A-R,B-C) :- line(R,C,A,B).
straight(R,C) :- goes(R,C,0,1), goes(R,C,0,-1).
straight(R,C) :- goes(R,C,1,0), goes(R,C,-1,0).
turns(R,C) :- on(R,C), not straight(R,C).
"""
TEXTS = {
    "nurikabe": BOARD
    + SHADE
    + hang_together("shaded")
    + """
:- clue(R,C,_), shaded(R,C).
:- shaded(R,C), shaded(R+1,C), shaded(R,C+1), shaded(R+1,C+1).
of(R,C,R,C) :- clue(R,C,_).
of(A,B,X,Y) :- of(R,C,X,Y), near(R,C,A,B), white(A,B), clue(X,Y,N), |A-X|+|B-Y| < |N|.
:- white(R,C), not #count { X,Y: of(R,C,X,Y) } = 1.
:- white(R,C), white(A,B), near(R,C,A,B), of(R,C,X,Y), not of(A,B,X,Y).
:- clue(X,Y,N), N > 0, not #count { R,C: of(R,C,X,Y) } = N.
""",
    "heyawake": BOARD
    + SHADE
    + SHADED_APART
    + hang_together("white")
    + """
:- number(Room,N), not #count { R,C: shaded(R,C), room(R,C,Room) } = N.
wall(R,C,0,1) :- room(R,C,X), room(R,C+1,Y), X != Y.
wall(R,C,1,0) :- room(R,C,X), room(R+1,C,Y), X != Y.
next(R,C,D,E,K) :- wall(R,C,D,E), K = #min { L: wall(R+L*D,C+L*E,D,E), L = 1..50 }, K < 50.
:- next(R,C,0,1,K), white(R,C+I): I = 0..K+1.
:- next(R,C,1,0,K), white(R+I,C): I = 0..K+1.
""",
    "slither": BOARD
    + LOOP
    + ONE_LOOP
    + """
side(R,C,R,C,R,C+1) :- clue(R,C,_).
side(R,C,R+1,C,R+1,C+1) :- clue(R,C,_).
side(R,C,R,C,R+1,C) :- clue(R,C,_).
side(R,C,R,C+1,R+1,C+1) :- clue(R,C,_).
:- clue(R,C,N), not #count { A,B,X,Y: side(R,C,A,B,X,Y), line(A,B,X,Y) } = N.
""",
    "mashu": BOARD
    + LOOP
    + ONE_LOOP
    + GOES
    + """
:- clue(R,C,_), not on(R,C).
:- clue(R,C,1), turns(R,C).
:- clue(R,C,1), not turns(A,B): line(R,C,A,B).
:- clue(R,C,2), straight(R,C).
:- clue(R,C,2), line(R,C,A,B), turns(A,B).
""",
    "yajilin": BOARD
    + LOOP
    + ONE_LOOP
    + SHADED_APART
    + """
off(R,C) :- clue(R,C).
shaded(R,C) :- point(R,C), not on(R,C).
:- arrow(R,C,D,E,N), not #count { K: shaded(R+D*K,C+E*K), K = 1..50 } = N.
""",
    "fillomino": BOARD
    + """
1 { number(R,C,N): N = 1..most } 1 :- cell(R,C).
:- clue(R,C,N), not number(R,C,N).
same(R,C,A,B) :- near(R,C,A,B), number(R,C,N), number(A,B,N).
of(R,C,R,C) :- cell(R,C).
of(A,B,X,Y) :- of(R,C,X,Y), same(R,C,A,B), |A-X|+|B-Y| < most.
:- number(X,Y,N), not #count { R,C: of(R,C,X,Y) } = N.
""",
}
ARROWS = {"^": (-1, 0), "v": (1, 0), "<": (0, -1), ">": (0, 1)}
ADDRESSES = """\
nurikabe/10/10/zj7n7j9n7t7i7n7zj
nurikabe/10/10/2l2u2l2n2m2m.k2g2i2q2l2s
nurikabe/10/10/l1h4s4n4l2kbn6k2l2n5s2h1l
nurikabe/10/10/1k4u1j7i3r6y1w-11m3n2
nurikabe/10/10/zh3j5t3g3hat3g3h9zr
heyawake/10/10/94i84ga0k98ih4h92600v0vv00v7000vv33s20h2g3g3331g2g22g
heyawake/10/10/04094i94i94i94i84g007s00007000000s00ca212
heyawake/10/10/274ssohvv000000000focossvvvvvv00000012h34001101h10g-11
slither/10/10/372d23djdh738adl72882dj18538ald838dhaj21d272c
slither/10/10/q313020271cj221c2a0c1c1bh1b2d2d3b222bj362123111do
slither/10/10/g81cg18bgci7dg86dg878abnd888cg78dg8cidg53dg36d
slither/10/10/81ab6dac77678c7dg2bgcgddi71cichcgcj8c60ac1a
slither/10/10/ic5137bg7bchbgdccb7dgddg7ddabdgdhc7bg7316dbg
slither/10/10/ld1080ddnbg2836dn1dn5380dgdnc0632daj
mashu/10/10/0000k0i10000210i00367300a193990000
mashu/10/10/030206119200009b0i6603090000i031i0
yajilin/10/10/q30k20d32i1141h3221i42d12k40q
yajilin/10/10/l42i41m32f11a22b21a21m32b12i31l11121140f
yajilin/10/10/w32a41b21a21l22e30m21a12b11r20d30g
yajilin/10/10/e32m23f22p32k42h22e12o31m
yajilin/10/10/b41e2121e21o41a41b41g41b41g30d41a41b40a40r31a31d30f
yajilin/10/10/b2241u1222e3131zf2031e1231u4011b
fillomino/10/10/q-138g84ga3h46g42g33r46g44ga8h12g15g58r21g28g87h42g14g4-13q
fillomino/10/10/5g13h53g1p2h1h4h35g4g44g1g2i1h3l3h2i5g5g54g1g62h4h6h1p5g23h32g6
""".splitlines()


def facts(page: Address) -> Iterator[str]:
    """The address as facts."""
    more = page.genre == "slither"  # its points are the corners
    yield f"cell(1..{page.height + more},1..{page.width + more})."
    for (r, c), clue in page.clues.items():
        if page.genre == "yajilin":
            yield f"clue({r},{c})."
            if clue[-1] in ARROWS and clue[0] != "?":
                d, e = ARROWS[clue[-1]]
                yield f"arrow({r},{c},{d},{e},{clue[:-1]})."
        elif page.genre == "heyawake":
            room = next(n for n, squares in enumerate(page.rooms) if (r, c) in squares)
            yield f"number({room},{clue})."
        else:
            yield f"clue({r},{c},{-page.height * page.width if clue == '?' else clue})."
    if page.genre == "heyawake":
        for number, squares in enumerate(page.rooms):
            yield from (f"room({r},{c},{number})." for r, c in squares)
    if page.genre == "fillomino":
        yield f"#const most = {max(most_open(page), *page.clues.values())}."


def most_open(page: Address) -> int:
    """The squares without a number that hang together, at most: no other region is larger."""
    left, sizes = {one for one in page.squares if one not in page.clues}, [0]
    while left:
        room = [left.pop()]
        for r, c in room:
            near = {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & left
            left -= near
            room += near
        sizes.append(len(room))
    return max(sizes)


def by_hand(address: str) -> int:
    """The number of solutions, two at most, of the text of the genre."""
    page = read_address(address)
    control = clingo.Control(["2", "--warn=none"])
    control.add("base", [], TEXTS[page.genre] + "\n".join(facts(page)))
    control.ground([("base", [])])
    with control.solve(yield_=True) as found:
        return sum(1 for _ in found)


def by_auto(address: str) -> int:
    """The same by `auto`."""
    with solutions(from_address(address), limit=2) as found:
        return sum(1 for _ in islice(found, 2))


WAYS = {
    "auto": by_auto,
    "by hand": by_hand,
    "unique": lambda address: len(unique(from_address(address)).solutions),
}


@click.command()
@click.option("--rounds", default=3)
@click.option("--only", default="")
def main(rounds: int, only: str) -> None:
    """Print the seconds of each, and the ratio of auto to the text written by hand."""
    print(f"{'':44}{'number':>8}" + "".join(f"{way:>9}" for way in WAYS) + "   ratio")
    for address in ADDRESSES:
        if only not in address:
            continue
        ways = {way: partial(solved, address) for way, solved in WAYS.items()}
        number, times = beside(ways, rounds)
        shown = "".join(f"{seconds:9.3f}" for seconds in times.values())
        ratio = times["auto"] / times["by hand"]
        print(f"{address[:42]:44}{number:8}{shown}{ratio:8.2f}", flush=True)


if __name__ == "__main__":
    main()
