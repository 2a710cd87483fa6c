"""agents.json is the truth for the marketplace; every file must say the same of itself."""

from decimal import Decimal

import pytest
from seed_agents import SEED, Entry, manifest, source
from stoa_sandbox.inspection.file import inspect_source

CATEGORIES = {
    "general",
    "research",
    "analysis",
    "customer-service",
    "content",
    "automation",
    "finance",
    "healthcare",
    "education",
    "analytics",
}
EACH = pytest.mark.parametrize("entry", manifest(), ids=lambda entry: entry["slug"])


def test_ids_follow_the_order_of_the_manifest() -> None:
    assert [entry["name"] for entry in manifest()] == [
        "Customer Support Bot",
        "Data Analyzer",
        "Content Summarizer",
        "Deep Research Agent",
        "Document Processor",
        "Contract Reviewer",
        "Loan Planner",
        "Study Quiz Builder",
    ]


def test_every_file_is_in_the_manifest() -> None:
    assert {f"agents/{path.name}" for path in (SEED / "agents").glob("*.py")} == {entry["file"] for entry in manifest()}


@EACH
def test_marketplace_rules_hold(entry: Entry) -> None:
    price = Decimal(entry["price_per_token"])
    assert entry["file"] == f"agents/{entry['slug']}.py"
    assert entry["category"] in CATEGORIES
    assert price >= 0 and price * 1_000_000 == int(price * 1_000_000)
    assert 20 <= len(entry["description"]) <= 160
    assert len(entry["documentation"]) >= 50 and "## Limits" in entry["documentation"]
    assert len(source(entry["slug"]).splitlines()) < 400 and "open(" not in source(entry["slug"])


@EACH
def test_declaration_is_read_without_running_the_file(entry: Entry) -> None:
    found = inspect_source(source(entry["slug"]))
    assert "syntaxProblem" not in found and "entryProblem" not in found
    assert found["framework"] == "stoa"
    assert found["entry"] == {"name": "run", "kind": "decorated", "takes": "parameters"}
    declaration = found["declaration"]
    assert declaration["name"] == entry["name"]
    assert declaration["description"] == entry["description"]
    assert declaration["features"] and declaration["useCases"] and declaration["tags"]
    assert "message" in declaration["examples"][0]


@EACH
def test_every_parameter_is_documented_in_file_and_manual(entry: Entry) -> None:
    parameters = inspect_source(source(entry["slug"]))["parameters"]
    assert parameters[0]["name"] == "message" and parameters[0]["required"]
    for parameter in parameters:
        assert parameter["description"]
        assert f"`{parameter['name']}`" in entry["documentation"]
        for choice in parameter.get("choices", []):
            assert f"`{choice}`" in entry["documentation"]


@EACH
def test_only_the_standard_library_is_imported(entry: Entry) -> None:
    imports = set(inspect_source(source(entry["slug"]))["imports"])
    assert imports <= {
        "collections",
        "csv",
        "dataclasses",
        "decimal",
        "itertools",
        "json",
        "math",
        "operator",
        "re",
        "statistics",
        "stoa",
        "typing",
    }
