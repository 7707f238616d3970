"""Three guests on five seats, none beside another, by python-constraint."""

from constraint import AllDifferentConstraint, Problem


def apart(one, other):
    return abs(one - other) > 1


if __name__ == "__main__":
    problem = Problem()
    problem.addVariables(["Ann", "Ben", "Cem"], range(1, 6))
    problem.addConstraint(AllDifferentConstraint())
    for pair in (["Ann", "Ben"], ["Ben", "Cem"], ["Ann", "Cem"]):
        problem.addConstraint(apart, pair)
    for solution in problem.getSolutionIter():
        print(solution)
