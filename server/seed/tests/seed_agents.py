"""Loads and runs the seed agents as the tests need them."""

import importlib.util
import json
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TypedDict, cast

from stoa_sandbox.inspection.file import inspect_source

SEED = Path(__file__).resolve().parents[1]
Value = str | int


class Entry(TypedDict, total=False):
    slug: str
    file: str
    declares_packages: bool
    name: str
    category: str
    price_per_token: str
    description: str
    documentation: str
    features: list[str]
    use_cases: list[str]
    tags: list[str]


@cache
def manifest() -> tuple[Entry, ...]:
    return tuple(cast(list[Entry], json.loads((SEED / "agents.json").read_text("utf-8"))["agents"]))


@cache
def in_python() -> tuple[Entry, ...]:
    """Returns the samples that are Python files."""
    return tuple(entry for entry in manifest() if entry["file"].endswith(".py"))


@cache
def with_shipped_packages() -> tuple[Entry, ...]:
    """Returns the samples in Python that run with the packages of every server."""
    return tuple(entry for entry in in_python() if not entry.get("declares_packages"))


@cache
def source(slug: str) -> str:
    return (SEED / "agents" / f"{slug}.py").read_text("utf-8")


@cache
def framework_of(slug: str) -> str:
    return str(inspect_source(source(slug))["framework"])


@cache
def load(slug: str) -> ModuleType:
    name = f"seed_{slug.replace('-', '_')}"
    spec = importlib.util.spec_from_file_location(name, SEED / "agents" / f"{slug}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def run(slug: str, message: str, **parameters: Value) -> str:
    """Returns the whole answer, whether the agent returns it or streams it."""
    answer: str | Iterator[str] = load(slug).run(message=message, **parameters)
    return answer if isinstance(answer, str) else "".join(answer)


def example(slug: str) -> dict[str, Value]:
    """Returns the input of the agent's first example."""
    return dict(inspect_source(source(slug))["declaration"]["examples"][0])


def rows(markdown: str, heading: str) -> list[list[str]]:
    """Returns the cells of the first table below a heading, without its header."""
    lines = iter(markdown.split("\n"))
    for line in lines:
        if line.startswith("#") and line.lstrip("# ").startswith(heading):
            break
    table: list[list[str]] = []
    for line in lines:
        if line.startswith("|"):
            table.append([cell.strip() for cell in line.replace("\\|", "\0").strip("|").split("|")])
        elif table:
            break
    return [[cell.replace("\0", "|") for cell in row] for row in table[2:]]
