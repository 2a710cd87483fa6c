"""Content Summarizer: quotes the most important sentences of a text and restates them in a few plain sentences.

An extractive method: every sentence gets a score from the text's own vocabulary, and the best ones that do not
repeat each other are quoted in their original order. The server's language model then summarizes these quotes. Its
text is used only if it adds no number that they do not contain.
"""

import math
import re
from collections import Counter
from dataclasses import dataclass
from typing import Literal

import stoa

MAX_CHARACTERS = 200_000  # about 130 pages
WORDS_PER_MINUTE = 238  # the silent reading speed of adults in English non-fiction (Brysbaert 2019)
LENGTHS = {
    "short": (0.10, 2, 3),
    "medium": (0.30, 3, 7),
    "long": (0.50, 5, 15),
}  # the share of the sentences to quote, and the least and most sentences
REDUNDANT = 0.5  # two sentences that share half of their vocabulary say the same thing
STOPWORDS = frozenset(
    "a about above after again against all also am an and any are as at be because been before being below between both but by can "
    "could did do does doing down during each even few for from further had has have having he her here hers him his how however i if "
    "in into is it its itself just many may me might more most much must my no nor not now of off on once one only or other our out over "
    "own per said same says she should since so some such than that the their them then there these they this those through to too "
    "two under until up upon us very via was we were what when where which while who whom why will with within without would you your".split()
)
ABBREVIATIONS = frozenset(
    "mr mrs ms dr prof st no vs etc e.g i.e fig al inc ltd co corp jr sr u.s u.k approx dept est".split()
)
# Every repetition is bounded, so that a hostile text cannot make the search quadratic.
SENTENCE_END = re.compile(r"[.!?]{1,3}[\"'”’)\]]{0,2}(?=\s|$)|[。！？]")
FIGURE = re.compile(
    r"[$€£]?\d[\d,.]{0,14}(?:\s?(?:%|percent\b|million\b|billion\b|trillion\b|km\b|kg\b|years?\b|days?\b|hours?\b|people\b))?"
)
CUES = (
    "in conclusion",
    "in summary",
    "overall",
    "therefore",
    "as a result",
    "importantly",
    "the main",
    "we found",
    "shows that",
    "key ",
)


@dataclass
class Sentence:
    text: str
    place: int
    starts_paragraph: bool
    section: str
    stems: frozenset[str]
    score: float = 0.0


def split_sentences(paragraph: str) -> list[str]:
    """Returns a paragraph's sentences. A period after an abbreviation, an initial or a lone number does not end a
    sentence.
    """
    sentences: list[str] = []
    start = 0
    for match in SENTENCE_END.finditer(paragraph):
        before = paragraph[max(start, match.start() - 12) : match.start()].rsplit(" ", 1)[-1].lower().lstrip("(\"'")
        is_dot = match[0].startswith(".") and len(match[0]) == 1
        if is_dot and (
            before in ABBREVIATIONS
            or (len(before) == 1 and before.isalpha())
            or (before.isdigit() and match.start() - start < 4)
        ):
            continue
        sentences.append(paragraph[start : match.end()].strip())
        start = match.end()
    return [s for s in [*sentences, paragraph[start:].strip()] if s]


def stem(word: str) -> str:
    """Removes the most common English endings, so that 'emissions' counts as 'emission'."""
    for ending, least, replacement in (("ies", 5, "y"), ("sses", 6, "ss"), ("ing", 6, ""), ("ed", 5, ""), ("s", 4, "")):
        if word.endswith(ending) and len(word) >= least and not word.endswith(("ss", "us", "is")):
            return word[: -len(ending)] + replacement
    return word


def words_of(text: str) -> list[str]:
    """Returns content words. Chinese, Japanese and Korean text, which has no spaces, becomes pairs of characters."""
    found: list[str] = []
    for word in re.findall(r"[^\W_]+", text.lower().replace("’", "'").replace("'s ", " ")):
        if "\u3040" <= word[0] <= "\ud7a3":
            found += [word[i : i + 2] for i in range(len(word) - 1)]
        elif len(word) > 2 and not word.isdigit() and word not in STOPWORDS:
            found.append(word[:40])
    return found


