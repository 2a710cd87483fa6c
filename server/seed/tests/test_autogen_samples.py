"""Tests what the AutoGen samples compute on hostile input. No model is involved."""

import time
from decimal import Decimal

import pytest

pytest.importorskip("autogen_agentchat", reason="needs the autogen environment")
pytest.importorskip("autogen_ext")

from seed_agents import load
from test_hostile_input import SIZE, UNITS

ODD = ["", " \n\t ", "?", "|", "a\x00b", "\ud800", "2026-99-99,x,1", "CV:\n\nJob:\n", "Job:\n- x\n", "x,y,1\nMeals 0 a day"]


pytestmark = pytest.mark.usefixtures("provider_key")


def audit(message):
    module = load("expense-auditor")
    claim = module.read_claim(message)
    claim.findings = module.over_limits(claim) + module.by_line(claim) + module.duplicates(claim)
    return claim, module.report(claim, "")


def board(message):
    module = load("job-match-board")
    matcher = module.Matcher(2026)
    matcher.cv, job = module.sections(message)
    matcher.matches = module.compare(matcher.cv, job, 2026)
    return matcher.matches, module.report(matcher, "")


@pytest.mark.parametrize("agent", [audit, board])
@pytest.mark.parametrize("message", ODD)
def test_malformed_input_gets_an_answer(agent, message):
    assert agent(message)[1].startswith("## ")


HOSTILE = {
    **UNITS,
    "expenses": "2026-03-02,Taxi,100\n",
    "limits": "Taxi 1 per day. ",
    "bans": "No abc, def or ghi. ",
    "cv": "CV:\nSQL. Python. 2001 - 2002.\nJob:\n- SQL or Python or 5 years of Go\n",
    "choices": "a1 or ",
}


@pytest.mark.parametrize("agent", [audit, board])
@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("head", ["", "2026-03-02, Taxi, 48.00\n", "CV:\nSQL\nJob:\n- "])
def test_large_repetitive_input_is_handled_within_bounds(agent, name, head):
    unit = HOSTILE[name]
    started = time.process_time()
    answer = agent(head + unit * (SIZE // len(unit)))[1]
    assert time.process_time() - started < 4  # seconds of CPU: quadratic work on so much text takes minutes
    assert len(answer) < 200_000


@pytest.mark.parametrize(
    ("line", "kind", "amount"),
    [
        ("2026-03-02, Lunch, 45.00", "meals", "45.00"),
        ("02.03.2026; Hotel; 1,214.50 EUR", "hotel", "1214.50"),
        ("| 2026-03-02 | Uber home | $12 |", "taxi", "12"),
        ("2026-03-02\tSoftware\tEditor licence\t€99", "software", "99"),
    ],
)
def test_lines_in_several_formats_are_read(line, kind, amount):
    (entry,) = audit(line)[0].entries
    assert (entry.kind, entry.amount) == (kind, Decimal(amount)) and str(entry.day) == "2026-03-02"


def test_line_counts_once_even_if_several_rules_flag_it():
    claim, _ = audit("2026-03-02, Dinner, 80, no receipt\n2026-03-02, Lunch, 30, receipt\nMeals 60 per day. Receipts above 25.")
    assert [x.rule for x in claim.findings] == ["Over the limit", "No receipt"]
    assert claim.questioned() == 80


def test_report_without_rules_says_what_was_searched():
    assert "none; only duplicates, weekends and round sums" in audit("2026-03-02, Lunch, 45.00")[1]


def test_unreadable_line_is_named():
    assert "**Lines that could not be read:** 2" in audit("2026-03-02, Lunch, 45.00\n2026-03-03, Lunch, forty")[1]


def matches(requirement, cv):
    return board(f"CV:\n{cv}\nJob:\n- {requirement}")[0][0]


@pytest.mark.parametrize(
    ("requirement", "cv", "verdict"),
    [
        ("Strong SQL", "I wrote SQL for years", "met"),
        ("Java or Kotlin", "Kotlin apps", "met"),
        ("Kubernetes", "Docker", "missing"),
        ("Analysis of data", "Data analyst", "met"),
        ("3 years of SQL", "2019 - 2024 SQL at Huber", "met"),
        ("9 years of SQL", "2019 - 2024 SQL at Huber", "partly"),
    ],
)
def test_requirements_are_matched_by_their_words(requirement, cv, verdict):
    assert matches(requirement, cv).verdict == verdict


def test_overlapping_years_count_once():
    assert load("job-match-board").years_worked("2018 - 2021 A, 2020 - 2022 B, 2024 - today C", 2026) == 6


def test_claims_that_are_not_in_the_cv_are_found():
    unsupported = load("job-match-board").unsupported
    cv = "SQL at Huber KG since 2019"
    assert unsupported("Knows SQL since 2019, from Huber KG.", cv) == []
    assert unsupported("Knows Oracle and SQL for 12 years.", cv) == ["12", "Oracle"]
