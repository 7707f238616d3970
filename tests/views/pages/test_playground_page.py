"""The page of the playground in Chromium: with a stand-in for Python, and slowly with Pyodide.

The stand-in gives whatever a program could give, since a program rules all of its worker.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from everyway.models.queens import queens
from everyway.views import trace
from everyway.views.checking_models import find
from everyway.views.exit_codes import Refused
from everyway.views.playground import folder as folder_module
from everyway.views.playground.folder import FILES, write_playground
from everyway.views.playground.packed_solvers import PACKED

from ...support.command_lines import everyway
from ..test_exercises import ANSWERS, EXERCISES, WRONG
from .shared import CONTRAST, HOSTILE, LAPTOP, PHONE, WALL, goes_out_of_the_window

pytestmark = pytest.mark.web

WAIT = 120_000

STAND_IN = """\
const fetched = Object.getPrototypeOf(self).__proto__.fetch || WorkerGlobalScope.prototype.fetch;

const tries = address => ({
  fetch: () => fetch(address),
  real: () => fetched.call(self, address),
  request: () => new Promise((done, failed) => {
    const one = new XMLHttpRequest();
    Object.assign(one, {onload: done, onerror: failed});
    one.open('GET', address);
    one.send();
  }),
  socket: () => new Promise((done, failed) => {
    Object.assign(new WebSocket(address.replace('http', 'ws')), {onopen: done, onerror: failed});
  }),
  stream: () => new Promise((done, failed) => {
    Object.assign(new EventSource(address), {onopen: done, onerror: failed});
  }),
  module: () => import(`${address}x.mjs`),
  worker: () => new Promise((done, failed) => {
    Object.assign(new Worker(address), {onmessage: done, onerror: failed});
  }),
  made: () => eval('1'),
  beside: () => new Promise((done, failed) => {
    const text = `fetch('${address}').then(() => postMessage(1), () => { throw new Error('no'); })
      self.onunhandledrejection = () => postMessage(0);`;
    const policy = trustedTypes.createPolicy('worker', {createScriptURL: one => one});
    const one = new Worker(policy.createScriptURL(URL.createObjectURL(new Blob([text]))));
    Object.assign(one, {onmessage: ({data}) => (data ? done : failed)(), onerror: done});
  }),
});

let unpacked = 0, offered = '';
Function.prototype.callPromising = function (...words) { return this(...words); };

export async function loadPyodide() {
  return {
    unpackArchive() { unpacked++; }, FS: {writeFile() {}}, runPython() {},
    pyimport: () => ({offer(names) { offered = names.join(); }, perform(text, show) {
      const order = JSON.parse(text), give = part => show(JSON.stringify(part));
      if (order.program.startsWith('endless')) for (;;);
      if (order.program.startsWith('flood')) for (;;) give({kind: 'output', text: 'x'.repeat(1e6)});
      if (order.program.startsWith('network')) {
        for (const [name, attempt] of Object.entries(tries(order.words)))
          Promise.resolve().then(attempt).then(() => 'reached', () => 'refused')
            .then(how => give({kind: 'output', text: `${name}: ${how}\\n`}));
        return new Promise(() => {});
      }
      if (order.program.startsWith('[')) JSON.parse(order.program).forEach(give);
      else give({kind: 'output', text: `${text} unpacked ${unpacked}, offered ${offered}`});
    }}),
  };
}
"""


class _Quiet(SimpleHTTPRequestHandler):
    asked: list[str]

    def log_message(self, *words: object) -> None:
        self.asked.append(self.path)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str, list[str]]]:
    """A folder, the address at which it is served, and the paths that were asked for."""
    folder = tmp_path_factory.mktemp("served")
    handler = partial(type("Handler", (_Quiet,), {"asked": []}), directory=str(folder))
    with ThreadingHTTPServer(("localhost", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield folder, f"http://localhost:{server.server_address[1]}/", handler.func.asked
        server.shutdown()


@pytest.fixture(scope="module")
def stand_in(served: Any, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a playground whose Python is the stand-in, below a path."""
    pyodide = tmp_path_factory.mktemp("pyodide")
    for name in FILES:
        (pyodide / name).write_text(STAND_IN if name == "pyodide.mjs" else "")
    (pyodide / "pyodide.asm.wasm").write_bytes(b"\0asm\1\0\0\0")  # the shortest there is
    folder, address, _ = served
    (folder / "a path").mkdir()

    def download(name: str, into: Path) -> None:
        for file in ("clingo.js", "clingo.wasm") if name == "clingo" else ("z3.whl",):
            (into / file).write_text(file * 100_000)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(folder_module, "download", download)
        write_playground(folder / "a path" / "here", pyodide, ["clingo", "z3"])
    return f"{address}a%20path/here/"


