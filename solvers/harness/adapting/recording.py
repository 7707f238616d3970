"""Objects that write down, as lines of Python, what is asked of a library through them.

Each stands for an object of the library's, and hands on what is asked of it, so that an adapter
goes by the library's own answers while its questions become a script.
"""

from __future__ import annotations

import builtins
import json
import operator
import re
from collections.abc import Callable, Iterable, Sequence
from itertools import count
from keyword import kwlist
from textwrap import wrap
from typing import TYPE_CHECKING, Any, cast

from ....models.language.choices import decomposed
from ..registry import DECOMPOSED, Solver

if TYPE_CHECKING:
    from ....models.language.model import Model


# ---------------- The common parts of the scripts that show a fault of a library without everyway.
#
# A solver module, or its function, may offer
#
#     def script(model: Model, expected: Iterable[Row], about: str) -> str
#
# the text of a Python program that needs that library alone, enumerates the model and exits with 1
# where it does not find exactly the `expected` rows (values in the model's order), with 0 where it
# does. The model has integer domains alone, as for `solutions`. A module that has `backends` takes
# the name of one as a keyword, `backend`. It raises Unsupported, or NotImplementedError, where it
# cannot be written.


Row = tuple[int, ...]
Script = Callable[[Any, Iterable[Row], str], str]

WHOLE = '''"""{title}

{about}
"""

{imports}
{library}
{expected}

{body}

print(f"{{len(found)}} solutions reported, {{len(EXPECTED)}} expected")
missing, wrong = Counter(EXPECTED) - Counter(found), Counter(found) - Counter(EXPECTED)
if not (missing or wrong):
    print("the fault did not show")
    sys.exit(0)
print("missing:", sorted(missing.elements()))
print("invented or repeated:", sorted(wrong.elements()))
sys.exit(1)
'''


def script_of(solver: Solver) -> Script | None:
    """The function that writes scripts for `solver`, if there is one."""
    found = getattr(solver.function, "script", None) or getattr(solver.module, "script", None)
    if not callable(found):
        return None
    named = {"backend": solver.backend} if solver.backend else {}

    def written(model: Any, expected: Iterable[Row], about: str) -> str:
        asked = decomposed(model) if solver.mode == DECOMPOSED else model
        return cast(str, found(asked, expected, about, **named))

    return written


def header(about: str) -> str:
    """The lines of a script's documentation: what it shows, and how it ends."""
    ending = "Exit status 1 while the fault is there, 0 once the solutions are as expected."
    paragraphs = [*about.replace("\\", "/").replace('"""', "'''").splitlines(), "", ending]
    return "\n".join(line for text in paragraphs for line in (wrap(text, 95) or [""]))


def commented(text: str) -> str:
    """`text` as a comment at the end of a line."""
    return f"  # {text.encode('unicode_escape').decode()}"


def literal(name: str, columns: Sequence[str], rows: Iterable[Row]) -> str:
    """An assignment of the sorted `rows` to `name`, with what each column is in a comment."""
    lines = "".join(f"    {row!r},\n" for row in sorted(rows))
    listed = ", ".join(columns) or "no variables"
    return f"{name} = [{commented(listed)}\n{lines}]"


def writer(
    title: str, body: Callable[..., str], *, library: str = "", needs: Sequence[str] = ()
) -> Callable[..., str]:
    """A `script` of what `body` makes of a model and of the options, which `title` may name.

    It exits with 1 where `found`, which the body makes, is not the rows of `expected`. `library` is
    the line that imports the library, and `needs` are modules of Python's own. A body that begins
    with a function begins with an empty line.
    """
    imports = [f"import {name}" for name in sorted(["sys", *needs])]

    def script(model: Model, expected: Iterable[Row], about: str, **options: Any) -> str:
        return WHOLE.format(
            title=title.format(**options),
            about=header(about),
            imports="\n".join([*imports, "from collections import Counter"]),
            library=f"\n{library}\n" if library else "",
            expected=literal("EXPECTED", [variable.name for variable in model.variables], expected),
            body=body(model, **options).rstrip("\n"),
        )

    return script


Operation = Callable[[Any, Any], Any]

COMPARISON, SUM, PRODUCT, UNARY, ATOM = range(5)
"""The strength with which the parts of an expression hold together."""


