"""The page of a trace in a real browser, held against the trace that Python made."""

from __future__ import annotations

import json
import re
from functools import cache
from random import Random

import pytest

from everyway.conformance.instances import cells
from everyway.conformance.instances.random_models import random_model
from everyway.models import load
from everyway.models.akari import akari
from everyway.models.crowns import crowns
from everyway.models.magic_square import magic_square
from everyway.models.map_colouring import map_colouring
from everyway.models.queens import queens
from everyway.models.sudoku import sudoku
from everyway.models.zebra import zebra
from everyway.solvers import count
from everyway.views import trace
from everyway.views.pages.page import Page
from everyway.views.pages.trace_document import TraceDocument
from everyway.views.pages.trace_page import trace_data

from ...support.settings import SEED
from .replayed import outcomes, states
from .shared import CONTRAST, HOSTILE, LAPTOP, PHONE, WALL, goes_out_of_the_window, hostile

pytestmark = pytest.mark.web

SMALL_SUDOKU = sudoku("1..........2.3..", 2, 2)


@cache
def six_queens() -> Page:
    return trace(queens(6))


# ------------------------------------------------------------------------ the page and Python


WORDS = ("Connected", "Loop", "Path", "Tree", "Forest", "Regions")

SEARCHED = """text => {
  const docs = JSON.parse(text);
  const from = (doc, x) => searched(doc, 'fewest', [[0, x]]).nodes;
  const all = doc => doc.variables.slice(0, 1).flatMap(v =>
    v.values.flatMap((_, x) => from(doc, x)));
  return JSON.stringify(docs.map(doc => [
    doc.searches.map(search => searched(doc, search.key, [], 120)),
    all(doc).filter((number, i) => i % 4 === 3 && number === SOLUTION).length,
  ]));
}"""


def test_the_search_in_the_page_is_the_search_in_python(opened):
    """The traces of 200 random models, tried by every way, are the same on both sides."""
    drawn = (random_model(SEED + 90_000 + n) for n in range(215))
    larger = (
        cells.larger(kind, column, n).model
        for kind in (*WORDS, "Regular")
        for column in ("3 to 9", "composed")
        for n in range(4)
    )
    weighed = (crowns(), zebra(), magic_square(3))
    models = (*drawn, *larger, *weighed, load("nonogram"))
    documents = (TraceDocument(model).document(limit=120)[0] for model in models)
    text = json.dumps([doc for doc in documents if doc["parts"] is not None])
    docs, tab = json.loads(text), opened(six_queens())
    assert len(docs) >= 200
    assert sum(any(part[0] == "automaton" for part in doc["parts"]) for doc in docs) > 1
    found = json.loads(tab.evaluate(SEARCHED, text))
    keys = ("nodes", "taken", "failed", "root", "given", "whole")
    for doc, (made, number) in zip(docs, found, strict=True):
        for search, other in zip(doc["searches"], made, strict=True):
            assert [search[key] for key in keys] == [other[key] for key in keys], doc["name"]
        # What is decided for the first variable, one value after the other, gives all solutions.
        fewest = next(search for search in doc["searches"] if search["key"] == "fewest")
        if fewest["whole"] and fewest["root"] == 1:
            assert number == outcomes(fewest).count(2), doc["name"]


WORKED_OUT = """text => {
  const doc = JSON.parse(text), of = (search, what) => Object.fromEntries([...search.depth.keys()]
    .map(id => [id, search[what](id)]).filter(([, found]) => found?.length));
  const searches = doc.searches.map(data => new Search(doc, data));
  return JSON.stringify(searches.map(search => [of(search, 'batches'), of(search, 'failure')]));
}"""


def test_a_page_works_out_what_is_not_kept(opened):
    tab = opened(six_queens())
    for model in (queens(6), SMALL_SUDOKU, zebra(), map_colouring()):
        whole = json.loads(json.dumps(TraceDocument(model).document(limit=200)[0]))
        part = TraceDocument(model).document(limit=200, most_kept=20)[0]
        assert any(search.get("kept", 999) < 60 for search in part["searches"])
        found = json.loads(tab.evaluate(WORKED_OUT, json.dumps(part)))
        for search, made in zip(whole["searches"], found, strict=True):
            begun = search["taken"].pop("0", [])[search["given"] :]
            taken = search["taken"] | ({"0": begun} if begun else {})
            assert made == [taken, search["failed"]], (model.name, search["key"])


