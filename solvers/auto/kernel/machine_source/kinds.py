"""The kinds of propagators, by number: each is in a module of its own."""

LINEAR, UNEQUAL, DIFFER, DISTINCT, MATCHING = range(1, 6)
CIRCUIT, CONNECTED, NVALUE, CUMULATIVE = range(6, 10)
TWO_COLUMNS, TABLE, ORDERED, ELEMENT, AUTOMATON = range(20, 25)
SAME, PRODUCT, EXTREME = range(30, 33)
