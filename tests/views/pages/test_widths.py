"""Every kind of page at every width, with letters as they are and twice as large.

Nothing that a page shows is cut, stands over something else, or makes the whole page scroll to the
side. The pages are made by the commands; a new kind of page is a line of `KINDS`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from everyway.models.queens import queens
from everyway.views import trace

from ...support.command_lines import everyway
from .test_playground_page import served, stand_in  # noqa: F401 - a fixture, and what it needs

WIDTHS = (360, 768, 900, 1024, 1440)
LETTERS = {"100 %": 16, "200 %": 32}
KINDS = {
    "trace": "trace crowns -t 2 -o page.html",
    "trace of numbers": "trace sudoku -t 2 -o page.html",
    "trace of lists": "trace zebra -t 2 -o page.html",
    "steps": "why sudoku --steps -o page.html",
    "report": "report queens n=4..5 -S flatmap -S auto -o page.html",
    "report of lists": "report zebra -S flatmap -S auto -o page.html",
    "compare": "compare queens n=5 -S flatmap -S auto --html page.html",
    "bench": "bench queens n=4..5 -S flatmap -S auto --html page.html",
    "class": "check submissions --against queens n=4 --html page.html",
}
KEYS = {"trace": ["s", "d", "p", "o", "q", "ArrowRight", "1", "q"]}
"""The keys after each of which a page is looked at again."""
RIGHT = "from everyway.models.queens import queens as right\n"
SUBMISSIONS = {
    "anna": "return right(n)",
    "ben": "return right(n).without('diagonals <= 1')",
    "cara_with_a_name_that_is_far_longer_than_others": "return 7",
}

FAULTS = """() => {
  const faults = [], root = document.documentElement;
  const say = (what, one, more) => faults.push(`${what}: ${one.tagName.toLowerCase()} ${one.id} `
    + `${one.className} ${(one.innerText ?? '').trim().slice(0, 40)} ${more}`);
  const wide = root.scrollWidth;
  if (wide > innerWidth) say('sideways', root, `${wide} > ${innerWidth}`);
  const shown = one => one.checkVisibility() && !one.closest('svg svg, .unseen, [hidden]');
  const scrolls = one => one !== root
    && (/auto|scroll/.test(getComputedStyle(one).overflowX) || scrolls(one.parentElement));
  const inRow = one => {
    const {display, position} = getComputedStyle(one);
    const {width, height} = one.getBoundingClientRect();
    return shown(one) && width && height && !/^inline$|contents|none/.test(display)
      && one.id !== 'colours'  // of the program, which lies over them
      && !/absolute|fixed|sticky/.test(position);
  };
  const no = 'svg *, input, select, textarea, iframe, dialog *';
  for (const one of document.body.querySelectorAll('*')) {
    const {clientWidth, clientHeight, scrollWidth, scrollHeight} = one;
    const {display, overflowY} = getComputedStyle(one);
    if (!shown(one) || !clientWidth || display === 'inline' || one.matches(no)) continue;
    if (scrollWidth > clientWidth + 1 && !scrolls(one)) {
      say('cut', one, `${scrollWidth} > ${clientWidth}`);
    }
    if (scrollHeight > clientHeight + 1 && /hidden|clip/.test(overflowY)) {
      say('cut below', one, `${scrollHeight} > ${clientHeight}`);
    }
    const boxes = [...one.children].filter(inRow).map(child => child.getBoundingClientRect());
    boxes.forEach((box, i) => boxes.slice(i + 1, i + 12).forEach(other => {
      const across = Math.min(box.right, other.right) - Math.max(box.left, other.left);
      const down = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
      if (across > 1.5 && down > 1.5) say('overlap', one, `child ${i}, ${across} x ${down}`);
    }));
  }
  return faults;
}"""


def faults_at(tab: Any, width: int, letters: int, session: Any) -> list[str]:
    """The faults of the page that is open, at a width and with letters of so many pixels."""
    session.send("Page.setFontSizes", {"fontSizes": {"standard": letters, "fixed": letters}})
    tab.set_viewport_size({"width": width, "height": 900 if width > 360 else 740})
    tab.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
    return [f"{width} px, letters {letters}: {fault}" for fault in tab.evaluate(FAULTS)]


def looked_at(tab: Any, kind: str, widths: tuple[int, ...] = WIDTHS) -> list[str]:
    """The faults at all widths, in every state of the page."""
    session = tab.context.new_cdp_session(tab)
    try:
        found = []
        for key in ["", *KEYS.get(kind, ())]:
            if key:
                tab.keyboard.press(key)
            for letters in LETTERS.values():
                for width in widths:
                    found += [f"{key} {f}" for f in faults_at(tab, width, letters, session)]
        return found
    finally:
        session.send("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})
        session.detach()


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Makes a page of a kind by its command, once."""
    pages: dict[str, Path] = {}

    def page(kind: str) -> Path:
        if kind not in pages:
            folder = tmp_path_factory.mktemp("page")
            (folder / "submissions").mkdir()
            for name, body in SUBMISSIONS.items():
                text = f"{RIGHT}\ndef queens(n=8):\n    {body}\n"
                (folder / "submissions" / f"{name}.py").write_text(text)
            with pytest.MonkeyPatch.context() as patch:
                patch.chdir(folder)
                result = everyway(*KINDS[kind].split())
            pages[kind] = folder / "page.html"
            assert pages[kind].exists(), result.output
        return pages[kind]

    return page


@pytest.mark.site
@pytest.mark.web
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("kind", [*KINDS, "playground"])
def test_nothing_is_cut_or_stands_over_something_else(kind, theme, made, request, opened):
    is_here = kind in KINDS
    page = made(kind) if is_here else request.getfixturevalue("stand_in")
    tab = opened(page, theme=theme)
    if not is_here:
        tab.wait_for_selector("html[data-python]", state="attached")
    assert not (found := looked_at(tab, kind)), "\n".join(found)


@pytest.mark.web
def test_the_page_of_a_trace_fits(opened):
    tab = opened(trace(queens(4)), "step=9&beside=check")
    assert not (found := looked_at(tab, "", (360, 900))), "\n".join(found)
    for what, planted in {
        "cut below": "$('numbers').style.cssText = 'overflow: hidden; height: 4px'",
        "cut": "$('numbers2').style.cssText = 'width: 40px; white-space: nowrap'",
        "overlap": "$('say').style.marginTop = '-60px'",
        "sideways": "document.querySelector('header').style.width = '3000px'",
    }.items():
        tab.evaluate(f"() => {{ {planted}; }}")
        assert [fault for fault in tab.evaluate(FAULTS) if fault.startswith(f"{what}:")], what