STEP = """steps => steps.map(([way, node]) => {
  page.at.search = way;
  page.to(page.order.at[node]);
  return {
    left: page.search.state(node, page.search.batches(node).length - .5).left,
    said: document.getElementById('say').innerText,
    board: [...document.querySelectorAll('#panels svg')].map(svg => svg.getAttribute('aria-label')),
    kept: [...document.querySelectorAll('.chip.only')].length,
    broken: [...document.querySelectorAll('#rules .broken')].map(item => item.innerText),
  };
})"""


@pytest.mark.parametrize(
    "model", [queens(6), crowns(), SMALL_SUDOKU, zebra(), map_colouring()], ids=lambda m: m.name
)
def test_board_and_sentence_are_those_of_the_trace_at_random_steps(model, opened):
    tab, doc, random = opened(trace(model, limit=800)), trace_data(model, limit=800), Random(SEED)
    every = [
        (way, node, left, outcome)
        for way, search in enumerate(doc["searches"])
        for node, (left, outcome) in enumerate(
            zip(states(doc, search), outcomes(search), strict=True)
        )
        if node
    ]
    some = random.sample(every, min(60, len(every)))
    found = tab.evaluate(STEP, [[way, node] for way, node, _, _ in some])
    for (way, node, left, outcome), shown in zip(some, found, strict=True):
        search = doc["searches"][way]
        assert shown["left"] == left
        words = ("rejected by", "dead end, since")[way > 0] if outcome == 0 else "safe so far"
        assert ("Solution" if outcome == 2 else words) in shown["said"]
        if outcome == 0:
            broken = doc["rules"][search["failed"][node][0]][1]
            assert broken in shown["said"]
            assert shown["broken"] == [broken]
        elif model.name == "6 queens":
            squares = [f"r{row}c{x[0] + 1}" for row, x in enumerate(left, 1) if len(x) == 1]
            assert shown["board"] == [f"queen on {', '.join(squares)}"]
        elif model.name == "zebra":
            assert shown["kept"] == sum(len(values) == 1 for values in left)


# --------------------------------------------------------------------------------- controls


TESTER = """() => { window.tester = {
  seen: () => page.timer ? 'plays' : JSON.stringify([page.at, page.asking, page.quiz.asked,
    page.quiz.seed, page.searches.length, page.tree.follow, page.tree.whole,
    page.tree.opened.size, page.tree.shut.size, page.tree.labels, page.beside, page.tree.pale,
    document.documentElement.className,
    tester.theme === document.documentElement.dataset.theme, $('help').open,
    $('copied').textContent, $('speed').value, $('seed').value, $('say').innerText]),
  after: () => [tester.seen(), document.documentElement.scrollWidth > innerWidth],
  begin(hash) {
    page.stop();
    if ($('help').open) $('help').close();
    document.activeElement.blur();
    put('copied');
    $('speed').value = 2;
    page.tree.foldAll();
    Object.assign(page.tree, {follow: true, whole: false, labels: false});
    const searches = page.searches.slice(0, page.doc.searches.length);
    Object.assign(page, {note: null, lit: null, searches});
    page.read(hash);
    page.show();
    tester.theme = document.documentElement.dataset.theme;
    if (hash.includes('pick')) page.pick(3, 3);
  },
  ready([hash, control]) {
    tester.begin(hash);
    if (control === '#closehelp') $('help').showModal();
    const before = tester.seen(), one = document.querySelector(control);
    one.scrollIntoView({block: 'center'});
    one.focus();
    const {x, y, width, height} = one.getBoundingClientRect();
    const spot = [x + width * .7, y + height / 2];
    const reached = document.activeElement === one && x >= 0 && x + width <= innerWidth
      && one.contains(document.elementFromPoint(...spot));
    return {before, spot, reached};
  },
}; }"""
CONTROLS = """hash => {
  tester.begin(hash);
  const lists = '#rulesbox, #program, li, pre, pre ~ button, :disabled, [aria-pressed=true]';
  const data = ['size', 'walk', 'way', 'beside', 'go', 'a', 'force', 'f'];
  return [...document.querySelectorAll('button, input, [tabindex="0"]')]
    .filter(one => one.checkVisibility() && !one.matches(lists))
    .map(one => one.id ? '#' + one.id : one.tagName.toLowerCase() + data.map(name =>
      one.dataset[name] === undefined ? '' : `[data-${name}="${one.dataset[name]}"]`).join(''));
}"""
STATES = [
    "#way=check&walk=depth&step=15&size=try&ask=0&theme=",
    "#way=fewest&walk=levels&step=4&size=rule&ask=0&theme=",
    "#way=check&walk=depth&step=1&size=try&ask=1&seed=3&theme=",
    "#way=propagate&walk=depth&step=2&size=rule&ask=0&pick=1&theme=",
]
KEYS = {"#slider": "ArrowRight", "#speed": "ArrowRight", "#seed": "5"}


