"""Seen in ortools 9.15.6755.

A domain with gaps whose ends are 2 ** 32 or more apart ends the process with SIGABRT ("Bitset
too large"); one of a span of 10 ** 9 takes 125 MB. The adapter `cp` refuses both.
"""

from ortools.constraint_solver import pywrapcp

pywrapcp.Solver("").IntVar([-(2**31) - 1, 0, 2**31 - 1])
print("still alive")
