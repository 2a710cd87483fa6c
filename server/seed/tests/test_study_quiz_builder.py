"""Tests the answers of the Study Quiz Builder."""

import re

from seed_agents import rows, run

TEXT = """A volcano is an opening in the crust through which molten rock escapes. Magma is the molten rock below the surface. Lava is the molten rock that has reached the surface of the crust.

In 1883 the eruption of Krakatoa was heard 4,800 kilometers away. In 1991 the volcano Pinatubo cooled the whole planet by 0.5 degrees. The geologist Maurice Krafft filmed eruptions for 25 years with his wife Katia Krafft."""


def options(answer: str, number: int) -> list[str]:
    block = answer.split(f"**{number}.** ")[1].split("\n\n**")[0].split("\n\n## ")[0]
    return re.findall(r"^- [A-D]\) (.*)$", block, re.M)


def key(answer: str) -> list[tuple[str, str]]:
    return re.findall(r"^\d+\. \*\*(?:[A-D]\) )?(.*?)\*\*\n   > (.*)$", answer, re.M)


def test_definitions_become_questions() -> None:
    answer = run("study-quiz-builder", TEXT, questions=3)
    assert "What is **a volcano**?" in answer or "What is **Magma**?" in answer
    volcano = rows(run("study-quiz-builder", TEXT, questions=6), "Flash cards")
    assert ["What is **a volcano**?", "an opening in the crust through which molten rock escapes"] in volcano
    assert ["What is **Magma**?", "the molten rock below the surface"] in volcano


def test_every_answer_is_supported_by_a_sentence_of_the_text() -> None:
    found = key(run("study-quiz-builder", TEXT, questions=6))
    assert len(found) == 6
    assert all(answer.lower() in proof.lower() and proof in TEXT for answer, proof in found)


def test_numbers_get_plausible_wrong_options_in_order() -> None:
    answer = run(
        "study-quiz-builder", "In 1883 the eruption of Krakatoa was heard far away over the whole sea.", questions=1
    )
    assert "Fill the gap: In ______ the eruption of Krakatoa" in answer
    assert options(answer, 1) == ["1871", "1883", "1892", "1908"]
    assert "1. **B) 1883**" in answer


def test_right_option_appears_once_and_all_options_differ() -> None:
    answer = run("study-quiz-builder", TEXT, questions=6)
    for number, (right, _) in enumerate(key(answer), 1):
        found = options(answer, number)
        assert found.count(right) == 1 and len(found) == len(set(found)) >= 3


def test_no_two_questions_share_an_answer() -> None:
    answers = [answer.lower() for answer, _ in key(run("study-quiz-builder", TEXT, questions=10))]
    assert len(answers) == len(set(answers)) >= 6


def test_open_style_shows_no_options() -> None:
    answer = run("study-quiz-builder", TEXT, questions=4, style="open")
    assert "- A)" not in answer and len(key(answer)) == 4


def test_fewer_questions_than_requested_are_reported() -> None:
    answer = run(
        "study-quiz-builder", "In 1883 the eruption of Krakatoa was heard far away over the whole sea.", questions=9
    )
    assert "## Quiz: 1 question\n" in answer and "enough facts for 1 of the 9 questions" in answer


def test_number_of_questions_is_bounded() -> None:
    facts = " ".join(f"In {1500 + i} the town number {i + 2} of the valley built a harbour." for i in range(60))
    assert len(key(run("study-quiz-builder", facts, questions=999))) == 30
    assert len(key(run("study-quiz-builder", facts, questions=-5))) == 1


def test_text_with_too_few_facts_is_refused() -> None:
    assert run("study-quiz-builder", "Hello").startswith("## Not enough facts")
