"""Two models one after the other, by two kinds of solver objects, with what is added to them."""

import cpmpy as cp
from cpmpy.solvers import CPM_ortools


def by_name(books):
    solver = cp.SolverLookup.get("ortools", cp.Model(cp.AllDifferent(books)))
    solver += books[0] < books[1]
    return solver.solveAll(display=lambda: print(books.value()))


def by_class(books):
    solver = CPM_ortools(cp.Model(books[0] + books[1] <= 3))
    solver += books[2] == 1
    solver.maximize(books[0])
    return solver.solve()


if __name__ == "__main__":
    books = cp.intvar(1, 3, shape=3, name="book")
    print(by_name(books))
    print(by_class(books))
