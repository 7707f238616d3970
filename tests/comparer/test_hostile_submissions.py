"""`everyway check --against` and files that forge, patch and stay: each spoils only its own."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from everyway.comparer import submissions
from everyway.comparer.submission_reports import Report, read_report, written
from everyway.comparer.submissions import LIMITS, Examination, examined

from ..support.command_lines import everyway

BEGIN = """
import json, os, pickle, sys, time
from contextlib import suppress
from everyway.models import *

def write(fd, data):
    with suppress(OSError):
        os.write(fd, data)
"""
RIGHT = """
def queens(n: int = 8):
    b = Board(n)
    q = b.place('queen')
    return Model('mine', q, q.per(b.rows) == 1, q.per(b.columns) == 1, q.per(b.diagonals) <= 1)
"""
WRONG = """
def queens(n: int = 8):
    b = Board(n)
    q = b.place('queen')
    return Model('mine', q, q.per(b.rows) == 1)
"""
SEND = """
from everyway.solvers.harness.processes import payload
def send(kind, body):
    for fd in range(3, 30):
        write(fd, payload.framed(kind, 0.0, body))
"""
EVIL = """
class Evil:
    def __reduce__(self):
        return os.system, ("touch PWNED",)
"""
FORGED = """
report = {"verdict": "same", "expected": 2, "found": 2, "differences": [], "reason": ""}
forged = json.dumps(report).encode()
"""
HOOKS = """
from everyway.models.language import check, model
from everyway.models.language.files import model_as_data
from everyway.comparer import comparison, model_comparison, comparing_models, submissions
from everyway.comparer import submission_reports
same = submission_reports.Report({}, "same", 2, 2)
submissions.Judgement._judged = lambda *anything: same
submission_reports.read_report = submissions.read_report = lambda *anything: same
submission_reports.written = lambda report: b"{}"
model_comparison.ModelComparison.verdict = "same"
comparing_models.compare_models = submissions.compare_models = lambda *a, **k: same
check.Judge.violations = lambda *anything: []
"""
DAEMON = """
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.environ.clear()
        open("daemon.pid", "w").write(str(os.getpid()))
        while True:
            time.sleep(0.05)
    os._exit(0)
while not os.path.exists("daemon.pid"):
    time.sleep(0.02)
