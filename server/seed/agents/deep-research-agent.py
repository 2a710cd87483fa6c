"""Deep Research Agent: weighs the sources that you paste against your question.

It cannot browse. It plans sub-questions, finds the sentences that are relevant to each, compares the sources
sentence by sentence for agreement and contradiction, names what is missing, and cites every statement.
"""

import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Literal

import stoa

MAX_CHARACTERS = 200_000  # about 130 pages
MAX_SOURCES = 30
MAX_SENTENCES = 3_000  # read over all sources
COMPARED = 60  # sentences compared pairwise: 1,770 pairs
DEPTHS = {"brief": 2, "standard": 3, "thorough": 6}  # evidence quoted per sub-question
STOPWORDS = frozenset(
    "a about after all also an and any are as at be been but by can could did do does for from had has have how i if in into is it its "
    "may might more most must no not of on one or our over should some source such than that the their them then there these they this "
    "those to under was we were what when where which while who why will with within would you your question sources".split()
)
UP = frozenset(
    "increase increased increases rise rises rose risen grew grow grows growth higher improve improved improves improvement gain gains more boost boosts faster better benefit benefits up".split()
)
DOWN = frozenset(
    "decrease decreased decreases fall falls fell fallen decline declined declines drop dropped drops lower reduce reduced reduces worse worsen worsened worsens slower less harm harms loss losses down".split()
)
NEGATIONS = frozenset("no not never without neither nor cannot didn don doesn wasn isn weren hardly".split())
# Aspects that every question has: (sub-question, words of sentences that are relevant to it).
ASPECTS = [
    ("How large is the effect, in figures?", r"\d"),
    (
        "What supports it?",
        r"\b(?:increas|improv|benefit|gain|effective|success|rose|higher|support|better|reduc)\w{0,8}",
    ),
    (
        "What speaks against it, or limits it?",
        r"\b(?:however|but|although|risk|limit|declin|fell|worse|harm|cost|fail|problem|no effect|not)\w{0,8}\b",
    ),
    (
        "For whom and under which conditions does it hold?",
        r"\b(?:when|where|if|only|among|depends?|unless|for (?:small|large|new|young|older)|in (?:small|large))\b",
    ),
    (
        "Why: which causes are given?",
        r"\b(?:because|due to|caused?|reason|leads? to|result(?:s|ed)? (?:in|from)|owing|therefore|explain\w{0,3})\b",
    ),
    (
        "How was it found out?",
        r"\b(?:stud(?:y|ies)|survey\w{0,3}|trial|sample|measured|experiment|interview\w{0,3}|data|researchers?|report(?:ed)?)\b",
    ),
]
# Every repetition is bounded, so that a hostile text cannot make a search quadratic.
SOURCE_HEAD = re.compile(
    r"^[#*\s]{0,6}(?:source|article|document|text|paper)\s{0,2}(?:\d{1,3}|[A-Z])?\s{0,2}[:.)\-–]\s{0,3}(.{0,160})$|^\[(\d{1,3})\]\s{0,3}(.{0,160})$|^#{1,4}\s{1,4}(.{1,160})$",
    re.I,
)
SENTENCE_END = re.compile(r"[.!?]{1,3}[\"'”’)\]]{0,2}(?=\s|$)|[。！？]")
MEASURE = re.compile(
    r"(\d[\d,]{0,12}(?:\.\d{1,4})?)\s?(%|percent|percentage points|points|hours?|days?|weeks?|months?|years?|times|people|euros?|dollars?|degrees?)",
    re.I,
)


@dataclass
class Source:
    number: int
    title: str
    text: str


@dataclass
class Statement:
    source: int
    place: int
    text: str
    stems: frozenset[str]
    score: float = 0.0

    def cited(self) -> str:
        return f"“{self.text[:500]}” [{self.source}]"


Pair = tuple[Statement, Statement, str]  # two statements and how they relate


@dataclass
class Findings:
    evidence: dict[str, list[Statement]] = field(default_factory=dict)
    agreements: list[Pair] = field(default_factory=list)
    contradictions: list[Pair] = field(default_factory=list)
    gaps: list[str] = field(default_factory=list)