def effects(tab, theme: str, by: str) -> dict[str, str]:
    """The visible effect of every control, used by mouse or by key."""
    found: dict[str, str] = {}
    tab.evaluate(TESTER)
    for start in (state + theme for state in STATES):
        for control in ["#closehelp", *tab.evaluate(CONTROLS, start)]:
            if control in found:
                continue
            now = tab.evaluate("tester.ready", [start, control])
            assert now["reached"], f"{control} of {start}"
            if by == "mouse":
                tab.mouse.click(*now["spot"])
            else:
                tab.keyboard.press(KEYS.get(control, "Enter"))
            after, wide = tab.evaluate("tester.after()")
            assert not wide, f"{control} of {start}"
            if (control, by) != ("#seed", "mouse"):
                assert after != now["before"], f"{control} of {start} does nothing"
            found[control] = "" if control in KEYS else after.replace(f"theme={theme}", "")
    return found


@pytest.mark.parametrize("size", [PHONE, LAPTOP, WALL], ids=str)
def test_every_control_works_by_mouse_and_by_key_alike(size, opened):
    tab = opened(six_queens(), size=size)
    one, other = ("dark", "light") if size == LAPTOP else ("light", "dark")
    found = effects(tab, one, "mouse")
    assert len(found) >= 28
    assert found == effects(tab, other, "key")
    for part in ("#say", "#next", "#tree"):
        box = tab.locator(part).bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size[0] + 1


@pytest.mark.slow
@pytest.mark.parametrize("size", [PHONE, LAPTOP, WALL], ids=str)
def test_every_control_works_in_light_and_dark(size, opened):
    tab = opened(six_queens(), size=size)
    for theme in ("light", "dark"):
        assert effects(tab, theme, "mouse") == effects(tab, theme, "key")


def test_every_key_of_the_list_works(opened):
    tab = opened(six_queens(), size=PHONE)
    tab.evaluate(TESTER)
    start = STATES[0] + "light"
    for key in [
        *"?sdlwhuqcz+-btrp ",
        "ArrowUp",
        "ArrowDown",
        "ArrowLeft",
        "ArrowRight",
        "Home",
        "End",
    ]:
        before = tab.evaluate("start => tester.begin(start) || tester.seen()", start)
        if key in "cf":
            change = "zoom(1.3)" if key == "c" else "unfold(page.search)"
            before = tab.evaluate(f"() => page.tree.{change} || tester.seen()")
        tab.keyboard.press(key)
        after, wide = tab.evaluate("tester.after()")
        assert (after != before, wide) == (True, False), key
    assert tab.inner_text("#count").endswith("the end")
    tab.keyboard.press("?")
    tab.keyboard.press("Escape")
    assert not tab.is_visible("#help")
    for key, step in [("Home", 0), ("ArrowRight", 1), ("ArrowDown", 2), ("ArrowUp", 1), ("r", 0)]:
        tab.keyboard.press(key)
        assert tab.evaluate("() => page.at.t") == step, key


def test_a_step_is_a_rule_a_try_or_a_solution(opened):
    tab = opened(six_queens(), "way=propagate&step=2&size=rule")
    tab.keyboard.press("ArrowRight")  # r3c5 is tried, which ends dead
    while tab.evaluate("() => !page.done"):
        assert "0 dead ends" in tab.inner_text("#sofar")
        assert "dead end" not in tab.inner_text("#say")
        assert tab.locator("#tree .fail:not(.ahead)").count() == 0
        tab.keyboard.press("ArrowRight")
    assert "1 dead end" in tab.inner_text("#sofar")
    for light in ("focus", "hover"):
        tab.evaluate("() => page.show()")
        getattr(tab.locator("#taken li").first, light)()
        assert tab.evaluate("() => page.lit === page.takenList[0]"), light
        tab.evaluate("() => document.activeElement.blur()")
    assert "dead end" in tab.inner_text("#say")
    tab.click('[data-size="solution"]')
    tab.keyboard.press("ArrowRight")
    assert "Solution 1" in tab.inner_text("#say")
    assert tab.text_content("#nsol").startswith("1 of 4")
    tab.click('[data-size="try"]')
    tab.click("#play")
    tab.wait_for_function("() => document.getElementById('slider').value > 17")
    tab.click("#play")


