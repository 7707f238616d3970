"""Slides of a lesson: a cell each, with the prose before it, in one page that needs no network."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from pathlib import Path

from lessons import NOTHING, OUTPUT, divided, parts, relinked
from markdown_it import MarkdownIt
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name

from everyway.views.pages.page import Page, assembled

ANSWER = re.compile(r"\s*<details>.*?</details>\n", re.DOTALL)
NOTE = re.compile(r"^- \*\*(.+?)\.?\*\* (.*?)(?=^- |^\n|\Z)", re.MULTILINE | re.DOTALL)
CODE_STYLES = "a11y-high-contrast-light", "a11y-high-contrast-dark"  # which come with Furo
BESIDE = 70
"""Code of so many letters in a line has room beside prose; wider code stands below it."""
BAR = """<nav><button id="back" aria-label="back">←</button><output id="place"></output>
<button id="on" aria-label="on">→</button>
<button id="notes" aria-pressed="false">Notes</button></nav>"""


def slides(text: str) -> Page:
    """The page with the slides of a lesson; notes about a heading are with its first slide."""
    lesson, notes = divided(text)
    said, rest = dict(NOTE.findall(notes)), NOTE.sub("", notes)
    whole = relinked(NOTHING.sub("", lesson), "html").strip()
    sections = re.split(r"^##? ", whole, flags=re.MULTILINE)[1:]
    shown = []
    for number, section in enumerate(sections):
        title, _, prose = section.partition("\n")
        note, mark = said.pop(title, "") if number else rest, "h2" if number else "h1"
        for content in _contents(prose):
            aside = f"<aside>{MARKDOWN.render(note)}</aside>" if note else ""
            shown.append(f"<section><{mark}>{escape(title)}</{mark}>{content}{aside}</section>")
            note = ""
    assert not said, f"notes for teachers on {list(said)}, which is no heading"
    style, script = (
        Path(__file__).with_name(f"slides.{kind}").read_text("utf-8") for kind in ("css", "js")
    )
    day, night = (HtmlFormatter(style=name).get_style_defs() for name in CODE_STYLES)
    style += f" {day} @media screen and (prefers-color-scheme:dark) {{{night}}}"
    title, body = sections[0].partition("\n")[0], f"<main tabindex=0>{''.join(shown)}</main>{BAR}"
    return assembled(title, style, body, f"'use strict';\n{script}")


def _contents(section: str) -> Iterator[str]:
    """The slides of a section: prose, and the cell that comes after it, if there is one."""
    (_, above), *cells = parts(section)
    for source, below in cells:
        folded, output = ANSWER.match(below), OUTPUT.search(below)
        if folded:
            answer, rest = MARKDOWN.render(folded[0]), below[folded.end() :]
        else:
            answer = _code(output[1]) if output else ""
            rest = OUTPUT.sub("", below, 1)
        said = f"<div>{MARKDOWN.render(above)}</div>" if above.strip() else ""
        widest = max(map(len, (source + (output[1] if output else "")).split("\n")))
        side = ' class="beside"' if said and widest <= BESIDE else ""
        code = _code(source, "python")
        yield f"<article{side}>{said}<div>{code}{answer}</div></article>"
        above = rest
    if above.strip():
        yield f"<article><div>{MARKDOWN.render(above)}</div></article>"


def _code(text: str, language: str = "", attributes: str = "") -> str:
    if language != "python":
        return f'<pre class="printed">{escape(text)}</pre>'
    return str(highlight(text, get_lexer_by_name("ipython3"), HtmlFormatter()))


MARKDOWN = MarkdownIt("commonmark", {"highlight": _code}).enable("table")
