# /// script
# dependencies = ["deepagents", "langchain-openai"]
# ///
"""Sourced Brief: a brief from your notes in which each statement has its line.

A deep agent plans, reads the notes through a tool and writes. Code then looks each sentence up in the notes: what no line
supports is shown apart.
"""

import re

import stoa
from deepagents import create_deep_agent
from langchain_openai import ChatOpenAI

MAX_CHARACTERS = 60_000  # limits what the model reads in one call
MAX_LINES = 1_000
MOST_TURNS = 40  # the agent and its tools need an end, because each turn is paid for
WORD = re.compile(r"[^\W_]{3,40}")
SUPPORTED = 0.6  # a line that contains a smaller share of a sentence's words says something else


def words_of(text: str) -> set[str]:
    return set(WORD.findall(text.lower()))


def find_line(sentence: str, lines: list[str]) -> int | None:
    """Returns the number of the line that contains most of a sentence's words and all of its figures, or None."""
    wanted, figures = words_of(sentence), set(re.findall(r"\d+", sentence))
    scored = [
        (len(wanted & words_of(line)) / len(wanted), -number)
        for number, line in enumerate(lines, 1)
        if wanted and figures <= set(re.findall(r"\d+", line))
    ]
    score, number = max(scored, default=(0.0, 0))
    return -number if score >= SUPPORTED else None


def write(question: str, lines: list[str]) -> str:
    """Returns what the deep agent writes."""

    def find_passages(words: str) -> str:
        """Returns the lines of the notes that contain one of the words, with their numbers."""
        wanted = words_of(words)
        return "\n".join(f"{number}: {line}" for number, line in enumerate(lines, 1) if wanted & words_of(line))

    agent = create_deep_agent(
        model=ChatOpenAI(model="default", temperature=0),
        tools=[find_passages],
        system_prompt="Answer the question from the user's notes alone, in at most eight short sentences. Plan first.",
    )
    notes = "\n".join(lines)
    task = {"messages": [{"role": "user", "content": f"{question}\n\n{notes}"}]}
    return str(agent.invoke(task, {"recursion_limit": MOST_TURNS})["messages"][-1].text)


@stoa.agent(
    name="Sourced Brief",
    description="Writes a brief that answers your question from your notes, with the line that supports each sentence.",
    features=["The line of each statement", "Statements without a source shown apart", "Plans before it writes"],
    use_cases=["Prepare a meeting from long notes", "Check what a file really says"],
    tags=["research", "brief", "sources", "deepagents"],
    models=["default"],
    examples=[
        {
            "question": "What changes in November?",
            "notes": "The ferry stops in November for repairs.\nA bus replaces it twice a day.\nTickets of the ferry are valid on the bus.\n"
            "The harbour cafe stays open.",
        }
    ],
)
def run(question: str, notes: str) -> str:
    """Writes a brief with sources.

    Args:
        question: what the brief should answer
        notes: the notes, one point per line
    """
    lines = [line.strip() for line in notes[:MAX_CHARACTERS].splitlines() if line.strip()][:MAX_LINES]
    if not lines:
        raise ValueError("The notes are empty.")
    sentences = re.split(r"(?<=[.!?])\s+|\n+", write(question[:2_000], lines).strip())
    found = [(sentence, find_line(sentence, lines)) for sentence in sentences if WORD.search(sentence)]
    supported = [f"- {sentence} (line {number})" for sentence, number in found if number is not None]
    others = [f"- {sentence}" for sentence, number in found if number is None]
    parts = ["\n".join(supported) or "The notes do not answer the question."]
    if others:
        parts.append("No line of the notes says this:\n\n" + "\n".join(others))
    return "\n\n".join(parts)