def test_the_tree_folds_unfolds_moves_and_leads_to_its_nodes(opened):
    tab = opened(six_queens(), "way=check&step=400")
    few = tab.locator("#tree .g").count()
    tab.locator("#tree .fold").first.click()
    more = tab.locator("#tree .g").count()
    assert more > few
    tab.keyboard.press("f")
    assert tab.locator("#tree .g").count() == few
    labels = tab.locator("#tree .lab").count()
    tab.keyboard.press("l")
    assert tab.locator("#tree .lab").count() > labels
    tab.keyboard.press("l")
    tab.keyboard.press("u")
    assert tab.locator("#tree .fold").count() == 0
    tab.keyboard.press("f")
    before = tab.evaluate("() => page.tree.camera.x")
    tab.mouse.move(700, 400)
    tab.mouse.down()
    tab.mouse.move(760, 420, steps=3)
    tab.mouse.up()
    assert tab.evaluate("() => page.tree.camera.x") == before + 60
    scales = [tab.evaluate("() => page.tree.camera.scale")]
    for larger in ("wheel", "#zoomin", "#zoomout"):
        if larger == "wheel":
            tab.mouse.wheel(0, -200)
            tab.wait_for_function("was => page.tree.camera.scale > was", arg=scales[0])
        else:
            tab.click(larger)
        scales.append(tab.evaluate("() => page.tree.camera.scale"))
    assert scales[2] > scales[1]
    assert scales[3] == pytest.approx(scales[1])
    tab.keyboard.press("c")
    tab.locator("#tree .solution").first.click()
    assert "Solution" in tab.inner_text("#say")


def test_the_board_is_walked_by_keys(opened):
    tab = opened(six_queens(), "way=propagate&step=1")
    tab.locator('#panels [tabindex="0"]').focus()
    for key in ("ArrowDown", "ArrowRight", "ArrowLeft"):
        tab.keyboard.press(key)
    assert tab.evaluate("() => document.activeElement.dataset.f") == "1:0"
    tab.keyboard.press("Enter")
    said = tab.inner_text("#say")
    assert re.match(r"Why no queen on r2c1\?.*column 1.*the queen on r1c1", said)
    assert tab.evaluate("() => document.activeElement.dataset.f") == "1:0"
    assert tab.evaluate("() => page.at.t") == 1
    assert tab.locator("#panels .clash").count() == 1
    assert tab.locator("#rules .work").inner_text() == "each column: exactly 1 queen"


def test_any_value_of_a_number_on_the_board_can_be_asked_about(opened):
    tab = opened(trace(SMALL_SUDOKU), "way=propagate&step=0")
    tab.locator('#panels [data-f="1:-1"]').click()
    assert tab.inner_text("#say").startswith("Which value? r1c2: ")
    assert tab.locator("#say .chip").count() == 4
    tab.locator("#say .gone").first.click()
    said = tab.inner_text("#say")
    assert re.match(r"Why not r1c2 = 1\? each row: all different \(row 1\) took it before", said)
    assert "because of r1c1 = 1" in said
    assert tab.locator("#panels .clash").count() == 1


LINES = """at => page.to(at) || [...document.querySelectorAll('#panels .over path')].map(
  path => [Boolean(path.closest('.pale')), path.getAttribute('d')])"""


