"""Tests the answers of the Deep Research Agent."""

import re

import re

import pytest
from model_server import answering
from seed_agents import load, rows, run

SOURCES = """Question: Does coffee improve memory, and how much is safe?

Source 1: Trial of students
In the trial, memory test scores improved by 12 percent after two cups of coffee. The effect lasted 24 hours.

Source 2: Review of older adults
In older adults memory test scores declined by 5 percent with heavy coffee use. Up to 4 cups a day are safe because caffeine is broken down within hours.

Source 3: Hospital cohort
Memory test scores improved by 3 percent in the group that drank coffee. The cohort of 2,000 people was followed from 2010."""


def section(answer: str, heading: str) -> str:
    return answer.split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0]


def test_contradicting_directions_name_both_sources() -> None:
    found = section(run("deep-research-agent", SOURCES), "Contradictions")
    assert "“In the trial, memory test scores improved by 12 percent after two cups of coffee.” [1]" in found
    assert "**but** “In older adults memory test scores declined by 5 percent with heavy coffee use.” [2]" in found
    assert "they point in opposite directions" in found


def test_agreement_mentions_different_sizes() -> None:
    found = section(run("deep-research-agent", SOURCES), "Agreements")
    assert found.count("**and**") == 1 and "[3]" in found and "[2]" not in found
    assert "same direction, other size: 12 percent against 3 percent" in found


def test_quotations_are_in_the_sources_they_cite() -> None:
    bodies = {int(m[1]): m[2] for m in re.finditer(r"Source (\d): [^\n]*\n(.*?)(?=\n\n|\Z)", SOURCES, re.S)}
    quotations = re.findall(r"“([^”]*)” \[(\d)\]", run("deep-research-agent", SOURCES, depth="thorough"))
    assert len(quotations) > 10
    assert all(text in bodies[int(number)] for text, number in quotations)


def test_negation_reverses_the_direction() -> None:
    text = "Does zinc help?\n[1] First\nZinc tablets improved recovery from colds.\n[2] Second\nZinc tablets never improved recovery from colds."
    assert "they point in opposite directions" in section(run("deep-research-agent", text), "Contradictions")


def test_plan_and_evidence_follow_the_question() -> None:
    answer = run("deep-research-agent", SOURCES)
    assert answer.startswith("# Does coffee improve memory, and how much is safe?")
    assert "1. Does coffee improve memory?\n2. How much is safe?" in section(answer, "Plan")
    safe = answer.split("### How much is safe?")[1].split("###")[0]
    assert "- “Up to 4 cups a day are safe because caffeine is broken down within hours.” [2]" in safe


def test_gaps_are_named() -> None:
    gaps = section(run("deep-research-agent", SOURCES), "Gaps")
    assert "Only source [2] addresses: *Why: which causes are given?*" in gaps
    assert "2 of 3 sources name no year." in gaps and "3 of 3 sources give no link or DOI" in gaps


def test_depth_sets_the_number_of_quotations() -> None:
    def largest(depth: str) -> int:
        return max(
            block.count("\n- ")
            for block in section(run("deep-research-agent", SOURCES, depth=depth), "Evidence").split("###")
        )

    assert (largest("brief"), largest("standard"), largest("thorough")) == (2, 3, 6)


def test_sources_are_listed() -> None:
    assert rows(run("deep-research-agent", SOURCES), "Sources") == [
        ["[1]", "Trial of students", "2"],
        ["[2]", "Review of older adults", "2"],
        ["[3]", "Hospital cohort", "2"],
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Why?\n[1] First paper\nTea is grown in the hills of Assam.\n[2] Second paper\nTea is grown in the plains too.",
        "Why?\n# First paper\nTea is grown in the hills of Assam.\n# Second paper\nTea is grown in the plains too.",
        "Why?\n\nTea is grown in the hills of Assam.\n\nTea is grown in the plains too.",
        "Why?\nTea is grown in the hills of Assam.\n---\nTea is grown in the plains too.",
    ],
)
def test_other_source_formats_are_read(text: str) -> None:
    assert [row[2] for row in rows(run("deep-research-agent", text), "Sources")] == ["1", "1"]


def test_plan_without_sources_states_no_facts() -> None:
    answer = run("deep-research-agent", "Is cork recyclable?")
    assert "cannot browse the web" in answer and "`cork recyclable survey data`" in answer
    assert "“" not in answer and "## Evidence" not in answer


def test_agent_streams() -> None:
    assert len(list(load("deep-research-agent").run(message=SOURCES))) > 8


def test_cited_model_answer_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    with answering("Scores rose by 12 percent in one trial [1]. They fell in older adults [2].") as (address, prompts):
        monkeypatch.setenv("OPENAI_BASE_URL", address)
        bottom = section(run("deep-research-agent", SOURCES), "Bottom line")
    assert bottom.strip().startswith("Scores rose by 12 percent in one trial [1]. They fell in older adults [2].")
    assert "“In the trial, memory test scores improved" in prompts[0]


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("Coffee helps.", 200),
        ("Coffee helps [7].", 200),
        ("It helps [1]. It is also tasty.", 200),
        ("", 200),
        ("", 503),
    ],
)
def test_uncited_or_failed_model_answer_is_not_used(monkeypatch: pytest.MonkeyPatch, text: str, status: int) -> None:
    with answering(text, status) as (address, _):
        monkeypatch.setenv("OPENAI_BASE_URL", address)
        answer = run("deep-research-agent", SOURCES)
    note = re.search(r"\*The language model [^*]+\*\n\n", answer)
    assert note is not None
    assert answer.replace(note[0], "") == run("deep-research-agent", SOURCES, wording="quotes")


def test_quotes_are_the_answer_with_a_note_if_the_server_has_no_language_model(monkeypatch: pytest.MonkeyPatch) -> None:
    with answering("never asked", is_language_model=False) as (address, prompts):
        monkeypatch.setenv("OPENAI_BASE_URL", address)
        bottom = section(run("deep-research-agent", SOURCES), "Bottom line")
    assert prompts == []
    assert "*This server offers no language model: the bottom line is quoted from the sources.*" in bottom
