"""Sample documents of every version are read for ever; docs/model_schema.md names every node."""

from __future__ import annotations

import importlib
import json
from collections import Counter
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from everyway.models import ModelError, fingerprint, from_data, load, to_data
from everyway.models.language.files.model_from_data import NODES, SCHEMA
from everyway.solvers import count

DOCS = Path(__file__).parents[4] / "docs"
GOLDEN = sorted(Path(__file__).with_name("golden").glob("*.json"))
"""A file a version. None is ever changed or removed: people keep such documents."""


def samples(file: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(file.read_text("utf-8"))
    return found


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_a_document_of_each_version_means_what_it_meant(file: Path) -> None:
    kinds = set()
    for sample in samples(file):
        kinds |= {row[0] for row in sample["document"]["nodes"]}
        model = from_data(sample["document"], functions=True)
        assert fingerprint(model) == sample["fingerprint"]
        assert count(model, "cp-sat") == sample["count"]
    assert len(kinds) >= 35


def test_the_newest_version_has_a_document_and_is_written_as_it_was() -> None:
    newest = [file for file in GOLDEN if file.stem == SCHEMA.replace("/", "-")]
    written = {row[0] for one in samples(newest[0]) for row in one["document"]["nodes"]}
    assert set(NODES) <= written, "add a sample with the new node, and change no other"
    for sample in samples(newest[0]):
        assert to_data(from_data(sample["document"], functions=True)) == sample["document"]


def test_the_page_names_every_node_and_the_newest_version(monkeypatch: Any) -> None:
    monkeypatch.syspath_prepend(str(DOCS))
    writer = importlib.import_module("make_model_schema")
    text = writer.PAGE.read_text("utf-8")
    assert text == writer.page(text), "run docs/make_model_schema.py"
    assert f"`{SCHEMA}`" in text


ODD: list[Any] = [
    *(None, -1, 0, 10**9, 10**30, "", "x", "\0", [], [[]], {}, True, 1.5, [0] * 5, "Variable"),
    {"range": [0, 10**18, 1]},
]


def damaged(random: Random, document: dict[str, Any]) -> Any:
    """The document with one thing in it gone, added or replaced."""
    found = spot = deepcopy(document)
    while spot:
        key: Any = random.choice(list(spot) if isinstance(spot, dict) else range(len(spot)))
        if isinstance(spot[key], dict | list) and random.random() < 0.85:
            spot = spot[key]
            continue
        match random.random():
            case chance if chance < 0.2:
                del spot[key]
            case chance if chance < 0.3 and isinstance(spot, list):
                spot.insert(key, random.choice(ODD))
            case _:
                spot[key] = random.choice(ODD)
        break
    return found


def test_a_damaged_document_is_refused_or_is_another_whole_model() -> None:
    documents = [sample["document"] for file in GOLDEN for sample in samples(file)]
    ends: Counter[str] = Counter()
    for seed in range(800):
        random = Random(seed)
        data = damaged(random, random.choice(documents))
        try:
            model = from_data(data)
        except ModelError:
            ends["refused"] += 1
        else:
            ends["read"] += 1
            assert fingerprint(from_data(to_data(model))) == fingerprint(model), seed
    assert ends["refused"] > 500
    assert ends["read"] > 20


@pytest.mark.parametrize("version", ["everyway.model/2", "everyway.declaration/1", None, 1])
def test_another_version_is_refused_by_its_name(version: object) -> None:
    with pytest.raises(ModelError, match=r"expected the schema 'everyway.model/1'.*version"):
        from_data({**to_data(load("queens", n=4)), "schema": version})