def test_a_tour_is_drawn_as_a_path_with_the_moves_that_are_possible(opened):
    """A decided move is a line for good, one that is still possible a pale one."""
    tab = opened(trace(load("knights_tour"), limit=60), "way=fewest&step=1")
    search, n = "page.search.order('depth')", 11
    one, last = (tab.evaluate(LINES, at) for at in (1, tab.evaluate(f"{search}.first")))
    assert [False, "M20 20L100 60"] in one  # from r1c1 to r2c3, as is tried
    assert [True, "M60 20L20 100"] in one  # from r1c2 to r3c1, as may be
    assert [pale for pale, _ in last] == [False] * n
    assert tab.locator("#panels .over circle[r='6']").count() == 1  # the start
    assert tab.locator("#sols .thumb path[class*=s-found]").count() == n
    tab.locator('#panels [data-f^="1:"]').first.click()  # the square of the second move
    assert tab.inner_text("#say").startswith("r1c2 = ")


def test_the_keys_of_a_table_are_in_the_cells_where_they_may_stand(opened):
    tab = opened(trace(zebra(), limit=60), "way=fewest&step=0&size=rule&rule=0")
    assert tab.locator("#panels .may:has-text('fox')").count() == 5
    assert tab.locator("#panels details:not([open])").count() == 1
    tab.locator("#panels .may[data-f='13:4']").click()
    assert tab.inner_text("#say").startswith("horse = 5 is still possible.")
    tab.locator("#panels .may[data-f='13:4']").focus()
    tab.keyboard.press("ArrowDown")  # and not to a value in the list that is folded
    assert tab.evaluate("() => document.activeElement.closest('svg .may') !== null")


def test_a_piece_that_must_stand_says_why(opened):
    tab = opened(trace(akari()), "way=fewest&step=0&size=rule")
    asked = """() => page.state.left.findIndex((left, v) => left.length === 1
        && !page.search.isGiven(page.state, v) && page.words.piece.has(`${v}:${left[0]}`))"""
    square = tab.evaluate(f"() => page.to(0) || ({asked})()")
    tab.locator(f'#panels [data-f="{square}:1"]').click()
    assert re.match(r"Why must r\dc\d have a lamp\? .* needed it", tab.inner_text("#say"))
    assert "lamp needed on" in tab.inner_text("#taken")


def test_what_is_given_is_there_from_the_start_and_bold(opened):
    tab = opened(trace(sudoku()), "way=propagate&step=0&size=rule&rule=0")
    assert tab.inner_text("#say") == "30 values are given. What do the rules alone take?"
    assert tab.locator("#panels .firm.given").count() == 30 == tab.locator(".firm").count()
    assert tab.locator("#takenbox").is_hidden()
    tab.locator('#panels [data-f="0:4"]').click()
    assert tab.inner_text("#say").startswith("r1c1 = 5: it is given.")
    tab.click("#next")
    assert tab.evaluate("() => page.state.gone.flat().filter(why => why && !why.given).length") > 0
    tab.evaluate("() => page.to(0)")
    assert tab.locator("#panels .firm.given").count() == 30
    assert tab.locator("#panels .firm.forced").count() == 51
    tab.click("#ask")
    assert tab.inner_text("#score") == "no try, so no question"
    tab = opened(trace(queens(4, preplaced="r1c2"), viewpoint="squares"), "way=check&step=0")
    assert tab.inner_text("#say").startswith("1 value is given. Nothing else is decided yet: 16")
    assert tab.locator("#panels .firm.given").count() == 1 == tab.locator(".firm").count()
    tab = opened(trace(queens(4), viewpoint="squares"), "way=check&step=0")
    assert tab.inner_text("#say").startswith("Nothing is decided yet: 16")


def test_squares_that_are_shaded_and_lines_are_said_as_a_player_says_them(opened):
    """Of a graph only what it needs is named, and what is there is no number."""
    tab = opened(trace(load("yajilin"), limit=60), "way=fewest&size=rule")
    taken = tab.evaluate("""() => [...page.search.depth.keys()].flatMap(id =>
        page.search.batches(id).map(batch => page.words.said(page.search, id, {batch})
            .map(one => one.innerText ?? one).join('')))""")
    loop = "the line is one loop takes r2c2-r3c2, because of the line on r1c2-r2c2 and the line on"
    assert any(f"{loop} r2c2-r2c3." in said for said in taken)
    assert any("r4c2, because of r4c3 shaded." in said for said in taken)
    tab.evaluate("() => page.to(0, Infinity)")
    square = tab.evaluate(
        "() => page.state.left.findIndex((left, v) => page.words.isSquare(v) && left[0])"
    )
    tab.locator(f'#panels [data-f="{square}:1"]').click()
    assert re.match(r"Why must r\dc\d be shaded\? .* needed it", tab.inner_text("#say"))


