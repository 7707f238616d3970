"""Seen in pychoco 0.4.0.

An exception in Java, here for a variable whose bounds are swapped, ends the process of Python
with code 99. The adapter `choco` searches in a process of its own.
"""

from pychoco import Model

try:
    Model().intvar(5, 3)
except Exception:
    print("caught")
print("still alive")