def run(tab: Any, program: str, action: str = "solve", ends: str = "done in") -> None:
    tab.fill("#program", program)
    tab.click(f"[data-action={action}]")
    tab.locator("#status", has_text=ends).wait_for(timeout=WAIT)


def answer(tab: Any) -> str:
    return str(tab.locator("#answer").inner_text())


def test_every_control_of_the_playground_works(stand_in, opened, served):
    tab = opened(stand_in)
    tab.wait_for_selector("html[data-python]", state="attached")
    assert tab.locator("#puzzle option").count() > 100
    assert tab.locator("#exercise option").count() == len(EXERCISES) + 1
    assert tab.input_value("#program").startswith("from everyway.models import Board, Model")
    assert tab.locator(".boards img").count() == 1
    tab.click("text=send more money")
    assert "def my_send_more_money(" in tab.input_value("#program")
    assert tab.locator("[aria-pressed=true][data-program]").inner_text() == "send more money"
    tab.click("[data-action=check]")
    assert tab.inner_text("#line").endswith("./my_send_more_money.py --against send_more_money")
    tab.select_option("#puzzle", "puzzle=crowns")
    assert "def crowns(" in tab.input_value("#program")
    tab.fill("#words", "size=6 --given 'r1c1'")
    tab.select_option("#solver", "flatmap")
    tab.focus("#program")
    tab.keyboard.press("Control+Enter")
    tab.locator("#status", has_text="done in").wait_for()
    order = json.loads(answer(tab).partition(" unpacked")[0])
    assert order["program"] == tab.input_value("#program")
    assert (order["action"], order["solvers"], order["file"]) == ("solve", ["flatmap"], "crowns.py")
    assert order["words"] == "size=6 --given 'r1c1'"
    assert 40 <= order["columns"] <= 100
    typed = "everyway solve crowns size=6 --given 'r1c1' -n 100 -S flatmap"
    assert tab.inner_text("#line") == typed

    for action in (
        "count",
        "story",
        "show",
        "why",
        "check",
        "trace",
        "compare",
        "report",
        "script",
    ):
        tab.focus(f"[data-action={action}]")
        tab.keyboard.press("Enter")
        tab.locator("#answer", has_text=f'"action":"{action}"').wait_for()
    for action in ("compare", "report"):
        tab.click(f"[data-action={action}]")
        assert tab.inner_text("#line").endswith("-S auto -S flatmap -S flatmap-levels")
    tab.click("[data-solver=cp-sat]")
    assert "pip install ortools" in tab.inner_text("#elsewhere")
    assert "-S flatmap-levels -S cp-sat" in tab.inner_text("#elsewhere")
    tab.click("[data-solver=cp-sat]")
    assert not tab.is_visible("#elsewhere")

    # A program of one's own has its own name; a new line begins below the last.
    tab.fill("#program", "def mine() -> Model:")
    tab.press("#program", "End")
    tab.press("#program", "Enter")
    assert tab.input_value("#program") == "def mine() -> Model:\n    "
    tab.click("[data-action=count]")
    assert tab.inner_text("#line").startswith("everyway count ./mine.py")

    tab.fill("#program", 'board = 4\npiece = "rook"\nrules = ["rows == 1"]')
    tab.click("[data-action=count]")
    assert tab.inner_text("#line").startswith("everyway count ./puzzle.toml")
    tab.fill("#program", "def mine() -> Model:\n    ")

    # A link holds it, is never sent, and runs nothing.
    tab.click("#link")
    tab.locator("#status", has_text="cop").wait_for()
    hash = tab.evaluate("() => location.hash").removeprefix("#")
    asked = len(served[2])
    tab = opened(stand_in, hash)
    tab.wait_for_selector("html[data-python]", state="attached")
    assert tab.input_value("#program") == "def mine() -> Model:\n    "
    assert tab.is_visible("#linked")
    assert answer(tab).strip() == ""
    assert tab.inner_text("#status") == ""
    assert len(served[2]) > asked
    assert not [path for path in served[2] if "program" in path]
    tab.click("[data-action=count]")
    tab.locator("#status", has_text="done in").wait_for()
    assert not tab.is_visible("#linked")