def test_a_search_for_what_does_not_follow_stays_and_says_so(opened):
    tab = opened(six_queens(), "way=fewest&step=66")
    tab.keyboard.press("d")
    assert tab.inner_text("#say") == "No dead end follows."
    assert tab.evaluate("() => page.at.t") == 66


def test_a_search_that_only_checks_says_what_it_will_reject(opened):
    tab = opened(six_queens(), "way=check&step=1")
    tab.locator('[data-f="3:3"]').click()
    said = "will reject it, because of the queen on r1c1"
    assert said in tab.inner_text("#say")
    assert "falling diagonal from r1c1" in tab.inner_text("#say")
    assert tab.locator("#panels .clash").count() == 1


def test_a_link_leads_to_the_same_state(opened):
    page = six_queens()
    hash = "way=check&walk=levels&step=300&size=rule&theme=dark&big=1"
    tab = opened(page, hash)
    assert tab.inner_text("#count").startswith("step 300")
    assert tab.locator("html").get_attribute("data-theme") == "dark"
    assert sorted(
        tab.evaluate("() => page.written() || location.hash").lstrip("#").split("&")
    ) == sorted(hash.split("&"))
    assert tab.evaluate("() => page.search.depth[page.id]") == 4
    assert tab.locator("#tree .bands rect").count() == 1


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_text_stands_out_from_what_is_behind_it(theme, opened):
    for model in (queens(6), zebra()):
        tab = opened(trace(model, limit=500), "ask=1&way=propagate", theme=theme)
        for key in ["d", "ArrowRight", "1", "ArrowRight", "1", "q", "d", "s", "d"]:
            tab.keyboard.press(key)
            assert tab.evaluate(CONTRAST) == []
    tab.evaluate("() => document.documentElement.style.setProperty('--soft', '#777')")
    assert tab.evaluate(CONTRAST) != []


# ---------------------------------------------------------------------------- ask me first


QUESTIONS = """() => {
  const asked = [], early = [];
  for (let i = 0; i < 45; i++) {
    page.next();
    if ($('sofar').innerText.includes('below this node')) early.push(page.at.t);
    if (!page.pending) continue;
    const {text, answer, reveals} = page.quiz.now, {t} = page.at;
    const shown = [$('say').innerText, $('takenbox').checkVisibility(), $('quiz').checkVisibility(),
      document.querySelectorAll('#rules .broken').length];
    const hidden = document.querySelectorAll('#tree .asked').length;
    page.to(999);  // no way round the question
    const held = page.at.t === t && page.pending;
    page.key({key: String(answer + 1), target: document.body, preventDefault() {}});
    asked.push({text, reveals, shown, hidden, held, said: $('say').innerText});
  }
  return [asked, early];
}"""


def test_a_question_hides_what_it_asks(opened):
    tab = opened(six_queens(), "way=propagate&ask=1&seed=3")
    assert tab.locator("#sol").is_disabled()
    asked, early = tab.evaluate(QUESTIONS)
    kinds = {re.sub(r".*(go on|rule\?|have left|solution).*", r"\1", now["text"]) for now in asked}
    assert kinds == {"go on", "rule?", "have left", "solution"}
    assert early == []
    for now in asked:
        assert now["shown"] == ["", False, True, 0]
        assert now["hidden"] == (0 if now["reveals"] else 1)
        assert now["held"]
        assert "Right" in now["said"]
    assert tab.inner_text("#score") == f"{len(asked)} of {len(asked)} right · questions 3"
    tab.click("#copyscore")
    assert tab.inner_text("#copied").startswith("copied: 6 queens, declared order: ")


def test_a_whole_class_is_asked_the_same(opened):
    asks = """() => page.order.nodes.map((id, t) =>
        page.quiz.question(page.search, page.words, Math.max(1, id), t).text)"""
    page = six_queens()
    one, again, other = (opened(page, f"ask=1&seed={seed}").evaluate(asks) for seed in (5, 5, 6))
    assert one == again
    assert one != other


# --------------------------------------------------------------------------------- what if


