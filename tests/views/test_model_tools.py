"""The server of tools for models, asked by the client of its protocol, and what it refuses."""

import asyncio
import json
import os
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from shutil import which
from threading import Timer

import pytest

from everyway.models import same, to_data
from everyway.models.language.files.catalogue import load
from everyway.views.command_line import main

mcp = pytest.importorskip("mcp", reason="not installed: pip install mcp")
pytestmark = pytest.mark.skipif(which("minizinc") is None, reason="MiniZinc is not installed")

COMMAND = ["-c", "from everyway.views.start import main; main()", "mcp"]
SEATS = """\
include "alldifferent.mzn";
array[1..4] of var 1..4: seat;
constraint alldifferent(seat);
constraint abs(seat[1] - seat[2]) = 1;
"""
LOST = SEATS.replace("abs(seat[1] - seat[2])", "seat[1] - seat[2]")
SECRET = "sesame"


PAGE = Path(__file__).parents[2] / "docs" / "mcp.md"


def assert_the_page_shows(answer):
    """A text that the page cuts ends there in a dot."""
    shown = json.loads(re.findall(r"```json\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)[1])
    document = json.loads(json.dumps(answer))
    for one, cut in [(document, shown), (document["differences"][0], shown["differences"][0])]:
        one["says"] = f"{one['says'][: len(cut['says']) - 1]}…"
    assert document == shown


def in_a_thread(exchange):
    """Await an exchange in a thread of its own: this one may have a loop of Chromium's."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, exchange()).result()


@asynccontextmanager
async def served(*options, **environment):
    server = mcp.StdioServerParameters(
        command=sys.executable, args=[*COMMAND, *options], env={**os.environ, **environment}
    )
    async with mcp.Client(mcp.stdio_client(server)) as client:
        yield client


async def asked(client, tool, **arguments):
    """The answer of a tool, or the words in which it refuses."""
    found = await client.call_tool(tool, arguments)
    if found.is_error:
        said = found.content[0].text
        assert "Traceback" not in said
        return said
    assert json.loads(found.content[0].text) == found.structured_content
    return found.structured_content


@pytest.mark.rest
def test_a_wrong_model_is_mended_by_its_witness():
    async def exchange():
        async with served() as client:
            tools = {tool.name for tool in (await client.list_tools()).tools}
            assert tools == {"compare_models", "why_no_solution", "solutions"}
            wrong = await asked(client, "compare_models", first=SEATS, second=LOST)
            assert wrong["verdict"] == "too few"
            assert_the_page_shows(wrong)
            (one,) = wrong["differences"]
            assert (one["kind"], one["count"], one["exact"]) == ("too few", 6, True)
            seats = [one["witness"][f"seat[{n}]"] for n in range(1, 5)]
            assert sorted(seats) == [1, 2, 3, 4]
            assert abs(seats[1] - seats[0]) == 1
            assert one["violated"][0].startswith("line 4: seat[1] - seat[2] = 1")
            assert "6 solutions of the first model are none of the second" in wrong["says"]
            mended = LOST.replace("seat[1] - seat[2] = 1", "seat[1] - seat[2] in {-1, 1}")
            right = await asked(client, "compare_models", first=SEATS, second=mended)
            assert (right["verdict"], right["differences"]) == ("same", [])
            many = "array[1..40] of var 1..7: x; constraint x[1] < x[2];"
            fewer = many.replace("<", "+ 1 <")
            given = {"first": many, "second": fewer, "time_limit": 4}
            wrong = await asked(client, "compare_models", **given)
            assert wrong["verdict"] == "too few"
            assert wrong["differences"][0]["count"] == str(6 * 7**38)

    in_a_thread(exchange)


@pytest.mark.rest
def test_conflicts_counts_lists_and_samples():
    async def exchange():
        async with served() as client:
            model = SEATS + "constraint sum(seat) < 9;\n"
            found = await asked(client, "why_no_solution", model=model)
            assert found["verdict"] == "no solution"
            assert found["conflicts"] == [["line 3: alldifferent(seat)", "line 5: sum(seat) < 9"]]
            ways = {tuple(way["give_up"]): way["solution"]["seat"] for way in found["mend"]}
            assert sum(ways["line 3: alldifferent(seat)",]) < 9
            assert sorted(ways["line 5: sum(seat) < 9",]) == [1, 2, 3, 4]
            found = await asked(client, "why_no_solution", model=SEATS)
            assert found["verdict"] == "has a solution"
            assert sorted(found["solution"]["seat"]) == [1, 2, 3, 4]
            found = await asked(client, "solutions", model=SEATS)
            assert (found["count"], found["exact"]) == (12, True)
            many = "array[1..40] of var 1..7: x;"
            found = await asked(client, "solutions", model=many)
            assert found["count"] == str(7**40), "a client may keep 15 digits alone"
            found = await asked(client, "solutions", model=SEATS, what="some", number=20)
            assert (len(found["solutions"]), found["all"]) == (12, True)
            found = await asked(client, "solutions", model=SEATS, what="some", number=5)
            assert (len(found["solutions"]), found["all"]) == (5, False)
            sample = {"model": many, "what": "sample", "number": 3, "seed": 1}
            found = await asked(client, "solutions", **sample)
            assert found == await asked(client, "solutions", **sample)
            assert [len(one["x"]) for one in found["solutions"]] == [40] * 3
            none = SEATS + "constraint seat[1] = seat[2];"
            found = await asked(client, "solutions", model=none, what="sample")
            assert (found["solutions"], found["count"]) == ([], 0)
            queens = "board = 6\nrules = ['rows == 1', 'columns == 1', 'diagonals <= 1']"
            found = await asked(client, "solutions", model=queens, language="toml")
            assert found["count"] == 4

    in_a_thread(exchange)


@pytest.mark.rest
def test_what_cannot_be_read_is_refused_in_words_and_the_server_goes_on():
    async def exchange():
        async with served("--time-limit", "5") as client:
            for arguments, words in [
                ({"model": "var 1..3 x;"}, "MiniZinc refuses model.mzn: model.mzn:1"),
                ({"model": "board = 3\nrules = ['rows = 1']", "language": "toml"}, "'rows = 1'"),
                ({"model": SEATS, "language": "essence"}, "'minizinc', 'toml' or 'python'"),
                ({"model": SEATS, "what": "some", "number": 10**6}, "from 1 to 1000"),
                ({"model": SEATS, "time_limit": 6}, "up to 5 s"),
                ({"model": SEATS, "time_limit": -1}, "above 0"),
                ({"model": "%" * 1_000_001}, "more than 1 000 000 characters"),
                ({}, "Field required"),
            ]:
                said = await asked(client, "solutions", **arguments)
                assert isinstance(said, str), said
                assert words in said, said
            pairs = {"first": SEATS, "second": "var 1..3: x;"}
            assert "seat" in await asked(client, "compare_models", **pairs)
            both = await asked(client, "compare_models", **pairs, mapping={"seat[9]": "x"})
            assert "seat[9]" in both
            found = await asked(client, "solutions", model=SEATS)
            assert found["count"] == 12

    in_a_thread(exchange)


@pytest.mark.rest
def test_no_model_reads_a_file(tmp_path, monkeypatch):
    secret = tmp_path / "secret.mzn"
    secret.write_text(f"{SECRET} sesame;\n", "utf-8")
    (tmp_path / "link.mzn").symlink_to(secret)
    (tmp_path / "map.txt").write_text(f"{SECRET}\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    above = os.path.relpath(secret, "/tmp/everyway-folder")
    minizinc = [
        f'include "{secret}"; var 1..3: x;',
        f'include "{above}"; var 1..3: x;',
        'include "secret.mzn"; var 1..3: x;',
        'include "link.mzn"; var 1..3: x;',
        f'include "{tmp_path}/link.mzn"; var 1..3: x;',
        f'include/**/"{secret}"; var 1..3: x;',
        f"var 1..3: 'a\"'; include \"{secret}\"; var 1..3: 'b\"';",
        f'output ["\\( /* " */ 1)"]; include "{secret}"; var 1..3: x;',
        'include "/proc/self/environ"; var 1..3: x;',
    ]
    toml = [f"{key} = '{file}'" for key in ("board", "notes") for file in ("map.txt", "./map.txt")]
    toml += [f"{key} = '{tmp_path}/map.txt'" for key in ("board", "givens")]
    toml = [text if "board" in text else f"board = 3\n{text}" for text in toml]
    python = [f"print(open({str(secret)!r}).read())"]

    async def exchange():
        async with served() as client:
            for language, texts in [("minizinc", minizinc), ("toml", toml), ("python", python)]:
                for text in texts:
                    given = {"model": text, "language": language}
                    said = await asked(client, "solutions", **given)
                    assert isinstance(said, str), (text, said)
                    assert "sesame;" not in said
                    assert f"'{SECRET}" not in said
                    assert "HOME=" not in said
            said = await asked(client, "compare_models", first=SEATS, second=minizinc[0])
            assert "leads outside the folder" in said

    in_a_thread(exchange)


BIG = """\
from everyway.models import Model, variables
x = variables("x", 2, [10**17, 10**17 + 1])
model = Model("big", x, x[0] < x[1])
"""
FORGER = """\
import pathlib
from everyway.models import Model, all_different, variables

for name in ("first.mzn", "first.json"):
    pathlib.Path(name).write_text("array[1..4] of var 1..4: seat; constraint seat[1] = 5;")
seat = variables("seat", range(1, 5), range(1, 5))
model = Model("none", seat, seat[1] == 5)
"""
PYTHON = """\
import os
from everyway.models import Model, all_different, variables

print("a line on standard output")
os.write(1, b"and one beside Python")

def seats():
    seat = variables("seat", range(1, 5), range(1, 5))
    return Model("seats", seat, all_different(seat), abs(seat[1] - seat[2]) == 1)
"""


@pytest.mark.rest
def test_with_the_option_a_python_program_is_a_model_but_speaks_for_none():
    forged = json.dumps({"schema": "everyway.count/1", "count": 7}).encode()
    liar = f"import os\nos.write(1, {forged!r})\nos._exit(0)"

    async def exchange():
        async with served("--allow-python", "--time-limit", "6") as client:
            given = {"first": SEATS, "second": PYTHON, "second_language": "python"}
            found = await asked(client, "compare_models", **given)
            assert found["verdict"] == "same"
            found = await asked(client, "compare_models", **{**given, "second": FORGER})
            assert found["verdict"] == "too few"
            for text, words in [
                (liar, "process"),
                ("import os; os.abort()", "process"),
                ("while True: pass", "did not end in time"),
                ("raise SystemExit(3)", "model.py"),
                ("x = [0] * 10**12", "model.py"),
            ]:
                said = await asked(client, "solutions", model=text, language="python")
                assert isinstance(said, str), said
                assert words in said, said
            some = {"model": BIG, "language": "python", "what": "some"}
            found = await asked(client, "solutions", **some)
            assert found["solutions"] == [{"x": [str(10**17), str(10**17 + 1)]}]
            found = await asked(client, "solutions", model=PYTHON, language="python")
            assert found["count"] == 12

    in_a_thread(exchange)


def processes(mark):
    """The processes of a request that have `mark` in their environment."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            of_a_model = b"model.mzn" in (folder / "cmdline").read_bytes().split(b"\0")
            if of_a_model and mark.encode() in (folder / "environ").read_bytes():
                found.append(folder.name)
    return found


@pytest.mark.rest
@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked for in /proc")
def test_a_request_that_is_cancelled_ends_its_work(tmp_path):
    hard = """array[1..60] of var 0..50: x; constraint sum(i in 1..60)(i*x[i]) = 45000;
        constraint sum(i in 1..60)(x[i] * x[(17 * i) mod 60 + 1]) = 37777;"""
    mark = str(tmp_path)

    async def exchange():
        async with served(EVERYWAY_MARK=mark) as client:
            end = time.monotonic() + 9
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(2.5):
                    await asked(client, "solutions", model=hard)
            while processes(mark) and time.monotonic() < end:
                await asyncio.sleep(0.05)
            assert processes(mark) == []
            assert time.monotonic() < end
            asyncio.get_running_loop().create_task(asked(client, "solutions", model=hard))
            while not processes(mark):
                await asyncio.sleep(0.05)

    in_a_thread(exchange)
    end = time.monotonic() + 10
    while processes(mark) and time.monotonic() < end:
        time.sleep(0.05)
    assert processes(mark) == [], "the client went away"


@pytest.mark.rest
def test_standard_output_carries_the_protocol_alone():
    lines = [
        {"id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": {"name": "a test", "version": "1"}}},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/call", "params": {
            "name": "solutions", "arguments": {"model": "constraint trace(\"noise\", true);"}}},
    ]  # fmt: skip
    server = subprocess.Popen(
        [sys.executable, *COMMAND], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    late = Timer(30, server.kill)
    late.start()
    found = []
    for line in lines:
        server.stdin.write(json.dumps({"jsonrpc": "2.0", **line}) + "\n")
        server.stdin.flush()
        if "id" in line:
            found.append(json.loads(server.stdout.readline()))
    rest, _ = server.communicate(timeout=20)
    late.cancel()
    assert [one["id"] for one in found] == [1, 2]
    assert all("result" in one for one in found)
    assert (rest, server.returncode) == ("", 0)


def test_without_the_sdk_the_line_to_install_is_named(monkeypatch):
    from click.testing import CliRunner

    monkeypatch.setitem(sys.modules, "mcp.server.mcpserver", None)
    found = CliRunner().invoke(main, ["mcp"])
    assert found.exit_code == 2
    assert "pip install" in found.output


def test_a_model_as_data_is_a_file_that_commands_read(tmp_path):
    model = load("queens", n=4)
    file = tmp_path / "queens.json"
    file.write_text(json.dumps(to_data(model)), "utf-8")
    assert same(load(file), model)