def test_a_solver_is_loaded_when_it_is_asked_for(stand_in, opened, served):
    asked = len(served[2])
    tab = opened(stand_in)
    tab.wait_for_selector("html[data-python]", state="attached")
    offers = " ".join(tab.locator("#loadable").inner_text().split())
    assert offers == "can be loaded: clingo, 2.0 MB z3, 600 kB"
    assert not [path for path in served[2][asked:] if "solvers" in path]
    assert tab.locator("[data-solver=z3]").count() == 0
    for name, said in (("z3", "unpacked 2, offered "), ("clingo", "unpacked 2, offered z3,clingo")):
        tab.click(f"[data-load={name}]")
        tab.locator("#state", has_text="Python is ready").wait_for()
        assert tab.is_checked(f"#solvers input[value={name}]")
        run(tab, "one", "compare")
        assert said in answer(tab)
    assert not tab.is_visible("#loadable")
    assert tab.inner_text("#line").endswith("-S z3 -S clingo")
    assert tab.locator("#solver option", has_text="clingo").count() == 1
    fetched = {path.partition("here/")[2] for path in served[2][asked:] if "solvers" in path}
    assert fetched == {
        "solvers/z3/z3.whl",
        "solvers/clingo/clingo.js",
        "solvers/clingo/clingo.wasm",
    }


def test_a_solver_that_is_not_there_any_more_is_named(stand_in, opened, served, faults):
    tab = opened(stand_in)
    tab.wait_for_selector("html[data-python]", state="attached")
    file = served[0] / "a path" / "here" / "solvers" / "z3" / "z3.whl"
    file.rename(file.with_suffix(".gone"))
    try:
        tab.click("[data-load=z3]")
        tab.locator("#state", has_text="z3 cannot be loaded: solvers/z3: z3.whl is").wait_for()
    finally:
        file.with_suffix(".gone").rename(file)
    tab.click("[data-load=z3]")
    tab.locator("#state", has_text="Python is ready").wait_for()
    faults.clear()


def test_what_is_typed_is_there_again_whatever_takes_its_place(stand_in, opened):
    tab = opened(stand_in)

    def program() -> str:
        return str(tab.input_value("#program"))

    start = program()
    tab.select_option("#puzzle", "puzzle=crowns")
    tab.fill("#words", "size=5")
    tab.fill("#program", "def mine() -> Model:")
    tab.wait_for_function("() => location.hash.includes('program')")
    for _ in range(2):
        tab.reload()
        tab.wait_for_selector("html[data-ready]", state="attached")
        assert program() == "def mine() -> Model:"
        assert tab.input_value("#words") == "size=5"
        assert not tab.is_visible("#linked")  # it is one's own
        tab.evaluate("() => history.replaceState(null, '', location.pathname)")
    # Another program, and back; what was typed there last is kept, too.
    tab.click("text=queens")
    assert program() == start
    assert not tab.is_visible("#again")
    tab.click("text=sudoku")  # which nobody has typed into
    tab.click("text=queens")
    tab.fill("#program", "other")
    tab.select_option("#puzzle", "puzzle=crowns")
    assert program() == "def mine() -> Model:"
    # As it was, and mine again.
    tab.click("#again")
    assert "def crowns(" in program()
    assert tab.input_value("#words") == ""
    tab.click("#back")
    assert (program(), tab.input_value("#words")) == ("def mine() -> Model:", "size=5")
    # A link takes the place of neither.
    tab.evaluate("() => { location.hash = 'puzzle=crowns&words=size%3D4'; }")
    tab.wait_for_function("() => document.getElementById('words').value === 'size=4'")
    assert "def crowns(" in program()
    assert tab.is_visible("#linked")
    tab.click("#back")
    assert (program(), tab.input_value("#words")) == ("def mine() -> Model:", "size=5")
    tab.click("#back")
    assert tab.input_value("#words") == "size=4"
    tab.click("text=queens")
    assert program() == "other"
    own = tab.evaluate("() => Object.keys(localStorage).filter(k => localStorage[k] !== 'null')")
    assert sorted(key.split()[-1] for key in own) == ["example=queens", "open", "puzzle=crowns"]