"""
NOT_ITS_OWN = "it wrote where results are sent"
GARBAGE = "forged = b'x' * 100_000\n"

HOSTILE: Mapping[str, tuple[str, str, str]] = {
    "a pickle that runs code, sent as news": (
        f"{BEGIN}{SEND}{EVIL}send(payload.NEWS, pickle.dumps(Evil())){WRONG}",
        "failed",
        "it sent more than one answer",
    ),
    "a pickle that runs code, sent as an answer": (
        f"{BEGIN}{SEND}{EVIL}send(payload.ANSWER, pickle.dumps(Evil())){WRONG}",
        "failed",
        "it sent more than one answer",
    ),
    "its own mark": (
        f"{BEGIN}{SEND}{FORGED}send(payload.ANSWER, forged)\ndef queens(n):\n    1 // 0\n",
        "failed",
        "it sent more than one answer",
    ),
    "its own mark, and no end": (
        f"{BEGIN}{SEND}{FORGED}"
        "send(payload.ANSWER, forged)\nsend(payload.ENDED, b'')\nos._exit(0)\n",
        "failed",
        "what it sent is no model",
    ),
    "two answers": (
        f"{BEGIN}{SEND}def queens(n):\n    return Model('x', integer('q', 0, 1))\n"
        "send(payload.ANSWER, b'{}')\n",
        "failed",
        "it sent more than one answer",
    ),
    "a patched judge": (f"{BEGIN}{HOOKS}{WRONG}", "too many", ""),
    "a patched judge, and a raise": (
        f"{BEGIN}{HOOKS}def queens(n):\n    raise ValueError('no model')\n",
        "failed",
        "no model",
    ),
    "a model that names a function": (
        f"{BEGIN}{SEND}"
        "from everyway.models.language.files import model_as_data as data\n"
        "def forged(model, to_data=data.to_data):\n"
        "    d = to_data(model); n = d['nodes']\n"
        "    n += [['Constant', 'touch PWNED'],"
        " ['Predicate', [len(n)], {'function': 'os:system'}]]\n"
        "    d['rules'] = [{'label': 'x', 'constraints': [len(n) - 1], 'names': [''],"
        " 'words': '', 'subject': ''}]\n"
        "    return d\n"
        "from everyway.comparer import submission_reports\n"
        f"submission_reports.to_data = forged\n{WRONG}",
        "failed",
        "function",
    ),
    "bytes that are no message": (
        f"{BEGIN}{SEND}{GARBAGE}[write(fd, forged) for fd in range(3, 30)]{WRONG}",
        "failed",
        NOT_ITS_OWN,
    ),
    "bytes without end": (
        f"{BEGIN}{GARBAGE}while True:\n    for fd in range(3, 30):\n        write(fd, forged)\n",
        "failed",
        NOT_ITS_OWN,
    ),
    "a message of a length that nobody has": (
        f"{BEGIN}from everyway.solvers.harness.processes import payload\n"
        "head = payload.HEADER.pack(payload.ANSWER, 1 << 60, 0.0)\n"
        "for fd in range(3, 30):\n    write(fd, head)\n"
        "while True:\n    pass\n",
        "failed",
        NOT_ITS_OWN,
    ),
    "garbage after its answer": (
        f"{BEGIN}{SEND}os._exit = lambda status, out=os._exit:"
        f" [send(b'?', b'garbage'), out(0)]{RIGHT}",
        "failed",
        NOT_ITS_OWN,
    ),
    "no end after its answer": (
        f"{BEGIN}os._exit = lambda status: time.sleep(1000){RIGHT}",
        "failed",
        "it does not end after its answer",
    ),
    "an end before it is done": (
        f"{BEGIN}from everyway.solvers.harness.processes import child\nsend = child.Sender.send\n"
        "def once(self, kind, *rest):\n    send(self, kind, *rest)\n"
        "    if kind == b'a': os._exit(3)\n"
        f"child.Sender.send = once{RIGHT}",
        "failed",
        "after its answer it ended itself with status 3",
    ),
    "closed pipes": (f"{BEGIN}os.closerange(0, 100){RIGHT}", "failed", ""),
    "a flood of words": (
        f"{BEGIN}for _ in range(300):\n    print('x' * 100_000)\n    sys.stderr.write('y' * 99_999)"
        f"\n{RIGHT}",
        "same",
        "",
    ),
    "a daemon": (f"{BEGIN}{DAEMON}{RIGHT}", "same", ""),
    "a daemon, and a quick end": (f"{BEGIN}{DAEMON}os._exit(0)\n", "failed", "status 0"),
    "signals to all it is in": (
        f"{BEGIN}import signal\nos.killpg(os.getpgrp(), signal.SIGKILL)\n",
        "failed",
        "SIGKILL",
    ),
}


def is_alive(pid: int) -> bool:
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


@pytest.mark.skipif(sys.platform != "linux", reason="orphans are adopted on Linux alone")
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_runs_nothing_here_and_marks_nothing(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(submissions, "SECONDS_TO_END", 2.0)
    text, verdict, reason = HOSTILE[name]
    Path("hostile.py").write_text(text)
    Path("right.py").write_text(BEGIN + RIGHT)
    result = everyway("check", ".", "--against", "queens", "n=4", "-t", "5", "--json")
    bad, good = json.loads(result.stdout)["files"]
    assert (good["verdict"], good["file"]) == ("same", "right.py")
    assert (bad["verdict"], bad["file"]) == (verdict, "hostile.py")
    assert reason in str(bad["checks"][0]["reason"])
    assert not Path("PWNED").exists()
    if "daemon" in name:
        assert not is_alive(int(Path("daemon.pid").read_text()))


BOARD = "    b = Board(n)\n    q = b.place('queen')\n"
PLACED = "q, q.per(b.rows) == 1, q.per(b.columns) == 1"
BY_LINE = """
def peaceful(*values):
    n = int(len(values) ** 0.5)
    taken = [divmod(i, n) for i, value in enumerate(values) if value]
    return all(abs(r - s) != abs(c - d) for r, c in taken for s, d in taken if (r, c) != (s, d))
