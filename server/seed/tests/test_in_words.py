"""Tests the samples that compute a report, which the server's language model explains if there is one."""

import pytest
from model_server import answering
from seed_agents import example, run

EXPLAINED = [
    "data-analyzer",
    "content-summarizer",
    "document-processor",
    "contract-reviewer",
    "loan-planner",
    "study-quiz-builder",
]
SAID = "This is what matters in plain words."


@pytest.mark.parametrize("slug", EXPLAINED)
def test_language_model_explains_the_report(monkeypatch: pytest.MonkeyPatch, slug: str) -> None:
    with answering(SAID) as (address, prompts):
        monkeypatch.setenv("OPENAI_BASE_URL", address)
        answer = run(slug, **example(slug))
    assert SAID in answer and "rules alone" not in answer
    assert len(prompts) == 1 and "add no fact and no number" in prompts[0]


@pytest.mark.parametrize("slug", EXPLAINED)
@pytest.mark.parametrize(
    ("text", "status", "reason"),
    [
        ("It costs 987654 at https://evil.example.", 200, "added claims that are not in the report"),
        ("", 200, "returned no output"),
        ("", 503, "The model call failed"),
    ],
)
def test_invalid_or_failed_explanation_is_omitted(
    monkeypatch: pytest.MonkeyPatch, slug: str, text: str, status: int, reason: str
) -> None:
    with answering(text, status) as (address, _):
        monkeypatch.setenv("OPENAI_BASE_URL", address)
        answer = run(slug, **example(slug))
    assert "987654" not in answer and "evil.example" not in answer
    assert "Composed by rules alone: " in answer and reason in answer


@pytest.mark.parametrize("slug", EXPLAINED)
def test_answer_says_that_there_is_no_language_model(monkeypatch: pytest.MonkeyPatch, slug: str) -> None:
    with answering("never asked", is_language_model=False) as (address, prompts):
        monkeypatch.setenv("OPENAI_BASE_URL", address)
        answer = run(slug, **example(slug))
    assert prompts == []
    assert "Composed by rules alone: this server does not offer a language model." in answer