def read(text: str) -> tuple[str, list[Sentence]]:
    """Returns the title, if the text has one, and its sentences, each with its section."""
    title, section = "", ""
    sentences: list[Sentence] = []
    for block in re.split(r"\n[ \t]{0,80}\n", text):
        lines = [line.strip() for line in block.strip().split("\n")]
        while lines and (
            lines[0].startswith("#")
            or (len(lines) == 1 and len(lines[0]) < 90 and not lines[0].endswith(tuple(".!?:,。！？")))
        ):
            section = lines.pop(0).lstrip("# ")
            title = title or section
        paragraph = " ".join(" ".join(lines).split())
        for i, sentence in enumerate(split_sentences(paragraph)):
            sentences.append(
                Sentence(sentence, len(sentences), i == 0, section, frozenset(stem(w) for w in words_of(sentence)))
            )
    return title, sentences


def score(sentences: list[Sentence], title: str, weights: Counter[str]) -> None:
    """Scores sentences by the mean weight of their words, raised for first and last ones, title words and findings."""
    heading = {stem(w) for w in words_of(title)}
    count = len(sentences)
    for sentence in sentences:
        vocabulary = sum(math.log1p(weights[s]) for s in sorted(sentence.stems))
        length = len(sentence.stems)
        sentence.score = vocabulary / (length + 3) if length else 0.0
        sentence.score *= (
            1 + 0.2 * (sentence.place == 0) + 0.2 * sentence.starts_paragraph + 0.1 * (sentence.place == count - 1)
        )
        sentence.score *= 1 + 0.1 * min(3, len(heading & sentence.stems))
        sentence.score *= 1.15 if any(cue in sentence.text.lower()[:400] for cue in CUES) else 1.0
        sentence.score *= 0.5 if sentence.text.endswith("?") or length < 4 else 1.0


def choose(sentences: list[Sentence], wanted: int) -> list[Sentence]:
    """Returns the best sentences that do not repeat a better one, in the order of the text."""
    chosen: list[Sentence] = []
    for candidate in sorted(sentences, key=lambda s: (-s.score, s.place)):
        if len(chosen) == wanted:
            break
        overlap = (
            len(candidate.stems & other.stems) / max(1, min(len(candidate.stems), len(other.stems))) for other in chosen
        )
        if candidate.score > 0 and all(share < REDUNDANT for share in overlap):
            chosen.append(candidate)
    return sorted(chosen, key=lambda s: s.place)


def key_terms(text: str, limit: int = 8) -> list[tuple[str, int]]:
    """Returns the most frequent content words, each in its most frequent spelling."""
    spellings: dict[str, Counter[str]] = {}
    for word in words_of(text):
        spellings.setdefault(stem(word), Counter())[word] += 1
    ranked = sorted(spellings.values(), key=lambda c: -c.total())
    return [(c.most_common(1)[0][0], c.total()) for c in ranked[:limit] if c.total() > 1]


def reading_time(words: int) -> str:
    seconds = round(words / WORDS_PER_MINUTE * 60)
    return f"{seconds} s" if seconds < 60 else f"{seconds // 60} min {seconds % 60:02d} s"


def count_words(text: str) -> int:
    return len(text.split())


def quote(text: str) -> str:
    """Returns one sentence, cut at 600 characters if it is longer."""
    return text if len(text) <= 600 else text[:597] + "..."


def table_cell(text: str) -> str:
    return text.replace("|", "\\|")


def in_words(quotes: str) -> str:
    """Returns the server's language model's summary of the quotes, or the reason why there is none."""
    try:
        return stoa.model("default").explain(quotes, "Sum up in three sentences what this text says.")
    except stoa.ModelError as error:
        return f"*Composed by rules alone: {error}.*"


