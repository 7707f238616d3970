"""Three rising numbers from 1 to 5, solved and printed as the file is read, each time with less."""

import cpmpy as cp

a, b, c = cp.intvar(1, 5, shape=3, name=tuple("abc"))
model = cp.Model(a < b, b < c)
try:
    while model.solve():
        print(a.value(), b.value(), c.value())
        model += ~((a == a.value()) & (b == b.value()) & (c == c.value()))
except Exception:
    print("solving failed")
