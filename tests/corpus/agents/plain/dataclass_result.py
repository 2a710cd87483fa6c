from collections import Counter
from dataclasses import dataclass


@dataclass
class Analysis:
    sentences: int
    most_common: list


def analyse_text(text: str) -> Analysis:
    """Counts sentences and words."""
    words = Counter(text.lower().replace(".", "").split())
    return Analysis(sentences=text.count("."), most_common=words.most_common(3))