@stoa.agent(
    name="Content Summarizer",
    description="Shortens an article, report or transcript to its key sentences, quoted word for word, with key terms and figures.",
    features=["Key sentences quoted word for word", "Three lengths", "Key terms, figures and reading time"],
    use_cases=["Decide in a minute whether a report is worth reading", "Brief a team on a long article"],
    tags=["summary", "article", "reading", "extractive"],
    models=["default"],
    examples=[
        {
            "message": "# City trees and summer heat\n\n"
            "Cities are warmer than the land around them, and the gap grows at night. Asphalt and concrete store heat during the day "
            "and release it after sunset. In a three-year study of 120 streets, researchers measured how street trees change that balance.\n\n"
            "Streets with a tree canopy above 40 percent were up to 4.5 degrees cooler on summer afternoons than streets without trees. "
            "Small parks helped too, but their cooling effect ended about 80 meters from the edge. Grass alone made almost no difference.\n\n"
            "Trees need water to cool the air, because most of the effect comes from evaporation. During the drought of the second summer "
            "the cooling effect of street trees fell by half. Species with deep roots kept more of it.\n\n"
            "The authors also counted costs. Planting and caring for one street tree cost the city about 1,200 euros over ten years. "
            "Shade saved the adjoining buildings about 900 euros of cooling in the same time, health benefits not included.\n\n"
            "Overall, the study shows that street trees are the most effective single measure against urban heat where roots have room "
            "and water. The researchers advise cities to plant deep-rooted species first in streets where older people live."
        }
    ],
)
def run(message: str, length: Literal["short", "medium", "long"] = "medium") -> str:
    """Summarize a text in a few sentences and by quoting its key sentences.

    Args:
        message: The text to summarize, plain or Markdown. Headings help.
        length: short (2 to 3 sentences), medium (3 to 7) or long (5 to 15).
    """
    text = message[:MAX_CHARACTERS]
    title, sentences = read(text)
    total = sum(count_words(s.text) for s in sentences)
    if len(sentences) < 3:
        return (
            f"## Nothing to shorten\n\nYour text is too short (words: {count_words(text)}, sentences: {len(sentences)}). "
            "Paste at least three sentences, an article or a report for example, and I will quote the ones that matter most."
        )
    weights = Counter(s for sentence in sentences for s in sentence.stems)
    score(sentences, title, weights)
    share, least, most = LENGTHS.get(length, LENGTHS["medium"])
    chosen = choose(sentences, min(most, max(least, round(share * len(sentences))), len(sentences)))
    kept = sum(count_words(quote(s.text)) for s in chosen)
    parts = [f"## Summary: {quote(title)}" if title else "## Summary"]
    section = ""
    sections = len({s.section for s in chosen}) > 1
    for sentence in chosen:
        if sections and sentence.section not in ("", section, title):
            parts.append(f"### {quote(sentence.section)}")
        section = sentence.section
        parts.append(f"> {quote(sentence.text)}")
    parts.insert(1, in_words("\n\n".join(parts)))
    if terms := key_terms(text):
        parts.append(
            "## Key terms\n\n| Term | Uses |\n| --- | --- |\n"
            + "\n".join(f"| {table_cell(term)} | {uses} |" for term, uses in terms)
        )
    figures = [(m[0].rstrip(".,"), s) for s in sentences[:2000] if (m := FIGURE.search(s.text))][:6]
    if figures:
        parts.append(
            "## Figures in the text\n\n" + "\n".join(f"- **{figure}**: {quote(s.text)[:240]}" for figure, s in figures)
        )
    parts.append(
        "## Size\n\n| Text | Words | Reading time |\n| --- | --- | --- |\n"
        f"| Your text | {total:,} | {reading_time(total)} |\n| Summary | {kept:,} | {reading_time(kept)} |"
    )
    note = "Every quoted sentence is in your text word for word. Sentences were chosen by their vocabulary and position, not by understanding."
    if len(message) > MAX_CHARACTERS:
        note += f" Only the first {MAX_CHARACTERS:,} characters were read."
    return "\n\n".join([*parts, f"*{note}*"])