def test_an_exercise_is_solved_and_stays_so(stand_in, opened):
    tab = opened(stand_in, "exercise=photo")
    assert tab.input_value("#program") == find("photo").start
    assert tab.inner_text(".main") == "Check"
    wrong = [
        {"kind": "output", "text": "FAILED  it is wrong (line 2)"},
        {"kind": "code", "code": "1"},
    ]
    right = [{"kind": "code", "code": "0"}]
    run(tab, json.dumps(wrong), "check")
    assert tab.inner_text("#line") == "everyway check ./photo.py"
    assert tab.locator("#wrong").is_visible()
    run(tab, json.dumps(right), "solve")  # which marks nothing
    assert not tab.locator("#wrong").is_visible()
    none = f"exercises: 0 of {len(EXERCISES)}"
    assert tab.inner_text("#exercise option:first-child") == none
    for code in (right, wrong):
        run(tab, json.dumps(code), "check")
        assert tab.inner_text("#exercise option:first-child") == f"exercises: 1 of {len(EXERCISES)}"
        assert tab.locator("#exercise option:checked").inner_text() == "✓ photo"
    run(tab, json.dumps(right), "check")
    assert "Solved" in answer(tab)
    tab.click("#answer button")
    assert tab.locator("#exercise option:checked").inner_text() == "bus seats"
    tab.reload()
    tab.wait_for_selector("html[data-ready]", state="attached")
    assert tab.inner_text("#exercise option:first-child") == f"exercises: 1 of {len(EXERCISES)}"


HEIGHT_OF_TEXT = """id => {
  const range = document.createRange();
  range.selectNodeContents(document.getElementById(id));
  return Math.round(range.getBoundingClientRect().height);
}"""


def test_a_program_has_colours_and_tab_moves_its_lines(stand_in, opened):
    tab = opened(stand_in)
    text = 'def f(x):  # a "comment"\n    return f"{x} if" + \'\\\'\' + str(0x1F)\n"""for\nin"""\n'
    tab.fill("#program", text)
    coloured = tab.locator("#colours span").evaluate_all(
        "spans => spans.map(one => [one.className, one.textContent])"
    )
    assert coloured == [
        ["keyword", "def"],
        ["comment", '# a "comment"'],
        ["keyword", "return"],
        ["string", 'f"{x} if"'],
        ["string", "'\\''"],
        ["number", "0x1F"],
        ["string", '"""for\nin"""'],
    ]
    assert tab.evaluate("() => document.getElementById('colours').textContent") == f"{text}\n"
    # Its letters lie where its colours are.
    boxes = [tab.locator(one).bounding_box() for one in ("#program", "#colours")]
    assert boxes[0] == boxes[1]
    # A number of two figures stands beside its line, however long the longest line is.
    tab.fill("#program", "x\n" * 11 + "x" * 400)
    numbers, lines = (tab.evaluate(HEIGHT_OF_TEXT, one) for one in ("numbers", "colours"))
    assert numbers == lines
    tab.fill("#program", "a\n\nb")
    tab.press("#program", "Control+A")
    tab.press("#program", "Tab")
    assert tab.input_value("#program") == "    a\n\n    b"
    tab.press("#program", "Shift+Tab")
    assert tab.input_value("#program") == "a\n\nb"
    tab.press("#program", "Control+Z")
    assert tab.input_value("#program") == "    a\n\n    b"
    tab.press("#program", "Control+End")
    tab.press("#program", "Tab")
    assert tab.input_value("#program").endswith("    b   ")
    tab.press("#program", "Escape")
    tab.press("#program", "Tab")
    assert tab.evaluate("() => document.activeElement.id") != "program"


@pytest.mark.parametrize("size", [PHONE, LAPTOP, WALL], ids=str)
def test_it_can_be_read_in_every_size_and_in_the_dark(size, stand_in, opened):
    for theme in ("light", "dark"):
        tab = opened(stand_in, "words=n%3D6", size=size, theme=theme)
        tab.click("[data-solver=minizinc]")
        svg = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"></svg>'
        parts = [
            {"kind": "output", "text": "8 queens " * 20},
            {"kind": "error", "text": f"a warning\nerror: {'x' * 300}"},
            *({"kind": "board", "svg": svg, "label": "a board"} for _ in range(20)),
        ]
        run(tab, json.dumps(parts))
        assert tab.locator(".boards img").count() == 20
        assert not goes_out_of_the_window(tab)
        assert tab.evaluate(CONTRAST) == []
        assert tab.locator("html").get_attribute("data-theme") == theme


