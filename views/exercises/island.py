"""Lesson 8: three people who say the truth or never do."""

from everyway.models import Model, rule, variables

CHECKED = ()
START = '''\
"""Exercise island, of lesson 8.

On the island live knights, who always say the truth, and knaves, who never do.
- Ada says: Ben is a knave.
- Ben says: Ada and Cem are of one kind.
- Cem says: Ada is a knave.

knight["Ada"] is 1 if Ada is a knight, and 0 if she is a knave.

Mark it:  everyway check island.py
"""

from everyway.models import Model, iff, variables


def island() -> Model:
    knight = variables("knight", ["Ada", "Ben", "Cem"], range(2))
    return Model(
        "three people on an island",
        knight,
        iff(knight["Ada"] == 1, knight["Ben"] == 0),
        # Two rules are missing.
    )
'''


def island() -> Model:
    """The reference."""
    knight = variables("knight", ["Ada", "Ben", "Cem"], range(2))
    ada, ben, cem = knight
    return Model(
        "three people on an island",
        knight,
        rule("Ada is a knight exactly if Ben is a knave", ada != ben),
        rule("Ben is a knight exactly if Ada and Cem are of one kind", ben == (ada == cem)),
        rule("Cem is a knight exactly if Ada is a knave", cem == 1 - ada),
    )
