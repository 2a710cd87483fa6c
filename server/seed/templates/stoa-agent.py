"""A starting point for a Stoa agent in plain Python that counts the parts of a text and estimates its reading time.

Upload this file as it is, or change it first. Stoa needs one function. This one calls no model, so a run costs only the
tokens of its text. langchain-agent.py and stoa-model-agent.py show how to call a model.
"""

import re
from collections import Counter
from typing import Literal

import stoa

# Say why a bound has its value: callers can send any text, and a long text must not take long.
MAX_CHARACTERS = 200_000  # about 130 pages
WORDS_A_MINUTE = 238  # read silently, in English (Brysbaert 2019)
SMALL_WORDS = frozenset("a an and are as at be by for from in is it of on or that the this to was were with".split())


# Stoa reads all of this without running the file, so write it as literals: no names, no calculations. The first
# example fills the form and is the input of the trial run.
@stoa.agent(
    name="Text Measure",
    description="Counts the words and sentences of a text, and says how long it takes to read.",
    features=["Counts words, sentences and paragraphs", "Lists the words used most"],
    use_cases=["See whether a talk fits its time"],
    tags=["text", "writing"],
    examples=[{"message": "The town library closes in July. Books can be returned at the town hall. The library reopens in August."}],
)
def run(message: str, answer: Literal["table", "data"] = "table"):
    """Measures a text.

    Args:
        message: The text.
        answer: A table for people, or data for programs.
    """
    # The parameters are the fields of the form: name and type from here, the description from the docstring above. A
    # parameter with a default is optional, and a Literal becomes a choice.
    text = message[:MAX_CHARACTERS]
    if len(message) > MAX_CHARACTERS:
        stoa.log(f"Only the first {MAX_CHARACTERS} characters are read.", level="warning")

    words = re.findall(r"[^\W_]+(?:['’-][^\W_]+)*", text)
    measured = {
        "words": len(words),
        "sentences": len(re.findall(r"[.!?]+(?=\s|$)", text)),
        "paragraphs": len([part for part in re.split(r"\n\s*\n", text) if part.strip()]),
        "reading_seconds": round(len(words) * 60 / WORDS_A_MINUTE),
        "most_used": Counter(word.lower() for word in words if word.lower() not in SMALL_WORDS).most_common(5),
    }

    # An exception makes the run fail, and a failed run costs nothing. The caller reads the first line of the exception.
    if not words:
        raise ValueError("The text contains no words.")

    # The return value is the answer: a string is shown as Markdown, everything else as data.
    return measured if answer == "data" else as_table(measured)


def as_table(measured: dict) -> str:
    minutes, seconds = divmod(measured["reading_seconds"], 60)
    rows = [
        ("Words", measured["words"]),
        ("Sentences", measured["sentences"]),
        ("Paragraphs", measured["paragraphs"]),
        ("Reading time", f"{minutes} min {seconds} s"),
        ("Used most", ", ".join(f"{word} ({count})" for word, count in measured["most_used"])),
    ]
    return "\n".join(["| Measure | Value |", "| --- | --- |", *(f"| {name} | {value} |" for name, value in rows)])


# To run the file on your own machine, install stoa-agents from this server's /sdk/ and enter `stoa run stoa-agent.py
# "Some text."`