def test_what_a_program_gives_runs_nothing_and_reaches_nobody(
    stand_in, opened, served, faults, leave
):
    tab = opened(stand_in)
    tab.wait_for_selector("html[data-python]", state="attached")
    asked, other = len(served[2]), served[1].replace("localhost", "127.0.0.1")
    page = (
        '<!doctype html><p id=own>frame</p><script>parent.postMessage("in", "*");alert(1)</script>'
        f'<img src="{other}a.png"><link rel=stylesheet href="{other}a.css"><iframe src="{other}">'
        f'</iframe><object data="{other}"></object><script src="{other}a.js"></script>'
    )
    away = f'<meta http-equiv=refresh content="0;url={other}">'
    bad = (
        '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'
    )
    parts = [{"kind": kind, "text": text} for text in HOSTILE for kind in ("output", "error")]
    parts += [{"kind": "board", "svg": bad, "label": text} for text in HOSTILE]
    parts += [{"kind": "output", "text": "\x1b]0;t\x07\u202e\u2028 error: <b>x</b>"}, {"kind": "?"}]
    parts += [{"kind": "page", "html": page, "title": "<script>"}]
    parts += [{"kind": "page", "html": away, "title": "away"}]
    parts += [{"kind": "page", "html": trace(queens(4)).html, "title": "a trace of other styles"}]
    run(tab, json.dumps(parts))
    said = answer(tab)
    assert all(text in said for text in HOSTILE)
    assert r"\u001b]0;t\u0007\u202e\u2028 error: <b>x</b>" in said
    assert tab.evaluate("() => window.hacked") is None
    assert tab.locator("#answer :is(script, b, svg, a, form, object)").count() == 0
    assert {frame.get_attribute("sandbox") for frame in tab.locator("iframe").all()} == {
        "allow-scripts"
    }
    tab.frame_locator("iframe >> nth=0").locator("#own").wait_for()

    # It reaches no host, neither another nor this one, and makes no script from text.
    for address in (served[1], other):
        tab.fill("#words", address)
        tab.fill("#program", "network")
        tab.click("[data-action=solve]")
        tab.locator("#answer", has_text=re.compile("(refused.*){9}", re.DOTALL)).wait_for(
            timeout=WAIT
        )
        assert "reached" not in answer(tab)
    # But for the start of another worker.
    assert {path.rpartition("/")[2] for path in served[2][asked:]} <= {"pyodide.mjs"}
    assert any("Content Security Policy" in fault for fault in faults)
    leave()  # what its workers still ask for is this test's own
    faults.clear()


def test_a_program_is_ended_by_stop_and_by_giving_too_much(stand_in, opened):
    tab = opened(stand_in)
    tab.fill("#program", "endless")
    tab.click("[data-action=solve]")
    tab.locator("#status", has_text="running").wait_for()
    assert tab.locator("#answer.old .boards img").count() == 1  # until there is another answer
    tab.click("#stop")
    assert tab.inner_text("#status") == "stopped"
    assert tab.inner_text("#answer").strip() == ""
    run(tab, "flood", ends="more than a page can show")
    run(tab, "again")
    assert "again" in answer(tab)
    # Another order ends what is running.
    tab.fill("#program", "endless")
    tab.click("[data-action=solve]")
    tab.locator("#status", has_text="running").wait_for()
    run(tab, "after")
    assert "after" in answer(tab)


def written(folder: Path, packed: Sequence[str] = ()) -> None:
    """Write a playground with Pyodide itself, and the solvers `packed`."""
    try:
        write_playground(folder, None, packed)
    except Refused as error:
        pytest.skip(f"not installed: {error.message}")


