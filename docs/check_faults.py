"""Runs the scripts in `faults/`: faults of solver libraries that their adapters avoid.

`python docs/check_faults.py` runs all of them, `python docs/check_faults.py NAME …` some, each in
a process of its own that is ended after ten seconds. A script needs its library alone. It ends
with exit code 0 once the fault is mended, with 1 where answers are wrong, with 2 where the library
raises an error that it should not; any other end is a crash.
Its first line names the library and the version in which the fault was seen; the rest says what
is wrong, and what the adapter does about it.

`--json FILE` keeps what was found, with the versions; `--page OLDEST.json NEWEST.json` prints a
page of two such files, with the draft of a report for those who maintain each library.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

FAULTS = Path(__file__).with_name("faults")
SECONDS = 10
MENDED, MISSING, BROKEN = "mended", "not installed", "the script is broken"
WRONG, REFUSES, CRASHES, HANGS = LIVE = ("wrong", "refuses", "crashes", "hangs")
PROGRAMS = ("Gecode", "Chuffed")
"""Solvers that MiniZinc runs, whose versions it knows."""
HEAD = """\
# Faults of the libraries, {date}

Written by `.ci/libraries`, each week where this repository is hosted: every script in
[faults](faults), with the oldest releases that `pyproject.toml` allows and with the newest, on
Python {python}. MiniZinc is the machine's in both.

- **wrong**: answers are wrong, or no use; **refuses**: an error of the library that should not be;
  **crashes**; **hangs** for {seconds} seconds;
- **mended**: the script finds the right answer; in the oldest release, the fault came later;
- **{broken}**: it ends in another error of Python; mostly that release lacks what it calls;
- **{missing}**: on the machine that wrote this page.

[Solvers](solvers.md) says in which release each was seen first; the adapters avoid all of them.

"""
REPORTS = """
## Drafts of reports

For those who maintain a library, on its newest release; nobody has sent them. A person reads one,
runs its script once more, looks for a report that is there already, and sends it.
"""


def names() -> list[str]:
    """The names of the scripts."""
    return sorted(path.stem for path in FAULTS.glob("*.py"))


def state(name: str) -> tuple[str, str]:
    """The state of a fault, and what its script says."""
    command = [sys.executable, str(FAULTS / f"{name}.py")]
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return HANGS, f"still running after {SECONDS} seconds"
    said = (run.stdout + run.stderr).strip()
    if "ModuleNotFoundError" in run.stderr or "FileNotFoundError" in run.stderr:
        return MISSING, said
    if "PanicException" in run.stderr:  # of a library in Rust
        return CRASHES, said
    if "Traceback (most recent call last)" in run.stderr:
        return BROKEN, said
    return {0: MENDED, 1: WRONG, 2: REFUSES}.get(run.returncode, CRASHES), said


def about(name: str) -> tuple[list[str], str, str]:
    """The libraries of a script, what it shows, without the adapter's part, and its code."""
    text = (FAULTS / f"{name}.py").read_text("utf-8")
    first, _, rest = (ast.get_docstring(ast.parse(text)) or "").partition("\n")
    libraries = re.findall(r"(?:in|with) (\S+)", first)
    sentences = re.split(r"(?<=\.)\s+(?=[A-Z`]|everyway)", " ".join(rest.split()))
    ours = re.compile(r"\b(adapters?|everyway|Delete)\b")
    shown = " ".join(one for one in sentences if not ours.search(one))
    return libraries, shown, text.split('"""', 2)[2].strip()


def versions() -> dict[str, str]:
    """The version of each library that the scripts need, where it is installed."""
    found = {}
    for library in sorted({each for name in names() for each in about(name)[0]}):
        try:
            found[library] = version(library)
        except PackageNotFoundError:
            of_program = _asked_of_minizinc(library)
            found |= {library: of_program} if of_program else {}
    return found


def _asked_of_minizinc(name: str) -> str | None:
    """The version of MiniZinc, or of a solver that it runs."""
    option, wanted = ("--solvers", name) if name in PROGRAMS else ("--version", "version")
    try:
        said = subprocess.run(["minizinc", option], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return None
    found = re.search(rf"{wanted} (\d[\d.]*\d)", said.stdout)
    return found[1] if found else None


def page(oldest: dict[str, Any], newest: dict[str, Any]) -> str:
    """The page of two runs: a table of the scripts, and a report for each library."""
    said = {key: newest[key] for key in ("date", "python")}
    parts = [HEAD.format(**said, seconds=SECONDS, broken=BROKEN, missing=MISSING)]
    parts.append("| library | script | fault | oldest | newest |\n|---|---|---|---|---|\n")
    reports: dict[str, list[str]] = {}
    for name in names():
        libraries, shown, code = about(name)
        summary = re.split(r"(?<=\.) ", shown)[0].replace("|", "\\|")
        ends = [f"{run['faults'][name][0]} ({_of(run, libraries)})" for run in (oldest, newest)]
        link = f"[{name}](faults/{name}.py)"
        parts.append(f"| {libraries[0]} | {link} | {summary} | {' | '.join(ends)} |\n")
        found, said = newest["faults"][name]
        if found in LIVE:
            report = f"### {name.replace('_', ' ')}\n\n{shown}\n\n"
            seen = f"With {_of(newest, libraries, names_too=True)} on Python {newest['python']}"
            ended = f"{report}{seen} this {'is so' if found == WRONG else found}"
            java = [line for line in said.splitlines() if line.startswith("Unhandled exception:")]
            last = "\n".join(java or said.splitlines()[-5:])[-500:]  # not Java's dump of memory
            code = f"```py\n{code}\n```\n\n"
            reports.setdefault(libraries[0], []).append(
                f"{ended}:\n\n{code}"
                + (f"It prints:\n\n```\n{last}\n```\n" if last and found != HANGS else "")
            )
    parts.append(REPORTS)
    for library, some in sorted(reports.items()):
        title = f"{library}, {len(some)} report{'s' if len(some) > 1 else ''}"
        inside = "\n".join(some)
        parts.append(f"\n<details><summary>{title}</summary>\n\n{inside}\n</details>\n")
    return "".join(parts)


def _of(run: dict[str, Any], libraries: list[str], *, names_too: bool = False) -> str:
    """The versions of some libraries in a run."""
    pairs = [(name, run["versions"].get(name, "none")) for name in libraries]
    return ", ".join(f"{name} {number}" if names_too else number for name, number in pairs)


def main() -> None:
    """Run the scripts that are named, or all. Exit code 1 where one is not live."""
    words = sys.argv[1:]
    if words[:1] == ["--page"]:
        runs = [json.loads(Path(file).read_text("utf-8")) for file in words[1:]]
        print(page(*runs), end="")
        return
    kept = Path(words[1]) if words[:1] == ["--json"] else None
    results = {}
    for name in (words[2:] if kept else words) or names():
        found, said = results[name] = state(name)
        last = said.splitlines()[-1] if said else "it says nothing"
        print(f"{found:22}{name}: {last}", flush=True)
    if kept:
        python = ".".join(map(str, sys.version_info[:3]))
        day = datetime.now(UTC).date().isoformat()
        found = {"date": day, "python": python, "versions": versions(), "faults": results}
        kept.write_text(json.dumps(found, indent=1, ensure_ascii=False), "utf-8")
        return
    sys.exit(any(found in (MENDED, BROKEN) for found, _ in results.values()))


if __name__ == "__main__":
    main()
