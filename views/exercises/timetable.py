"""Lesson 14: a small timetable with wishes.

n classes have maths, music and sport in the hours 1 to 4, each once. maths[c], music[c] and
sport[c] are the hours of class c.
- No class has two lessons at once.
- There is one teacher for each subject, who cannot be in two classes at once.
- Two wishes may be broken where they must: no class has maths in hour 4, and none has sport right
  before music. `broken` is how often they are broken in all: once for each class and wish. It is to
  be as small as possible.

A rule in brackets counts as 1 where it holds: (maths[0] == 4) + (maths[1] == 4).
"""

from everyway.models import Model, all_different, integer, rule, total, variables


def timetable(n: int = 2) -> Model:  # marked with n=1..3
    maths, music, sport = (variables(one, n, range(1, 5)) for one in ("maths", "music", "sport"))
    broken = integer("broken", 0, 2 * n)
    return Model(
        f"a timetable of {n}",
        maths,
        music,
        sport,
        broken,
        rule("one lesson at once", [all_different(maths[c], music[c], sport[c]) for c in range(n)]),
        #: # Two rules are missing: the teachers, and what `broken` is.
        rule("a teacher, one class", [all_different(one) for one in (maths, music, sport)]),  #:
        rule(  #:
            "broken wishes",  #:
            broken == total((maths[c] == 4) + (sport[c] + 1 == music[c]) for c in range(n)),  #:
        ),  #:
        minimise=broken,
    )
