"""The frame that every page shares: scripts, styles and data in one file, under a strict policy.

A page is made with `string.Template`, which the standard library has: each has a handful of places
to fill. Its scripts and styles are allowed by their hashes, so that nothing else runs or is loaded,
and texts of a model only reach it as JSON, which its scripts write out as text.
"""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any

from ...models.language.drawing.svg_style import COLOURS
from ...models.language.late_dataclasses import dataclass
from ...solvers.harness.atomic_files import write_text

# ----------------------- Scripts and styles without comments and blanks, so that pages stay small.
#
# Lines stay lines where they may end a statement without a semicolon. It is enough for the scripts
# here, whose strings are in single quotes or backquotes, without one backquote within another.


_TOKEN = re.compile(
    r"(?P<literal>'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)"
    r"|//[^\n]*|/\*.*?\*/|(?P<line>\s*\n\s*)|(?P<blank>[ \t]+)",
    re.DOTALL,
)
_LINE = re.compile(
    r"(?P<literal>'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)"
    r"|(?:^|(?<=[{;,(\[])|(?=\n+(?:[})\]]|$)))\n+|(?P<line>\n)\n*|;(?=\n*})|(?P<word>\b(?:const|true|false|undefined)\b)"
)
"""The ends of lines; those beside a bracket, a comma or a semicolon can go, as can a semicolon at
the end of a block."""
_SHORTER = {"const": "let", "true": "!0", "false": "!1", "undefined": "void 0"}


@cache
def minified_script(text: str) -> str:
    """The same script in fewer letters."""

    def shorter(token: re.Match[str]) -> str:
        if token["literal"]:
            return token[0]
        if token["line"]:
            return "\n"
        around = text[token.start() - 1] + text[token.end() : token.end() + 1]
        return " " if token["blank"] and re.fullmatch(r"[\w$]{2}", around) else ""

    return _LINE.sub(
        lambda token: token["literal"] or token["line"] or _SHORTER.get(token["word"], ""),
        _TOKEN.sub(shorter, text),
    )


@cache
def minified_style(text: str) -> str:
    """The same style sheet in fewer letters."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    text = re.sub(r"\s+", " ", text)
    return re.sub(r" ?([{};,>]) ?|(:) ", r"\1\2", text).replace(";}", "}").strip()


def minified_body(text: str) -> str:
    """The same HTML in fewer letters."""
    return re.sub(r"\n\s+", "\n", re.sub(r'="([\w-]+)"(?=[ >])', r"=\1", text))


PLAIN = 4_000
"""Data up to so many letters stays readable in the source of a page; longer is compressed."""

SHARED = ("theme.css", "dom.js")
"""The styles and scripts of every page."""

GENERATOR = '<meta name="generator" content="everyway">'
"""By this a page is known to be ours."""

_FRAME = Template("""\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
$generator
<meta http-equiv="Content-Security-Policy" content="$policy">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>$title</title>
<style>$style</style>
</head>
<body>
$body
<noscript>This page needs JavaScript; nothing is loaded from the network.</noscript>
<script type="application/json" id="data">$data</script>
<script>$script</script>
</body>
</html>
""")


@dataclass(frozen=True)
class Page:
    """A page of HTML that is whole by itself; a notebook shows it in a frame."""

    html: str
    title: str

    def save(self, path: str | Path) -> None:
        """Write the page; a file that is there is replaced when the new one is whole.

        Raises: OSError.
        """
        write_text(path, self.html)

    def _repr_html_(self) -> str:
        """The page in a frame of its own, which reaches nothing of the notebook."""
        shown = f'srcdoc="{escape(self.html)}" title="{escape(self.title)}"'
        size = 'width="100%" height="720" style="border:1px solid #ccc" allow="clipboard-write"'
        return f'<iframe {shown} {size} sandbox="allow-scripts allow-downloads"></iframe>'

    def __repr__(self) -> str:
        return f"<page {self.title!r}, {len(self.html.encode()) / 1000:.0f} kB; .save(path)>"


def made(
    title: str,
    template: str,
    files: Sequence[str],
    data: Any,
    *,
    name: str = "",
    grounds: Sequence[str] | None = None,
    allowed: Mapping[str, str] = {},
) -> Page:
    """A page of `data`, with scripts and styles, `files` of `web/` after the shared ones.

    Its `template`, of `web/` too, is filled with the `name`; its boards are drawn on `grounds`, as
    SVG. Its script and styles are the same whatever it shows. `allowed` is what its policy allows
    beside them, by directive.
    """
    body = minified_body(web_file(template)).replace("{{name}}", escape(name))
    if grounds is not None:
        body += f'<div id="grounds" hidden>{"".join(grounds)}</div>'
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    texts: dict[str, list[str]] = {"css": [], "js": ["'use strict';"]}
    for file in (*SHARED, *files):
        texts[file.rpartition(".")[2]].append(web_file(file))
    style, script = ("\n".join(texts[kind]) for kind in ("css", "js"))
    return assembled(title, style, body, script, packed(text), allowed)


def assembled(
    title: str,
    style: str,
    body: str,
    script: str,
    data: str = "{}",
    allowed: Mapping[str, str] = {},
) -> Page:
    """A page of HTML whose policy allows this style, this script and what is `allowed`, alone."""
    style, script = minified_style(style) + picture_colours(), minified_script(script)
    html = _FRAME.substitute(
        generator=GENERATOR,
        policy=_policy(style, script, allowed),
        title=escape(title),
        style=style,
        body=body,
        data=data,
        script=script,
    )
    return Page(html, title)


def is_page(path: Path) -> bool:
    """True if `path` is a page that was written here."""
    try:
        with path.open("rb") as stream:
            return GENERATOR.encode() in stream.read(200)
    except OSError:
        return False


def web_file(name: str) -> str:
    """The text of a script, a style sheet or a piece of HTML."""
    return (files(__package__) / "web" / name).read_text(encoding="utf-8")


def packed(text: str) -> str:
    """JSON for a script element: as it is, or where it is long, gzip in base64."""
    if len(text) > PLAIN:
        return base64.b64encode(gzip.compress(text.encode(), mtime=0)).decode()
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def picture_colours() -> str:
    """A style sheet for the colours of our pictures, which can be switched to dark."""
    looks = [
        (f".{look[0]}-{name}{{{look}:", *colours)
        for name, colours in COLOURS.items()
        for look in (["fill"] if name.startswith("tint") else ["fill", "stroke"])
    ]
    day = [f"{look}{light}}}" for look, light, _ in looks]
    night = [f"[data-theme=dark] {look}{dark}}}" for look, light, dark in looks if light != dark]
    return "".join([*day, "@media screen{", *night, "}"])


def _policy(style: str, script: str, allowed: Mapping[str, str]) -> str:
    """Nothing but this style sheet, this script and what is `allowed`, and no markup from text."""
    own = {"style-src": f"'{_hash(style)}'", "script-src": f"'{_hash(script)}'"}
    directives = {
        "default-src": "'none'",
        **own,
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
        "require-trusted-types-for": "'script'",
        "trusted-types": "'none'",
        **{name: f"{own.get(name, '')} {more}".strip() for name, more in allowed.items()},
    }
    return "; ".join(f"{name} {value}" for name, value in directives.items())


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}"
