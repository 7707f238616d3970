"""Seen in cpmpy 1.1.1 with ortools 9.15.6755.

`Regular` is the automaton of CP-SAT, with which `solveAll` shows solutions more than once. The
adapter `cpmpy-ortools` decomposes a Regular that must hold; where its truth is asked for, CPMpy's
own decomposition is right.
"""

import sys

import cpmpy

symbols = cpmpy.intvar(0, 3, shape=4)
after = [[2, 1, 0, 0], [0, 1, 2, 2], [0, 2, 1, 2]]
moves = [(state, symbol, after[state][symbol]) for state in range(3) for symbol in range(4)]
model = cpmpy.Model(cpmpy.Regular(symbols, moves, 0, [1, 2]))
rows = []
model.solveAll(display=lambda: rows.append(tuple(symbols.value())))
print(f"{len(rows)} reported, {len(set(rows))} distinct")
sys.exit(len(rows) != len(set(rows)))
