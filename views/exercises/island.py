"""Lesson 8: three people who say the truth or never do.

On the island live knights, who always say the truth, and knaves, who never do.
- Ada says: Ben is a knave.
- Ben says: Ada and Cem are of one kind.
- Cem says: Ada is a knave.

knight["Ada"] is 1 if Ada is a knight, and 0 if she is a knave.
"""

from everyway.models import Model, iff, rule, variables


def island() -> Model:
    knight = variables("knight", ["Ada", "Ben", "Cem"], range(2))
    return Model(
        "three people on an island",
        knight,
        iff(knight["Ada"] == 1, knight["Ben"] == 0),
        #: # Two rules are missing.
        rule("what Ben says", iff(knight["Ben"] == 1, knight["Ada"] == knight["Cem"])),  #:
        rule("what Cem says", iff(knight["Cem"] == 1, knight["Ada"] == 0)),  #:
    )
