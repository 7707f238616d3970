"""Draws docs/compare.svg, the picture in the README, from a real run of the installed command.

python docs/make_picture.py
"""

import io
import re
import subprocess
import sys
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.text import Text

COMMAND = ["everyway", "compare", "queens", "n=8"]


def main() -> None:
    """Run the command, and write what it prints as it looks on a terminal."""
    script = Path(sys.executable).with_name(COMMAND[0])
    arguments = [str(script), "--color", "always", *COMMAND[1:]]
    ran = subprocess.run(arguments, capture_output=True, text=True, check=True)
    console = Console(record=True, width=80, file=io.StringIO())
    console.print(Text.from_markup("[bold]$ " + " ".join(COMMAND)))
    console.print(Text.from_ansi(ran.stdout))
    # Rich's own format loads its font from the network; the reader's monospace will do.
    plain = re.sub(r"@font-face \{\{.*?\}\}", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)
    target = Path(__file__).with_name("compare.svg")
    console.save_svg(str(target), title="everyway", code_format=plain)


if __name__ == "__main__":
    main()