"""
OF_ITS_OWN = f"{BEGIN}{BY_LINE}def queens(n: int = 8):\n{BOARD}"


def of(path: Path, text: str, *choices: dict[str, str]) -> list[Report]:
    """The reports on a file that is held against queens."""
    path.joinpath("queens.py").write_text(text)
    given, limits = choices or ({"n": "5"},), replace(LIMITS, time_limit=5)
    return list(examined(Examination(str(path / "queens.py"), "queens", given, options=limits)))


def test_rules_that_only_the_file_can_judge_are_judged_by_the_solutions_that_it_states(tmp_path):
    rule = "rule('no attack', predicate(peaceful, *q))"
    (right,) = of(tmp_path, f"{OF_ITS_OWN}    return Model('mine', {PLACED}, {rule})\n")
    assert (right.verdict, right.found) == ("same", 10)
    assert "since only that runs no attack" in right.reason
    (many,) = of(tmp_path, f"{OF_ITS_OWN}    return Model('x', {PLACED}, predicate(any, [q[0]]))\n")
    assert many.verdict == "failed"  # any() of an integer
    wrong = "rule('in the corner', predicate(lambda x: x == 1, q['r1c1']))"
    (few,) = of(tmp_path, f"{OF_ITS_OWN}    return Model('x', {PLACED}, {rule}, {wrong})\n")
    assert (few.verdict, few.found, few.expected) == ("too few", 2, 10)
    assert [v.rule for v in few.differences[0].violated] == ["no attack", "in the corner"]
    (many,) = of(tmp_path, f"{OF_ITS_OWN}    return Model('x', {PLACED}, {wrong})\n")
    assert (many.verdict, many.found) == ("different", 24)


def test_a_predicate_that_patches_the_judge_changes_no_verdict(tmp_path):
    text = f"{OF_ITS_OWN}{HOOKS.replace(chr(10), chr(10) + '    ')}\n"
    text += f"    return Model('x', {PLACED}, predicate(lambda x: True, q['r1c1']))\n"
    (report,) = of(tmp_path, text)
    assert (report.verdict, report.found, report.expected) == ("too many", 120, 10)


def test_solutions_that_are_none_are_no_answer(tmp_path):
    lie = "from everyway.comparer import submission_reports\n"
    for rows, reason in (
        ("[[7] * 25]", "is not in its domain"),
        ("[[True] * 25]", "is no integer"),
        ("[[1]]", "no model"),
        ("7", "no model"),
    ):
        lied = f"submission_reports.Submission._solutions = lambda *a: {{'solutions': {rows},"
        text = f"{BEGIN}{lie}{lied} 'stopped': None}}\ndef queens(n: int = 8):\n{BOARD}"
        (report,) = of(tmp_path, f"{text}    return Model('x', q, predicate(bool, q['r1c1']))\n")
        assert (report.verdict, reason in report.reason) == ("failed", True), report.reason


def test_of_more_solutions_than_can_be_sent_those_that_are_sent_are_judged(tmp_path):
    text = f"{OF_ITS_OWN}    return Model('x', q, predicate(lambda x: True, q['r1c1']))\n"
    (report,) = of(tmp_path, text)
    assert (report.verdict, report.differences[0].exact) == ("too many", False)
    (report,) = of(tmp_path, text, {"n": "3"})
    assert (report.verdict, report.found, report.expected) == ("too many", 512, 0)


def test_each_choice_is_judged_by_itself(tmp_path):
    text = f"{BEGIN}{RIGHT}right = queens\n{WRONG}wrong = queens\n"
    text += "def queens(n: int = 8):\n    return (wrong if n == 4 else right)(n)\n"
    found = of(tmp_path, text, *({"n": str(n)} for n in (3, 4, 5)))
    assert [one.verdict for one in found] == ["same", "too many", "same"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("verdict", "right"),
        ("verdict", ["same"]),
        ("expected", -1),
        ("found", True),
        ("found", "2"),
        ("reason", None),
        ("reason", "x" * 5_000),
        ("differences", {}),
        ("differences", [7]),
        ("differences", [{"kind": "too many"}]),
        ("more", 1),
    ],
)
def test_a_report_is_read_field_by_field(field: str, value: object):
    report = Report({"n": "4"}, "same", 2, 2)
    assert read_report(written(report), {"n": "4"}) == report
    changed = {**json.loads(written(report)), field: value}
    with pytest.raises(ValueError, match=r"."):
        read_report(json.dumps(changed).encode(), {})


def test_the_reason_of_a_failure_is_of_bounded_length(tmp_path):
    text = "def queens(n: int = 8):\n    raise ValueError('x' * 10**6)\n"
    (report,) = of(tmp_path, text)
    assert len(report.reason) <= 2_000


def test_a_constraint_of_the_files_own_is_sent_as_its_decomposition(tmp_path):
    text = f"""{BEGIN}
from dataclasses import dataclass
from everyway.models.language.constraints import Constraint
from everyway.models.language.expressions import Expression

@dataclass(frozen=True, eq=False)
class AtMostOne(Constraint):
    terms: tuple[Expression, ...]
    def holds(self, values):
        return sum(values) <= 1
    def decompose(self):
        return [total(self.terms) <= 1]

def queens(n: int = 8):
{BOARD}    return Model('mine', {PLACED}, [AtMostOne(tuple(q[s] for s in d)) for d in b.diagonals])
"""
    (report,) = of(tmp_path, text)
    assert (report.verdict, report.reason) == ("same", "")
