"""Tests that every file declares the same as agents.json, the source of truth for the marketplace."""

import json
from decimal import Decimal

import pytest
from seed_agents import SEED, Entry, framework_of, in_python, manifest, source, with_shipped_packages
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
FRAMEWORKS = {
    "stoa": set[str](),
    "langchain": {"langchain_core", "langchain_openai", "langgraph", "pydantic", "typing_extensions"},
    "autogen": {"asyncio", "autogen_agentchat", "autogen_core", "autogen_ext"},
}


def each(entries: list[Entry]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("entry", entries, ids=lambda entry: entry["slug"])


EACH = each(list(manifest()))
PYTHON = each(list(in_python()))
SHIPPED = each(list(with_shipped_packages()))
PACKAGED = each([entry for entry in in_python() if entry.get("declares_packages")])
JSON = [(entry, json.loads((SEED / entry["file"]).read_text("utf-8"))) for entry in manifest() if entry not in in_python()]
DECLARATIVE = each([entry for entry, declared in JSON if "stoa" in declared])
WORKFLOWS = each([entry for entry, declared in JSON if "nodes" in declared])
DECLARED = each([entry for entry in with_shipped_packages() if framework_of(entry["slug"]) == "stoa"])
OBJECTS = each([entry for entry in with_shipped_packages() if framework_of(entry["slug"]) != "stoa"])


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
        "Meeting Minutes",
        "Feedback Analyst",
        "Expense Auditor",
        "Job Match Board",
        "Release Notes Writer",
        "Help Desk Reply",
        "Overdue Invoices",
        "Survey Digest",
        "Handbook Answers",
        "Deadline Planner",
        "Invoice Reader",
        "Table Answers",
        "Sourced Brief",
        "Long Text Digest",
    ]


def test_every_file_is_in_the_manifest() -> None:
    assert {f"agents/{path.name}" for path in (SEED / "agents").glob("*.*")} == {entry["file"] for entry in manifest()}


@EACH
def test_entries_follow_the_rules_of_the_marketplace(entry: Entry) -> None:
    price = Decimal(entry["price_per_token"])
    assert entry["file"] in (f"agents/{entry['slug']}.py", f"agents/{entry['slug']}.json")
    assert entry["category"] in CATEGORIES
    assert price >= 0 and price * 1_000_000 == int(price * 1_000_000)
    assert 20 <= len(entry["description"]) <= 160
    assert len(entry["documentation"]) >= 50 and "## Limits" in entry["documentation"]


@PYTHON
def test_file_is_short_and_opens_no_other_file(entry: Entry) -> None:
    assert len(source(entry["slug"]).splitlines()) < 400 and "open(" not in source(entry["slug"])


@DECLARED
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


@OBJECTS
def test_framework_object_is_found_with_an_example(entry: Entry) -> None:
    found = inspect_source(source(entry["slug"]))
    assert "syntaxProblem" not in found and "entryProblem" not in found
    assert found["framework"] == framework_of(entry["slug"]) != "stoa"
    assert found["entry"]["kind"] == "object" and found["entry"]["name"] in ("graph", "chain", "team")
    assert len(found["declaration"]["examples"][0]["message"]) > 200
    assert 'model="default"' in source(entry["slug"])


@OBJECTS
def test_manifest_lists_what_an_object_cannot_declare(entry: Entry) -> None:
    assert entry["features"] and entry["use_cases"] and entry["tags"]
    assert "`stoa-basic`" in entry["documentation"].split("## Limits")[1]


@PYTHON
def test_every_parameter_is_documented_in_file_and_manual(entry: Entry) -> None:
    parameters = inspect_source(source(entry["slug"]))["parameters"]
    assert parameters[0]["required"]
    for parameter in parameters:
        assert parameter["description"]
        assert f"`{parameter['name']}`" in entry["documentation"]
        for choice in parameter.get("choices", []):
            assert f"`{choice}`" in entry["documentation"]


@SHIPPED
def test_callers_may_send_a_message_alone(entry: Entry) -> None:
    assert inspect_source(source(entry["slug"]))["parameters"][0]["name"] == "message"


@PACKAGED
def test_file_declares_its_packages_and_an_example_of_all_required_inputs(entry: Entry) -> None:
    found = inspect_source(source(entry["slug"]))
    assert "syntaxProblem" not in found and "entryProblem" not in found
    assert found["script"]["dependencies"]
    required = {parameter["name"] for parameter in found["parameters"] if parameter["required"]}
    assert required <= set(found["declaration"]["examples"][0])
    declaration = found["declaration"]
    for name, own in (("features", "features"), ("use_cases", "useCases"), ("tags", "tags")):
        assert entry.get(name) or declaration[own]
    if found["entry"]["kind"] == "decorated":
        assert (declaration["name"], declaration["description"]) == (entry["name"], entry["description"])
    assert "`stoa-basic`" in entry["documentation"].split("## Limits")[1]


@SHIPPED
def test_only_the_standard_library_and_the_framework_are_imported(entry: Entry) -> None:
    imports = set(inspect_source(source(entry["slug"]))["imports"])
    assert imports <= FRAMEWORKS[framework_of(entry["slug"])] | {
        "collections",
        "csv",
        "dataclasses",
        "datetime",
        "decimal",
        "io",
        "itertools",
        "json",
        "math",
        "operator",
        "re",
        "statistics",
        "stoa",
        "typing",
    }


@DECLARATIVE
def test_declarative_agent_matches_the_manifest(entry: Entry) -> None:
    declared = json.loads((SEED / entry["file"]).read_text("utf-8"))
    assert declared["stoa"] == 1 and declared["examples"]
    assert declared["name"] == entry["name"] and declared["description"] == entry["description"]
    assert declared["features"] and declared["use_cases"] and declared["tags"]
    assert "`stoa-basic`" in entry["documentation"].split("## Limits")[1]
    for parameter in declared["input"]:
        assert parameter["description"]
        for word in [parameter["name"], *parameter.get("choices", [])]:
            assert f"`{word}`" in entry["documentation"]


@WORKFLOWS
def test_workflow_matches_the_manifest(entry: Entry) -> None:
    workflow = json.loads((SEED / entry["file"]).read_text("utf-8"))
    words = workflow["meta"]["stoa"]
    assert workflow["name"] == entry["name"] and words["description"] == entry["description"]
    assert words["features"] and words["use_cases"] and words["tags"]
    assert "`stoa-basic`" in entry["documentation"]
    [form] = [node["parameters"] for node in workflow["nodes"] if node["type"].endswith(".formTrigger")]
    fields = [field["fieldLabel"] for field in form["formFields"]["values"]]
    assert set(words["examples"][0]) == set(fields)
    for field in fields:
        assert f"`{field}`" in entry["documentation"]


def test_every_python_sample_uses_the_configured_model() -> None:
    assert [e["slug"] for e in in_python() if 'default"' not in source(e["slug"])] == []


def test_price_covers_the_default_model() -> None:
    """gpt-4o-mini, the meaning of `default` with only an OpenAI key, costs 0.60 USD per 1M completion tokens."""
    for entry in manifest():
        assert Decimal(entry["price_per_token"]) * 1_000_000 >= 1, entry["slug"]
