"""Tools for programs that write models, which reach them by the Model Context Protocol.

A request is worked on by commands of ours, each a process with all that it starts, in a new folder
of its own: a model that crashes, hangs or eats memory ends no more than its own request, and
so does a request that is cancelled. What a command prints as JSON is said in few words.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from importlib import import_module
from pathlib import Path
from subprocess import DEVNULL
from typing import Any, Literal

from ..models.language.errors import ExitCode
from ..models.language.late_dataclasses import dataclass
from ..models.language.phrases import assigned, grouped, listed, solutions_said
from ..solvers.harness.processes.child_process import Family

Language = Literal["minizinc", "toml", "python"]
ENDINGS = {"minizinc": ".mzn", "toml": ".toml", "python": ".py"}
AT_ONCE = 2
"""The requests that are worked on at once; others wait, and their time does not run."""
MOST_TEXT, MOST_ANSWER = 1_000_000, 2_000_000
"""The characters of a model, and the bytes that a command may print."""
MOST_SOLUTIONS, MOST_DIGITS = 1_000, 15
SECONDS_TO_START = 3.0
"""For the last command of a request, beyond the time limit."""
_PAUSE = 0.02
_COMMAND = (
    "from everyway.solvers.harness.processes.child import keep_to; keep_to({memory});"
    " from everyway.views.start import main; main()"
)
INSTRUCTIONS = """\
Judge constraint models by their whole sets of solutions: whether two have the same, and else an \
assignment that separates them and the rule that it breaks; which rules of one cannot hold \
together; how many solutions there are, some of them, or random ones."""


@dataclass(frozen=True)
class Limits:
    """The limits that whoever starts the server sets for each request."""

    time_limit: float
    """Seconds; a request may ask for fewer."""
    memory: int
    """Bytes, for each process."""
    allow_python: bool
    """True if models may be Python programs, which may do what the user may."""


def refusal(why: str) -> Exception:
    """The error that a client is shown as `why`."""
    error: Exception = import_module("mcp.server.mcpserver.exceptions").ToolError(why)
    return error


class Work:
    """The models of one request, and the commands that it runs on them."""

    def __init__(self, seconds: float, limits: Limits) -> None:
        self._limits, self._end = limits, time.monotonic() + seconds
        self._files: dict[str, str] = {}
        self.notes: list[str] = []
        """The remarks of the commands, beside their answers."""

    async def file_of(self, name: str, text: str, language: Language) -> str:
        """The name of the file in which commands find a model; of Python, what it declares.

        Raises: ToolError.
        """
        if len(text) > MOST_TEXT:
            raise refusal(f"the {name} model has more than {grouped(MOST_TEXT)} characters")
        if language == "python" and not self._limits.allow_python:
            raise refusal(
                "models in Python are programs, and this server runs none; write the model in"
                " MiniZinc or TOML, or have the server started with --allow-python"
            )
        file = f"{name}{ENDINGS[language]}"
        if language == "python":
            left, words = self._end - time.monotonic(), ["show", file, "--as", "json"]
            code, text, said = await self._ran(words, left, {file: text})
            if code != ExitCode.OK:
                raise refusal(said or f"its process ended with {code}")
            file = f"{name}.json"
        self._files[file] = text
        return file

    async def answer(self, *ways: Sequence[str]) -> tuple[int, dict[str, Any]]:
        """The exit code and the document of the first of these commands that decides.

        Each has its share of the time that is left. Where none decides, the last document, or
        nothing. Raises: ToolError where one fails, in its words.
        """
        code, found = int(ExitCode.UNDECIDED), dict[str, Any]()
        for later, words in enumerate(ways):
            seconds = max(self._end - time.monotonic(), 0.1) / (len(ways) - later)
            each = seconds * (0.4 if words[0] == "compare" else 0.8)  # the rest to begin and end
            more = 0.0 if later < len(ways) - 1 else SECONDS_TO_START
            words = [*words, "-t", f"{each:.3f}"]
            code, printed, said = await self._ran(words, seconds + more, self._files)
            if code not in (ExitCode.OK, ExitCode.DIFFERENT, ExitCode.UNDECIDED):
                raise refusal(said or f"a process of this request ended with {code}")
            found = json.loads(printed, parse_int=_whole) if printed else found
            self.notes = [line for line in said.splitlines() if not line.startswith("Next: ")]
            if code != ExitCode.UNDECIDED:
                break
        return code, found

    async def _ran(
        self, words: Sequence[str], seconds: float, files: Mapping[str, str]
    ) -> tuple[int, str, str]:
        """The exit code of a command of ours beside new files alone, what it prints, and says.

        Raises: ToolError.
        """
        command = [sys.executable, "-P", "-c", _COMMAND.format(memory=self._limits.memory), *words]
        with (
            tempfile.TemporaryDirectory(prefix="everyway-") as folder,
            tempfile.TemporaryFile() as printed,
            tempfile.TemporaryFile() as said,
        ):
            for name, text in files.items():
                Path(folder, name).write_text(text, "utf-8", errors="replace")
            streams = {"stdin": DEVNULL, "stdout": printed, "stderr": said}
            family, end = Family(command, cwd=folder, **streams), time.monotonic() + seconds
            try:
                while (status := family.status) is None:
                    await asyncio.sleep(_PAUSE)  # a request that is cancelled ends here
                    sizes = [os.fstat(stream.fileno()).st_size for stream in (printed, said)]
                    if max(sizes) > MOST_ANSWER:
                        raise refusal("the answer is too large; ask for fewer solutions")
                    if time.monotonic() > end:
                        return ExitCode.UNDECIDED, "", "it did not end in time"
            finally:
                family.end()
            texts = []
            for stream in (printed, said):
                stream.seek(0)
                texts.append(stream.read(MOST_ANSWER).decode("utf-8", "replace").strip())
        words_said = texts[1].replace(f"{folder}/", "").removeprefix("error: ")
        return status, texts[0], words_said


class Tools:
    """The three tools, as the server offers them: what a docstring says, a client reads."""

    def __init__(self, limits: Limits) -> None:
        self._limits, self._turns = limits, asyncio.Semaphore(AT_ONCE)

    @asynccontextmanager
    async def _work(self, time_limit: float | None) -> AsyncIterator[Work]:
        """The work on a request, once it is its turn. Raises: ToolError."""
        most = self._limits.time_limit
        seconds = most if time_limit is None else time_limit
        if not 0 < seconds <= most:
            raise refusal(f"time_limit is {seconds:g}; here it may be above 0, up to {most:g} s")
        async with self._turns:
            yield Work(seconds, self._limits)

    async def compare_models(
        self,
        first: str,
        second: str,
        language: Language = "minizinc",
        second_language: Language | None = None,
        mapping: dict[str, str] | None = None,
        time_limit: float | None = None,
    ) -> dict[str, Any]:
        """Say whether two models have the same solutions, and else a witness of the difference.

        Variables are matched by name, or by `mapping`, from names of the first model to those of
        the second. The verdict on the second model, held against the first: same, too many, too
        few, different (both) or undecided. Each difference has a `witness`, an assignment that one
        of the two allows and the other forbids, and the rules that it breaks there. `rows_judged`
        were held against the rules of their model, and a `second` solver found as many.
        """
        async with self._work(time_limit) as work:
            names = [
                await work.file_of("first", first, language),
                await work.file_of("second", second, second_language or language),
            ]
            pairs = [f"--map={name}={other}" for name, other in (mapping or {}).items()]
            words = ["compare", *names, *pairs, "--json", "--memory", str(self._limits.memory)]
            _, found = await work.answer(words, [*words, "--set"])
        verdict, models = found.get("verdict", "undecided"), found.get("models", ())
        differences = [{"says": _says(one), **one} for one in found.get("differences", ())]
        ends = [_counted(one["solutions"]) for one in models]
        says = [f"{verdict}: the first model has {ends[0]}, the second {ends[1]}"] if ends else []
        kept = ("solutions", "status", "rows_judged", "second")
        return {
            "verdict": verdict,
            "says": ". ".join([*says, *(one["says"] for one in differences)]) or verdict,
            "models": [{key: one[key] for key in kept} for one in models],
            "differences": differences,
            "notes": [*found.get("notes", ()), *filter(None, [found.get("problem")]), *work.notes],
        }

    async def why_no_solution(
        self, model: str, language: Language = "minizinc", time_limit: float | None = None
    ) -> dict[str, Any]:
        """Name the rules of a model that cannot hold together, and what to give up.

        `conflicts` are the smallest sets of rules that cannot hold together, in the model's own
        lines; `mend` the smallest sets without which there is a solution, each with that solution.
        A model that has a solution is answered with one.
        """
        async with self._work(time_limit) as work:
            words = ["why", await work.file_of("model", model, language), "--json"]
            code, found = await work.answer(words)
            has, notes = found.get("has_solution"), work.notes
            if code != ExitCode.OK:
                verdict = "undecided" if has is None else "has a solution"
                return {"verdict": verdict, "solution": has, "notes": notes}
            _, mended = await work.answer([*words, "--repair"])
        conflicts = [list(map(_rule, some)) for some in found["sets"]]
        pairs = zip(mended.get("repairs", ()), mended.get("witnesses", ()), strict=False)
        mend: list[dict[str, Any]] = [
            {"give_up": list(map(_rule, some)), "solution": next(iter(witness), None)}
            for some, witness in pairs
        ]
        way = f". Without {listed(mend[0]['give_up'])} there is a solution" if mend else ""
        return {
            "verdict": "no solution",
            "says": f"no solution: these cannot hold together: {listed(conflicts[0])}{way}",
            "conflicts": conflicts,
            "mend": mend,
            "notes": list(dict.fromkeys([*notes, *work.notes])),
        }

    async def solutions(
        self,
        model: str,
        what: Literal["count", "some", "sample"] = "count",
        number: int = 10,
        seed: int | None = None,
        language: Language = "minizinc",
        time_limit: float | None = None,
    ) -> dict[str, Any]:
        """Count the solutions of a model, list some of them, or draw some at random.

        `count` is exact unless `exact` is false, and a text where it has more than 15 digits;
        `some` are the first `number` of them, `all` where there are no more; a `sample` is drawn
        uniformly from all, with repeats, the same again for the same `seed`. Of a model with an
        objective the solutions are the best ones.
        """
        if not 0 < number <= MOST_SOLUTIONS:
            raise refusal(f"number is {number}; it may be from 1 to {MOST_SOLUTIONS}")
        async with self._work(time_limit) as work:
            file = await work.file_of("model", model, language)
            held = "--memory", str(self._limits.memory)
            if what == "count":
                sets = ["set", file, "--json", *held]
                code, found = await work.answer(["count", file, "--json"], sets)
                exact, count = code == ExitCode.OK, found.get("count")
                least = "" if exact else "at least "
                says = "undecided" if count is None else f"{least}{_counted(count)}"
                answer = {"says": says, "count": count, "exact": exact}
            elif what == "some":
                code, found = await work.answer(["solve", file, "--json", "--limit", str(number)])
                some, whole = found.get("solutions", []), found.get("status") == "complete"
                says = f"the first {len(some)} found" if not whole else _counted(len(some))
                answer = {"says": says, "solutions": some, "all": whole}
            else:
                words = ["solve", file, "--json", *held, f"--sample={number}"]
                words += [] if seed is None else [f"--seed={seed}"]
                code, found = await work.answer(words)
                if code == ExitCode.UNDECIDED:
                    raise refusal("; ".join(work.notes))
                some, count = found["solutions"], found["of"]
                says = f"{len(some)} drawn uniformly from {_counted(count)}"
                answer = {"says": says, "solutions": some, "count": count}
        return {**answer, "notes": work.notes}


def _whole(digits: str) -> int | str:
    """A number; its digits where they are more than a client is sure to keep."""
    return int(digits) if len(digits) <= MOST_DIGITS else digits


def _counted(number: int | str) -> str:
    return solutions_said(number) if isinstance(number, int) else f"{number} solutions"


def _says(one: Mapping[str, Any]) -> str:
    """A difference of two models in words."""
    having, lacking = ("second", "first") if one["kind"] == "too many" else ("first", "second")
    number = f"{'' if one['exact'] else 'at least '}{_counted(one['count'])} of the {having} model"
    verb, values = "is" if one["count"] == 1 else "are", assigned(one["witness"])
    rules = f"; the {lacking} model forbids it: {'; '.join(one['violated'])}"
    return f"{number} {verb} none of the {lacking}: {values}{rules if one['violated'] else ''}"


def _rule(unit: Mapping[str, Any]) -> str:
    return f"{unit['rule']} ({unit['place']})" if unit["place"] else str(unit["rule"])


def serve(limits: Limits) -> None:
    """Answer requests on standard input until it ends. Raises: ImportError without the SDK."""
    from importlib.metadata import version

    server = import_module("mcp.server.mcpserver").MCPServer(
        "everyway", instructions=INSTRUCTIONS, version=version("everyway"), log_level="ERROR"
    )
    tools = Tools(limits)
    for tool in (tools.compare_models, tools.why_no_solution, tools.solutions):
        server.add_tool(tool)
    server.run("stdio")
