"""Seen in cpmpy 1.1.1.

`solveAll` with Choco shows the first solution when it holds all of them: of two million, it
shows none in the first seconds. everyway does not offer Choco by way of CPMpy.
"""

import os

import cpmpy

free = cpmpy.intvar(0, 1, shape=21)
cpmpy.Model(cpmpy.sum(free) >= 0).solveAll(solver="choco", display=lambda: os._exit(0))
