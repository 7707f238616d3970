"""Seen in pychoco 0.4.0.

It installs its tests as the top-level package `tests`, which hides that of a project whose
own tests are imported by that name. Delete the folder after installing.
"""

import sys
from importlib.metadata import files

installed = files("pychoco") or []
of_tests = [file for file in installed if file.parts[0] == "tests"]
print(*of_tests[:3], sep="\n")
sys.exit(bool(of_tests))