def test_what_if_goes_on_from_any_square(opened):
    model = queens(6)
    tab = opened(trace(model), "way=fewest&step=1")
    tab.locator('[data-f="2:4"]').click()
    tab.locator("[data-force]").click()
    assert tab.locator("#ways [data-way]").count() == 6
    assert "what if queen on r3c5?" in tab.inner_text("#ways")
    assert "r1c1" in tab.text_content("#tree")
    assert "r3c5" in tab.text_content("#tree")
    queen = model["queen"]
    wanted = count(model + (queen["r1c1"] == 1) + (queen["r3c5"] == 1))
    assert tab.evaluate("() => page.search.below.solved[0]") == wanted == 0
    tab.locator('[data-f="1:0"]').click()  # below the first queen: crossed, and yet
    tab.locator("[data-force]").click()
    assert "dead end" in tab.inner_text("#say")
    link = tab.evaluate("() => page.written() || location.hash")
    assert "if=0.0_2.4_1.0" in link or "if=" in link
    again = opened(trace(model), link.lstrip("#"))
    assert again.inner_text("#say") == tab.inner_text("#say")
    tab.evaluate("() => { page.suppose('fewest', [[0, 1]]); page.to(1); }")
    assert tab.evaluate("() => page.search.below.solved[0]") == count(model + (queen["r1c2"] == 1))
    tab.locator("#ways button").first.click()
    assert tab.evaluate("() => page.search.key") == "check"


# ----------------------------------------------------------------------------------- hostile


LOOKED_AT = """async () => {
  for (const key of ['s', 'd', 'ArrowRight', 'q', 'ArrowRight', '1', 'w']) {
    document.body.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}));
  }
  const square = document.querySelector('#panels [data-f]');
  square.dispatchEvent(new MouseEvent('click', {bubbles: true}));
  await new Promise(done => setTimeout(done, 20));
  return [window.hacked, document.scripts.length, page.at.search, document.title,
    document.querySelector('h1').innerText];
}"""


@pytest.mark.parametrize("start", range(0, 30, 6))
def test_names_and_labels_run_nothing(start, opened):
    for text in HOSTILE[start : start + 6]:
        found = opened(trace(hostile(text), limit=60), size=(640, 360)).evaluate(LOOKED_AT)
        assert found[:3] == [None, 2, 3], text
        assert found[3:] == [f"{text}, step by step", f"{text} step by step"]


def test_a_notebook_shows_the_page_in_a_frame(opened):
    page = trace(queens(5))
    notebook = page._repr_html_() + "<script>document.documentElement.dataset.ready = 1</script>"
    frame = opened(Page(notebook, "notebook"), size=(1000, 800)).frame_locator("iframe")
    frame.locator("html[data-ready]").wait_for()
    frame.locator("#next").click()
    assert frame.locator("#say").inner_text().startswith("Queen on r1c1: safe so far.")
    frame.locator("#link").click()


# ------------------------------------------------------------------------------------- paper


@pytest.mark.parametrize("model", [queens(8), zebra(), map_colouring()], ids=lambda m: m.name)
def test_a_state_is_printed_on_one_sheet(model, opened):
    tab = opened(trace(model, limit=200), "step=9", (703, 1010), "dark")  # A4 less its margins
    tab.emulate_media(media="print")
    assert not goes_out_of_the_window(tab)
    for figure in tab.locator("#panels figure, #tree").all():
        box = figure.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 704
        assert box["height"] <= 1010
    for part in ("#mid", "#panels figure"):
        style = tab.locator(part).first.evaluate("part => getComputedStyle(part).breakInside")
        assert style == "avoid"
    assert not tab.is_visible("footer")
    tab.evaluate("() => dispatchEvent(new Event('beforeprint'))")
    tree, here = (tab.locator(part).bounding_box() for part in ("#tree", "#tree .ring"))
    for start, length in (("x", "width"), ("y", "height")):
        assert tree[start] <= here[start]
        assert here[start] + here[length] <= tree[start] + tree[length]
    paper = tab.evaluate("() => getComputedStyle(document.body).backgroundColor")
    assert paper == "rgb(255, 255, 255)"


def test_the_last_step_says_what_the_search_has_proven(opened):
    for model, said in [
        (queens(3), "Every try failed: 3 queens has no solution. everyway why names"),
        (queens(4), "That was the last try: 2 solutions in all."),
        (queens(2), "2 queens has no solution."),
    ]:
        tab = opened(trace(model))
        assert said not in tab.inner_text("#say")
        tab.keyboard.press("End")
        assert said in tab.inner_text("#say")
        assert tab.text_content("#nsol").split(" of ")[0] == ("2" if "in all" in said else "none")


