"""Tests the answers of the Customer Support Bot."""

import pytest
from model_server import answering
from seed_agents import load, rows, run

KNOWLEDGE = """
Knowledge base:
Q: How do I return an item?
A: Send it back within 30 days with the label from your account page.
Q: Where is my order?
A: The tracking link is in your shipping e-mail.
Q: Can I pay by invoice?
A: Yes, business customers may pay by invoice within 14 days.
"""


def triage(message: str) -> dict[str, str]:
    return {row[0]: row[1] for row in rows(run("customer-support-bot", message), "Triage")}


@pytest.mark.parametrize(
    ("message", "intent", "urgency"),
    [
        ("I was charged twice for order #AB-1234.", "Double or wrong charge", "low"),
        ("Where is my parcel? I need it urgently today.", "Delivery", "high"),
        ("Someone hacked my account and the password no longer works.", "Account security", "critical"),
        ("I'd like my money back, please.", "Refund or return", "low"),
        ("The mixer caught fire and burned my hand. I want a refund!", "Safety incident", "critical"),
        ("Please cancel my subscription, this is a terrible product.", "Cancellation", "normal"),
        ("The app crashes with error 17 when I open it.", "Technical problem", "low"),
        ("Do you open on Sundays?", "General question", "low"),
    ],
)
def test_intent_and_urgency_are_recognized(message: str, intent: str, urgency: str) -> None:
    found = triage(message)
    assert found["Intent"].split(", ")[0] == intent
    assert found["Urgency"] == urgency


def test_facts_in_the_message_are_found() -> None:
    found = triage("Order number XK-99120 cost €49.90. Write to jo@mail.example.")
    assert (found["Order"], found["Amount"], found["Email"]) == ("XK-99120", "€49.90", "jo@mail.example")


def test_mood_is_recognized() -> None:
    assert triage("This is terrible, awful and unacceptable.")["Mood"] == "very negative"
    assert triage("I love it, excellent service.")["Mood"] == "positive"
    assert triage("What does it cost?")["Mood"] == "neutral"


def test_escalation_names_its_reasons() -> None:
    found = triage("This is the third time I write. My lawyer will sue you.")
    assert found["Escalate"] == "**yes**: Legal threat; Repeated contact without a solution"
    assert triage("Where is my order?")["Escalate"] == "no"


def test_matching_article_is_quoted_word_for_word() -> None:
    answer = run("customer-support-bot", "How can I return the shoes from order 4411-20? Thanks,\nIvo" + KNOWLEDGE)
    assert "> Send it back within 30 days with the label from your account page." in answer
    assert "> Hi Ivo," in answer and "- **How do I return an item?**" in answer
    assert "14 days" not in answer and "tracking link" not in answer


def test_missing_article_is_reported() -> None:
    answer = run("customer-support-bot", "My screen is cracked." + KNOWLEDGE)
    assert "None of the 3 articles answers this" in answer and "tracking link" not in answer


def test_knowledge_with_headings_can_precede_the_message() -> None:
    text = "Knowledge base:\n# Warranty of kettles\nKettles have a warranty of 24 months.\n# Gift cards\nGift cards never expire.\n\nCustomer: Do gift cards expire?"
    answer = run("customer-support-bot", text)
    assert "> Gift cards never expire." in answer and "24 months" not in answer


def test_playbook_promises_nothing_and_asks_for_missing_facts() -> None:
    answer = run("customer-support-bot", "I want to return my jacket", tone="formal")
    assert "> Dear Customer," in answer or "> Dear customer," in answer
    assert "[your return period]" in answer and "please send me the order or invoice number" in answer


def test_valid_model_answer_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    message = "How can I return the shoes from order 4411-20?" + KNOWLEDGE
    rewritten = (
        "Hello there,\n\nI am sorry the shoes were not right for you. You can simply send them back within 30 days; "
        "you will find the label on your account page.\n\nBest wishes,\n[your name]"
    )
    with answering(rewritten) as (address, prompts):
        monkeypatch.setenv("OPENAI_BASE_URL", address)
        answer = run("customer-support-bot", message)
    assert "> I am sorry the shoes were not right for you." in answer
    assert answer.endswith("*The reply was worded by the language model from the draft, whose facts it keeps.*")
    assert "Keep every fact" in prompts[0] and "order 4411-20" in prompts[0]


@pytest.mark.parametrize(
    ("text", "status"),
    [("Hi! You get 50% off within 30 days. [your name] " + "x" * 150, 200), ("ok", 200), ("", 200), ("", 500)],
)
def test_invalid_or_failed_model_answer_is_not_used(monkeypatch: pytest.MonkeyPatch, text: str, status: int) -> None:
    message = "How can I return the shoes from order 4411-20?" + KNOWLEDGE
    with answering(text, status) as (address, _):
        monkeypatch.setenv("OPENAI_BASE_URL", address)
        answer = run("customer-support-bot", message)
    drafted, _, note = answer.rpartition("\n\n")
    assert drafted == run("customer-support-bot", message, wording="template")
    assert note.startswith("*The language model")


def test_draft_is_the_answer_with_a_note_if_the_server_has_no_language_model(monkeypatch: pytest.MonkeyPatch) -> None:
    message = "How can I return the shoes from order 4411-20?" + KNOWLEDGE
    with answering("never asked", is_language_model=False) as (address, prompts):
        monkeypatch.setenv("OPENAI_BASE_URL", address)
        answer = run("customer-support-bot", message)
    assert prompts == []
    assert answer.startswith(run("customer-support-bot", message, wording="template"))
    assert answer.endswith("*This server offers no language model: the reply is composed from templates.*")


def test_intents_have_13_different_names() -> None:
    names = [intent.name for intent in load("customer-support-bot").INTENTS]
    assert len(names) == len(set(names)) == 13
