"""A solution of the exercise island, of lesson 8.

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
        iff(knight["Ben"] == 1, knight["Ada"] == knight["Cem"]),
        iff(knight["Cem"] == 1, knight["Ada"] == 0),
    )
