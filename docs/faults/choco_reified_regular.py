"""Seen in pychoco 0.4.0.

An exception ends the process where a `regular` is reified and its variables are decided before
its truth, as it is not ready for that. The adapter `choco` decomposes an automaton whose truth is
asked for.
"""

import sys
from itertools import product

from pychoco import FiniteAutomaton, Model

automaton = FiniteAutomaton()
states = [automaton.add_state(), automaton.add_state()]
automaton.set_initial_state(0)
automaton.set_final(0)
for before, symbol, after in [(0, 0, 0), (0, 1, 1), (0, 2, 0), (1, 1, 0)]:
    automaton.add_transition(before, after, symbol)
model = Model()
word, truth = [model.intvar(0, 2), model.intvar(0, 1), model.intvar(0, 1)], model.boolvar()
model.regular(word, automaton).reify_with(truth)
solver, found = model.get_solver(), []
solver.set_min_dom_lb_search(*word, truth)
while solver.solve():
    found.append((*(symbol.get_value() for symbol in word), int(truth.get_value())))
print(f"{len(found)} words found, and there are {len(list(product(range(3), range(2), range(2))))}")
sys.exit(len(found) != 12)
