"""Counts words, sentences and reading time."""

import re


def run(text: str) -> dict:
    words = re.findall(r"\w+", text)
    sentences = [s for s in re.split(r"[.!?]+", text) if s.strip()]
    return {
        "words": len(words),
        "sentences": len(sentences),
        "reading_minutes": round(len(words) / 200, 2),
    }