class Recording:
    """The `lines` of a script, which may use the names of its `spoken` objects."""

    def __init__(
        self,
        named: Callable[[Any], str | None],
        taken: Iterable[str],
        posted: type | tuple[()] = (),
    ) -> None:
        """`named` says what an object is called that gets a line of its own, None for others.

        One without a name to be known by is called "". Names that are `taken` are given to none.
        What is `posted` matters from the line that makes it, which a call on it takes over.
        """
        self.lines: list[str] = []
        self._posted = posted
        self._named = named
        self._taken = {*kwlist, *dir(builtins), *taken}
        self._further = (f"v{number}" for number in count(1))
        self._spoken: dict[int, Spoken] = {}

    def spoken(self, native: object, text: str, strength: int = ATOM) -> Spoken:
        """`native`, which the script has as `text`."""
        found = self._spoken[id(native)] = Spoken(self, native, text, strength)
        return found

    def kept(self, native: Any, text: str, strength: int = ATOM) -> Any:
        """The value that `text` made: plain as it is, else under a name."""
        if isinstance(native, bool | int | str):
            return native
        if id(native) in self._spoken:
            return self._spoken[id(native)]
        wanted = self._named(native)
        if wanted is None:
            if isinstance(native, self._posted):
                self.lines.append(text)
            return self.spoken(native, text, strength)
        name = self._free(wanted)
        known = commented(wanted) if wanted not in ("", name) else ""
        self.lines.append(f"{name} = {text}{known}")
        return self.spoken(native, name)

    def note(self, text: object) -> None:
        """A comment."""
        self.lines.append(commented(str(text)).strip())

    def _free(self, wanted: str) -> str:
        """A name in Python that is like `wanted`, and nothing else's."""
        if not wanted:
            return self._free(next(self._further))
        name = re.sub(r"[^A-Za-z0-9]+", "_", wanted).strip("_")
        if not name.isidentifier():
            name = f"v_{name}"
        while name in self._taken:
            name += "_"
        self._taken.add(name)
        return name


def _joined(
    operation: Operation, sign: str, strength: int = COMPARISON, *, is_left: bool = True
) -> Any:
    """The method of an operator, whose object stands on its left, or else on its right."""
    least = strength + (strength == COMPARISON)  # Python reads a < b < c as a chain

    def join(self: Spoken, other: object) -> Any:
        left, right = (self, other) if is_left else (other, self)
        text = f"{_within(left, least)} {sign} {_within(right, strength + 1)}"
        return self._recording.kept(operation(plain(left), plain(right)), text, strength)

    return join


class Spoken:
    """An object of a library's, with the text of the script that makes it."""

    def __init__(self, recording: Recording, native: Any, text: str, strength: int) -> None:
        self._recording, self._native = recording, native
        self._text, self._strength = text, strength

    def __repr__(self) -> str:
        return self._text

    def __hash__(self) -> int:
        return id(self)

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._native, name)
        text = f"{_within(self, ATOM)}.{name}"
        return Spoken(self._recording, found, text, ATOM) if callable(found) else found

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        answer = self._native(*plain(arguments), **plain(options))
        named = [f"{option}={_text(value)}" for option, value in options.items()]
        call = f"{self!r}({', '.join([*map(_text, arguments), *named])})"
        if answer is not None and answer is not getattr(self._native, "__self__", None):
            return self._recording.kept(answer, call)
        lines = self._recording.lines
        if lines and call.startswith(f"{lines[-1]}."):
            lines.pop()
        lines.append(call)
        return None

    __eq__ = _joined(operator.eq, "==")
    __ne__ = _joined(operator.ne, "!=")
    __lt__ = _joined(operator.lt, "<")
    __le__ = _joined(operator.le, "<=")
    __gt__ = _joined(operator.gt, ">")
    __ge__ = _joined(operator.ge, ">=")
    __add__ = _joined(operator.add, "+", SUM)
    __sub__ = _joined(operator.sub, "-", SUM)
    __mul__ = _joined(operator.mul, "*", PRODUCT)
    __floordiv__ = _joined(operator.floordiv, "//", PRODUCT)
    __mod__ = _joined(operator.mod, "%", PRODUCT)
    __radd__ = _joined(operator.add, "+", SUM, is_left=False)
    __rsub__ = _joined(operator.sub, "-", SUM, is_left=False)
    __rmul__ = _joined(operator.mul, "*", PRODUCT, is_left=False)

    def __abs__(self) -> Any:
        return self._recording.kept(abs(self._native), f"abs({self!r})")

    def __neg__(self) -> Any:
        return self._recording.kept(-self._native, f"-{_within(self, ATOM)}", UNARY)

    def __invert__(self) -> Any:
        return self._recording.kept(~self._native, f"~{_within(self, ATOM)}", UNARY)


def plain(value: Any) -> Any:
    """`value` with the library's own objects in it."""
    match value:
        case Spoken():
            return value._native
        case list() | tuple():
            return type(value)(map(plain, value))
        case dict():
            return {key: plain(item) for key, item in value.items()}
        case _:
            return value


def tuple_of(texts: Iterable[str]) -> str:
    """The text of a tuple."""
    several = list(texts)
    return f"({several[0]},)" if len(several) == 1 else f"({', '.join(several)})"


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(value)


def _within(value: object, strength: int) -> str:
    """The text of `value` where its parts must hold together at least so strongly."""
    weak = isinstance(value, Spoken) and value._strength < strength
    return f"({value!r})" if weak else repr(value)