def stem(word: str) -> str:
    """Removes the most common English endings."""
    for ending in ("ing", "ies", "ed", "es", "ly", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word


def stems_of(text: str) -> frozenset[str]:
    return frozenset(stem(w[:40]) for w in re.findall(r"[^\W\d_]+", text.lower()) if len(w) > 2 and w not in STOPWORDS)


def read_input(message: str) -> tuple[str, list[Source]]:
    """Returns the question (labeled, or else the first line) and the sources that follow it."""
    lines = message.strip().split("\n")
    question = re.sub(
        r"^[#*\s]{0,6}(?:research )?(?:question|topic)\s{0,2}:\s{0,3}", "", lines[0][:600], flags=re.I
    ).strip(" *#")
    blocks: list[tuple[str, list[str]]] = []
    for line in lines[1:]:
        head = SOURCE_HEAD.match(line) if len(line) < 200 else None
        if head:
            title = next((part for part in (head[1], head[3], head[4]) if part), "")
            whole_source = len(title) > 90 or title.endswith((".", "!", "?"))
            blocks.append(("", [title]) if whole_source else (title, []))
        elif line.strip() in ("---", "***", "===") or not blocks:
            blocks.append(("", [line.strip(" -*=")]))
        else:
            blocks[-1][1].append(line)
    filled = [(title, "\n".join(body).strip()) for title, body in blocks if "".join(body).strip()]
    if len(filled) == 1 and not filled[0][0]:
        filled = [
            ("", paragraph.strip()) for paragraph in re.split(r"\n[ \t]{0,20}\n", filled[0][1]) if paragraph.strip()
        ]
    return question, [
        Source(i, title.strip(" *#") or f"Source {i}", text) for i, (title, text) in enumerate(filled[:MAX_SOURCES], 1)
    ]


def statements_of(sources: list[Source]) -> list[Statement]:
    found: list[Statement] = []
    for source in sources:
        text, start = " ".join(source.text.split()), 0
        for end in [*(m.end() for m in SENTENCE_END.finditer(text)), len(text)]:
            sentence = text[start:end].strip()
            if len(sentence) >= 20 and len(found) < MAX_SENTENCES:
                found.append(Statement(source.number, len(found), sentence, stems_of(sentence)))
                start = end
            elif not sentence:
                start = end
    return found


def score(statements: list[Statement], question: str) -> None:
    """Scores similarly to BM25: rare words of the question count more, common words of the text a little."""
    asked = sorted(stems_of(question))
    frequency = Counter(s for statement in statements for s in statement.stems)
    for statement in statements:
        length = 0.5 + len(statement.stems) / 24
        match = sum(math.log1p(len(statements) / frequency[s]) for s in asked if s in statement.stems)
        topic = sum(1 for s in statement.stems if frequency[s] > 2) / 10
        statement.score = (match + topic) / (1 + length) + (0.2 if MEASURE.search(statement.text) else 0.0)


def plan(question: str) -> list[tuple[str, str]]:
    """Returns the question's own parts first, then the aspects that every question has."""
    parts = [
        p.strip(" ,.")
        for p in re.split(r"\?|;|, and (?=how|what|why|when|who|which|does|is|are)", question)
        if len(p.split()) > 2
    ]
    own = [(f"{part[:1].upper()}{part[1:]}?", "") for part in parts[:3]]
    return own + ASPECTS


def direction(text: str) -> int:
    """Returns +1 if a sentence says more or better, -1 if it says less or worse, 0 if neither is clear."""
    words = re.findall(r"[a-z]+", text.lower())
    balance = sum((word in UP) - (word in DOWN) for word in words)
    if any(word in NEGATIONS for word in words) and balance:
        return -1 if balance > 0 else 1
    return (balance > 0) - (balance < 0)


def differing_figures(a: str, b: str) -> str:
    """Returns different figures of one unit after the same words in two sentences: '8 percent against 3 percent'."""
    found: list[tuple[int, str]] = []
    for left in list(MEASURE.finditer(a))[:4]:
        for right in list(MEASURE.finditer(b))[:4]:
            if unit_of(left) == unit_of(right):
                words = [stems_of(text[max(0, m.start() - 45) : m.start()]) for text, m in ((a, left), (b, right))]
                found.append((len(words[0] & words[1]), "" if left[1] == right[1] else f"{left[0]} against {right[0]}"))
    return max(found, key=lambda item: item[0], default=(0, ""))[1]


def unit_of(measure: re.Match[str]) -> str:
    return "%" if measure[2].lower() in ("%", "percent") else measure[2].lower().rstrip("s")


def compare(statements: list[Statement]) -> tuple[list[Pair], list[Pair]]:
    """Returns pairs of sentences from different sources about the same subject, as agreements and contradictions."""
    best = sorted(statements, key=lambda s: (-s.score, s.place))[:COMPARED]
    pairs = sorted(
        (
            (len(a.stems & b.stems) / max(1, min(len(a.stems), len(b.stems))), a, b)
            for a, b in combinations(sorted(best, key=lambda s: s.place), 2)
            if a.source != b.source
        ),
        key=lambda pair: (-pair[0], pair[1].place, pair[2].place),
    )
    agreements: list[Pair] = []
    contradictions: list[Pair] = []
    for overlap, a, b in pairs:
        if overlap < 0.34 or len(a.stems & b.stems) < 2:
            continue
        left, right, figures = direction(a.text), direction(b.text), differing_figures(a.text, b.text)
        if left * right < 0:
            contradictions.append((a, b, "they point in opposite directions"))
        elif left * right > 0:
            agreements.append((a, b, f"same direction, other size: {figures}" if figures else "same direction"))
        elif figures and not (left or right):
            contradictions.append((a, b, figures))
    return agreements[:5], contradictions[:5]


def research(statements: list[Statement], questions: list[tuple[str, str]], per_question: int) -> Findings:
    findings = Findings()
    used: Counter[int] = Counter()
    for question, cue in questions:
        asked = stems_of(question) if not cue else frozenset()
        ranked = sorted(
            (s for s in statements if (re.search(cue, s.text, re.I) if cue else s.stems & asked)),
            key=lambda s: (used[s.place], -s.score, s.place),
        )
        chosen = ranked[:per_question]
        used.update(s.place for s in chosen)
        findings.evidence[question] = chosen
        if not chosen:
            findings.gaps.append(f"Nothing in the sources answers: *{question}*")
        elif len({s.source for s in ranked}) == 1:
            findings.gaps.append(f"Only source [{ranked[0].source}] addresses: *{question}*")
    findings.agreements, findings.contradictions = compare(statements)
    return findings


def brief(statements: list[Statement]) -> list[Statement]:
    """Returns the best statement of each of the best sources, at most four, so that no source dominates."""
    best: dict[int, Statement] = {}
    for statement in sorted(statements, key=lambda s: (-s.score, s.place)):
        best.setdefault(statement.source, statement)
    return list(best.values())[:4]


def written_by_model(question: str, statements: list[Statement]) -> tuple[str, str]:
    """Returns the model's text if each of its sentences cites a given source, else nothing; and what was done."""
    model = stoa.model("default")
    if not model.is_language_model():
        return "", "This server offers no language model: the bottom line is quoted from the sources."
    numbered = "\n".join(s.cited() for s in statements)
    prompt = (
        f"Answer the question in three sentences, only from these quotations, ending every sentence with the number of its source "
        f"in square brackets.\n\nQuestion: {question}\n\nQuotations:\n{numbered}"
    )
    try:
        text = model.complete(prompt, max_tokens=300).strip()
    except stoa.ModelError as error:  # the extractive brief is used if the model fails for any reason
        return "", f"The language model gave no answer ({error}): the bottom line is quoted from the sources."
    cited = {int(number) for number in re.findall(r"\[(\d{1,3})\]", text)}
    sentences = [s for s in re.split(r"(?<=\])[.\s]{1,3}|(?<=[.!?])\s(?!\[)", text) if s.strip(" .")]
    sound = sentences and cited and cited <= {s.source for s in statements} and all("[" in s for s in sentences)
    if sound:
        return text, "The bottom line was written by the language model from the cited sentences."
    return "", "The language model did not cite its sources, so the bottom line is quoted from them."


@stoa.agent(
    name="Deep Research Agent",
    description="Weighs the sources you paste against a question: cited evidence, agreements, contradictions and gaps. Does not browse.",
    features=[
        "Numbered citations, quoted word for word",
        "Finds contradictions between sources",
        "Names the gaps",
        "Streams section by section",
    ],
    use_cases=[
        "Compare reports that disagree",
        "Prepare a briefing from collected articles",
        "Plan a literature search",
    ],
    tags=["research", "citations", "evidence", "literature"],
    models=["default"],
    examples=[
        {
            "message": "Question: Does a four-day week raise productivity, and what does it cost?\n\n"
            "Source 1: Pilot at 61 companies\nIn the trial, revenue per employee rose by 8 percent over six months. Sick days fell by 65 percent because staff "
            "had time to recover. However, three companies returned to five days, and customer service teams found cover difficult.\n\n"
            "Source 2: Survey of manufacturers\nThe survey covered 240 plants. Output per employee fell by 4 percent in plants with shift work after the "
            "four-day week began. Hiring extra staff increased wage costs by 11 percent. Productivity rose only where meetings were cut first.\n\n"
            "Source 3: University field study\nResearchers measured output at a software company for one year. Productivity per hour rose by 13 percent, and "
            "revenue per employee rose by 3 percent. Staff turnover dropped. The authors note that the company chose to take part, so the result may not hold elsewhere."
        }
    ],
)
def run(
    message: str,
    depth: Literal["brief", "standard", "thorough"] = "standard",
    wording: Literal["model", "quotes"] = "model",
) -> Iterator[str]:
    """Research a question in the given sources.

    Args:
        message: The question in the first line, then the sources, each under a line like "Source 1: title".
        depth: How many quotations per sub-question: brief 2, standard 3, thorough 6.
        wording: The bottom line, worded by the server's default model from quotations alone, or as those quotations.
    """
    question, sources = read_input(message[:MAX_CHARACTERS])
    statements = statements_of(sources)
    questions = plan(question)
    yield f"# {question[:300] or 'Research'}\n\n"
    if not statements:
        yield from without_sources(question, questions)
        return
    stoa.progress("Weighing the sources", fraction=0.3)
    score(statements, question)
    findings = research(statements, questions, DEPTHS.get(depth, 3))
    short = brief(statements)
    worded, note = written_by_model(question, short) if wording == "model" else ("", "")
    yield "## Bottom line\n\n" + (worded or "\n".join(f"- {s.cited()}" for s in short)) + "\n\n"
    if note:
        yield f"*{note}*\n\n"
    yield (
        f"Sources: {len(sources)}. Agreements: {len(findings.agreements)}. "
        f"Contradictions: **{len(findings.contradictions)}**. I cannot browse: this rests only on the text you gave.\n\n"
    )
    stoa.progress("Gathering evidence", fraction=0.6)
    yield "## Plan\n\n" + "\n".join(f"{i}. {q}" for i, (q, _) in enumerate(questions, 1)) + "\n\n## Evidence\n\n"
    for asked, evidence in findings.evidence.items():
        if evidence:
            yield f"### {asked}\n\n" + "\n".join(f"- {s.cited()}" for s in evidence) + "\n\n"
    yield "## Contradictions\n\n"
    yield (
        "\n".join(f"- {a.cited()}\n  **but** {b.cited()}\n  ({why})" for a, b, why in findings.contradictions)
        or "None found."
    )
    yield "\n\n## Agreements\n\n"
    yield (
        "\n".join(f"- {a.cited()}\n  **and** {b.cited()}\n  ({why})" for a, b, why in findings.agreements)
        or "No two sources say the same in comparable words."
    )
    yield "\n\n## Gaps\n\n" + "\n".join(f"- {gap}" for gap in [*findings.gaps, *gaps_in(sources)]) + "\n\n"
    counts = Counter(s.source for s in statements)
    rows = "\n".join(f"| [{s.number}] | {s.title[:120].replace('|', '/')} | {counts[s.number]} |" for s in sources)
    yield f"## Sources\n\n| No. | Title | Sentences read |\n| --- | --- | --- |\n{rows}\n\n"
    yield "*Sentences were matched by their words. Read a quotation in its source before you rely on it.*"


def gaps_in(sources: list[Source]) -> list[str]:
    dated = sum(bool(re.search(r"\b(?:19|20)\d\d\b", s.title + " " + s.text[:5_000])) for s in sources)
    linked = sum(bool(re.search(r"https?://|\bdoi\b", s.text[:5_000], re.I)) for s in sources)
    return [
        f"{len(sources) - dated} of {len(sources)} sources name no year.",
        f"{len(sources) - linked} of {len(sources)} sources give no link or DOI to check them by.",
    ]


def without_sources(question: str, questions: list[tuple[str, str]]) -> Iterator[str]:
    """Returns a plan for the reader, because nothing can be researched here without sources."""
    terms = [w for w in re.findall(r"[^\W\d_]+", question) if len(w) > 2 and w.lower() not in STOPWORDS][:6]
    phrase = " ".join(terms) or "your topic"
    yield "**I have no sources and cannot browse the web**, so I state no findings. Here is a plan to collect them.\n\n## Sub-questions\n\n"
    yield "\n".join(f"{i}. {q}" for i, (q, _) in enumerate(questions, 1))
    yield "\n\n## Searches to run\n\n" + "\n".join(
        f"- `{phrase} {ending}`" for ending in ("systematic review", "survey data", "criticism OR limitations", "cost")
    )
    yield (
        "\n\n## Then send\n\n```\nQuestion: ...\n\nSource 1: title, year\ntext\n\nSource 2: title, year\ntext\n```\n\n"
        "Take at least one source that disagrees with the others."
    )