@pytest.mark.slow
def test_everyway_runs_in_the_browser(served, opened):
    folder, address, _ = served
    written(folder / "real", list(PACKED))
    tab = opened(f"{address}real/")
    tab.click("[data-action=count]")
    tab.locator("#status", has_text="done in").wait_for(timeout=WAIT)
    assert answer(tab).strip() == "92"
    tab.select_option("#puzzle", "puzzle=queens")
    tab.click("[data-action=solve]")
    tab.locator("#status", has_text="done in").wait_for(timeout=WAIT)
    assert tab.locator(".boards img").count() == 92
    assert "92 solutions, complete" in answer(tab)
    assert (
        tab.locator(".boards img").first.get_attribute("alt").startswith("8 queens: queen on r1c")
    )
    run_again: Callable[..., None] = partial(run, tab, tab.input_value("#program"))
    run_again("story")
    assert re.search(r"diagonal: at most 1 queen +92", answer(tab))
    run_again("compare")
    assert "AGREE  3 solvers, the same 92 solutions" in answer(tab)
    tab.fill("#words", "n=6 --rule 'pairs(knight) <= 1'")
    run_again("count")
    assert "0" in answer(tab).splitlines()  # and what to ask next
    tab.fill("#words", "n=6")
    run_again("trace")
    frame = tab.frame_locator("iframe")
    frame.locator("html[data-ready]").wait_for(state="attached")
    frame.locator("#next").click()
    frame.locator("#count", has_text="step 1").wait_for()
    tab.fill("#words", "")
    run(tab, "from everyway.models.queens import queens\nprint('<b>')\nqueens(5)", "script")
    assert answer(tab).strip() == "<b>"
    assert tab.locator(".boards img").count() == 1
    run(tab, "def mine():\n    return 1 / 0\n", "trace")
    assert "ZeroDivisionError: division by zero (line 2)" in answer(tab)
    tab.fill("#program", "while True: pass")
    tab.click("[data-action=script]")
    tab.locator("#status", has_text="running").wait_for()
    tab.click("#stop")
    run(tab, "1 + 1", "script")
    assert answer(tab).strip() == "2"

    # The solvers that were packed, each loaded when asked for.
    tab.click("#again")  # what was typed since stands there
    for name in PACKED:
        tab.click(f"[data-load={name}]")
        tab.wait_for_selector(f"#solvers input[value={name}]", timeout=WAIT)
        tab.wait_for_selector("html[data-python]", state="attached", timeout=WAIT)
    tab.fill("#words", "n=6")
    run_again = partial(run, tab, tab.input_value("#program"))
    run_again("compare")
    assert "AGREE  8 solvers, the same 4 solutions" in answer(tab)
    for name in PACKED:
        tab.select_option("#solver", name)
        run_again("count")
        assert answer(tab).strip() == "4"
    tab.select_option("#solver", "clingo")
    tab.fill("#words", "n=12 -t 1")
    run_again("count")
    assert "stopped" in answer(tab)
    best = "from everyway.models import Model, Variable\nfrom everyway.solvers import first\n"
    best += "a, b = Variable('a', range(9)), Variable('b', range(9))\n"
    best += "m = Model('m', [a, b], [a + b < 9, a != 4], maximise=2 * a + 3 * b)\n"
    best += f"[first(m, name)['b'] for name in {list(PACKED)}]"
    run(tab, best, "script")
    assert answer(tab).strip() == "[8, 8, 8, 8, 8]"


@pytest.mark.slow
def test_exercises_are_marked_in_the_browser_as_check_marks_them(served, opened, tmp_path):
    folder, address, _ = served
    written(folder / "exercises")
    tab = opened(f"{address}exercises/")
    for name in EXERCISES:
        solution = ANSWERS[name].read_text("utf-8")
        tab.select_option("#exercise", f"exercise={name}")
        wrong = [solution.replace(old, new) for old, new, *_ in WRONG[name]]
        for program in (find(name).start, *wrong, solution):
            file = tmp_path / f"{name}.py"
            file.write_text(program, "utf-8")
            by_check = everyway("check", str(file), "--in-process")
            run(tab, program, "check")
            said, solved = answer(tab), tab.locator(".solved").count()
            assert verdicts(said) == verdicts(by_check.stdout), name
            assert solved == (by_check.exit_code == 0) == (program == solution), name
            assert tab.locator("iframe").count() == 1
            if "breaks" in said:
                tab.frame_locator("iframe").locator("#panels, .panel, svg").first.wait_for()
    assert tab.inner_text("#exercise option:first-child") == "exercises: {0} of {0}".format(
        len(EXERCISES)
    )


def verdicts(text: str) -> list[str]:
    """The verdicts in the answer of a check, with what a witness breaks."""
    return re.findall(r"^([A-Z ]+  .*|\s+breaks .*)$", text, re.MULTILINE)