def test_two_ways_that_make_one_tree_say_so(opened):
    check, declared, *others = opened(six_queens()).locator("#ways .m").all_inner_texts()
    assert others == ["the same tree as declared order"] * 3
    assert "same tree" not in check + declared
    shown = opened(trace(magic_square(3))).locator("#ways .m").all_inner_texts()
    assert [text for text in shown if "same" in text] == ["the same tree as declared order"]


# ----------------------------------------------------------------- two trees, and what comes


def test_two_trees_stand_beside_each_other_with_their_numbers(opened):
    doc, page = trace_data(queens(6)), six_queens()
    tab = opened(page, "way=fewest&step=20", size=(1440, 900))
    assert not tab.is_visible("#tree2")
    tab.click('[data-beside="0"]')
    for number, way in (("#numbers", 2), ("#numbers2", 0)):
        ends = outcomes(doc["searches"][way])
        title, n = doc["searches"][way]["title"], len(ends) - 1
        said = f"{title}: {n} tries, {ends.count(0)} dead ends, 4 solutions; first solution at try "
        assert tab.inner_text(number) == f"{said}{ends.index(2)}"
    one, other = (tab.locator(tree).bounding_box() for tree in ("#tree", "#tree2"))
    assert (one["x"] + one["width"] <= other["x"], one["y"]) == (True, other["y"])
    assert one["width"] == pytest.approx(other["width"], abs=1)
    assert "beside=check" in tab.evaluate("() => page.written() || location.hash")
    tab.keyboard.press("q")
    assert not tab.is_visible("#tree2"), "no question is answered by another tree"
    tab.keyboard.press("q")
    tab.locator("#tree2 .ring").dispatch_event("click")
    assert tab.evaluate("() => [page.search.key, page.searches[page.beside].key, page.at.t]") == [
        "check",
        "fewest",
        20,
    ]
    tab = opened(page, "way=fewest&step=20&beside=check", size=PHONE)
    one, other = (tab.locator(tree).bounding_box() for tree in ("#tree", "#tree2"))
    assert one["y"] + one["height"] <= other["y"]
    tab.locator("#tree2 .fold").first.dispatch_event("click")
    assert tab.evaluate("() => [page.search.key, page.twin.opened.size]") == ["fewest", 1]
    tab.locator('[data-beside="0"]').click()
    assert not tab.is_visible("#tree2")
    assert opened(page, size=WALL).evaluate(
        "() => $('tree').clientWidth === $('trees').clientWidth"
    )


AHEAD = """() => {
  const all = shape => shape.kids.reduce((sum, kid) => sum.map((n, i) => n + all(kid)[i]),
    [shape.many, shape.ahead ? shape.many : 0]);
  page.tree.unfold(page.search);
  const {search, at, id} = page;
  return all(page.tree.shapes(search, at.walk, at.t, id, ''));
}"""


def test_what_comes_is_drawn_pale_but_not_before_a_question(opened):
    tab = opened(six_queens(), "way=fewest&step=20")
    for walk in ("depth", "levels"):
        tab.click(f'[data-walk="{walk}"]')
        tab.evaluate("() => page.to(20)")
        assert tab.evaluate(AHEAD) == [67, 46]
        tab.evaluate("() => page.tree.foldAll() || page.show()")
        assert tab.locator("#tree .solution.ahead").count() >= 2
        assert tab.locator("#tree .white").count() == 0
    tab.keyboard.press("q")
    assert tab.locator("#tree .ahead:not(.white)").count() == 0
    tab.keyboard.press("q")
    tab.click("#pale")
    assert tab.locator("#tree .ahead:not(.white)").count() == 0
    link = tab.evaluate("() => page.written() || location.hash")
    assert "pale=0" in link
    assert tab.locator("#tree .white").count() > 0


def test_a_step_of_a_large_tree_draws_little(opened):
    tab = opened(trace(queens(10), limit=4_000), "way=fewest")
    for walk in ("depth", "levels"):
        found = tab.evaluate(
            """walk => {
              page.change({walk});
              return [10, 999, 1001, 2500, 4000].map(t => page.to(t) || page.tree.count);
            }""",
            walk,
        )
        assert max(found) < 400, (walk, found)
