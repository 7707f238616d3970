"""Five houses in a row: neighbours differ, and the third is red. One model, of another name."""

import sys

import cpmpy as cp

colours = red, green, blue = range(3)
painted_houses = cp.intvar(0, 2, shape=5, name="house")
model = cp.Model(painted_houses[:-1] != painted_houses[1:], painted_houses[2] == red)
if len(sys.argv) > 1:
    sys.exit("it takes no arguments")
