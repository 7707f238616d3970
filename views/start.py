"""Where the command begins: Ctrl-C is understood even while the rest is still being read."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; interrupted before it can speak for itself, end in 130."""
    try:
        from .command_line import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(130)
