"""Lesson 6: people in teams that have no names.

n people form at most three teams. Which team is called 0, 1 or 2 does not matter: of all ways that
differ only in these names, keep one. It is the one in which the teams are numbered as they come:
person 0 is in team 0; each other person is in a team that was there before, or in the next one.
So 0 0 1 0 2 is kept, and 0 0 2 0 1 is not.
"""

from everyway.models import Model, precedence, rule, variables


def teams(n: int = 5) -> Model:  # marked with n=2..5
    team = variables("team", n, range(3))
    return Model(
        f"{n} people in teams",
        team,
        #: # A rule is missing. Lesson 6 has it for colours: precedence.
        rule("each is in a team that is there, or in the next one", precedence(team, range(3))),  #:
    )
