"""Study Quiz Builder: turns a text that you have to learn into questions whose answers are in the text.

Facts are found by the form of a sentence: definitions ("X is a ..."), numbers and years, names, and key terms.
Wrong options come from the same text, so that they are plausible. Every answer quotes the sentence that proves it.
"""

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Literal

import stoa

MAX_CHARACTERS = 200_000  # about 130 pages
MAX_SENTENCES = 2_000  # considered for questions: more than any quiz needs
OPTIONS = 4
BLANK = "______"
# Every repetition is bounded, so that a hostile text cannot make a search quadratic.
SENTENCE_END = re.compile(r"[.!?]{1,3}[\"'”’)\]]{0,2}(?=\s|$)")
DEFINITION = re.compile(
    r"^(?:(The|A|An) )?([A-Za-z][\w'-]{1,30}(?: [\w'-]{2,30}){0,3}?) (is|are|was|were|means|refers to|is called|are called) ((?:a|an|the|any|one|those|when|where)\s.{12,240})$"
)
NUMBER = re.compile(r"(?<![\w.,-])(\d{1,3}(?:,\d{3}){1,4}(?:\.\d{1,4})?|\d{1,12}(?:\.\d{1,4})?)(?![\w,]|\.\d)")
NAME = re.compile(r"(?<=[a-z,] )([A-Z][a-zA-Z'’-]{2,20}(?: (?:of |de |van |von )?[A-Z][a-zA-Z'’-]{2,20}){0,3})")
WORD = re.compile(r"[^\W\d_]{4,30}")
VAGUE = frozenset(
    "this that these those it he she they we you there here which who what one some many most other such each both".split()
)
COMMON = frozenset(
    "about above after again also although among because been before being below between both called could does doing down during each every from "
    "further have having here into itself just known large later less like made main make many more most much must named only other over part same "
    "several should since small some such than that their them then there these they this those through time under until used uses very were what "
    "when where which while will with within without would year years your around first second third different important include includes".split()
)


@dataclass
class Question:
    kind: str
    text: str
    answer: str
    proof: str
    place: int
    options: list[str] = field(default_factory=list)


@dataclass
class Material:
    """Returns everything that can be an answer or a wrong option, each in the order of its first use."""

    sentences: list[str]
    numbers: list[str]
    names: list[str]
    terms: list[str]


def split_sentences(text: str) -> list[str]:
    found: list[str] = []
    for paragraph in re.split(r"\n\s{0,40}\n|\n(?=[-*#•\d])", text):
        if paragraph.lstrip().startswith("#"):
            paragraph = paragraph.partition("\n")[2]
        flat, start = " ".join(paragraph.split()).lstrip("-*•# "), 0
        for match in SENTENCE_END.finditer(flat):
            if match[0] == "." and re.search(
                r"(?:\b(?:[A-Z]|Dr|Mr|Ms|Mrs|Prof|St|No|vs|approx|e\.g|i\.e)|\bc)$",
                flat[max(0, match.start() - 7) : match.start()],
            ):
                continue
            found.append(flat[start : match.end()].strip())
            start = match.end()
        found += [flat[start:].strip()] if flat[start:].strip() else []
    return [s for s in found if 25 <= len(s) <= 400 and not s.endswith("?")][:MAX_SENTENCES]


def read(text: str) -> Material:
    sentences = split_sentences(text)
    counts = Counter(w.lower() for s in sentences for w in WORD.findall(s) if w.lower() not in COMMON)
    body = "\n".join(sentences)
    return Material(
        sentences,
        list(dict.fromkeys(NUMBER.findall(body)))[:500],
        list(dict.fromkeys(NAME.findall(body)))[:500],
        [word for word, count in counts.most_common(60) if count >= 2],
    )


def similar_number(value: str, other: str) -> bool:
    """Returns whether a wrong number is plausible: it has as many digits, and is a year if the answer is one."""
    return other != value and len(other) == len(value)


def made_numbers(value: str) -> list[str]:
    """Returns wrong numbers near the right one, for a text with too few numbers."""
    number, decimals = value.replace(",", ""), len(value.partition(".")[2])
    is_year = re.fullmatch(r"1[0-9]{3}|20[0-9]{2}", value) is not None
    base = float(number)
    candidates = [base + step for step in (-12, 9, 25)] if is_year else [base * factor for factor in (0.5, 1.5, 2.0)]
    if not is_year and decimals == 0 and base < 10:
        candidates = [base + step for step in (1, 2, 3)]
    return [f"{c:.{decimals}f}" if is_year or "," not in value else f"{c:,.{decimals}f}" for c in candidates]


def with_options(question: Question, pool: list[str]) -> Question | None:
    """Sorts four options alphabetically or numerically, so that the position does not reveal the right one."""
    lower = question.text.lower()
    wrong = [
        p
        for p in dict.fromkeys(pool)
        if p.lower() != question.answer.lower()
        and p.lower() not in lower
        and question.answer.lower() not in p.lower()
        and p.lower() not in question.answer.lower()
    ][: OPTIONS - 1]
    if len(wrong) < 2:
        return None
    numeric = all(re.fullmatch(r"[\d,.]+", option) for option in [question.answer, *wrong])
    question.options = sorted(
        [question.answer, *wrong], key=lambda o: (float(o.replace(",", "")), "") if numeric else (0.0, o.lower())
    )
    return question


def definition_question(sentence: str, place: int, definitions: list[str]) -> Question | None:
    match = DEFINITION.match(sentence.rstrip(".!"))
    if match is None or match[2].split()[0].lower() in VAGUE:
        return None
    term = f"{match[1].lower()} {match[2]}" if match[1] else match[2]
    verb = {"are": "are", "were": "were", "was": "was", "are called": "are"}.get(match[3], "is")
    question = Question(
        "Definition",
        f"What does **{term}** mean?" if match[3] == "means" else f"What {verb} **{term}**?",
        match[4][:200],
        sentence,
        place,
    )
    return with_options(question, [d[:200] for d in definitions])


def cloze(sentence: str, answer: str, kind: str, place: int, pool: list[str]) -> Question | None:
    pattern = re.compile(rf"(?<![\w]){re.escape(answer)}(?![\w])", re.I)
    text, count = pattern.subn(BLANK, sentence, count=1)
    return with_options(Question(kind, text, answer, sentence, place), pool) if count else None


def questions_for(sentence: str, place: int, material: Material, definitions: list[str]) -> list[Question]:
    """Returns all questions that one sentence allows, the most informative first."""
    found: list[Question | None] = [definition_question(sentence, place, definitions)]
    for number in NUMBER.findall(sentence)[:2]:
        own = [n for n in material.numbers if similar_number(number, n)]
        found.append(cloze(sentence, number, "Number", place, own[:3] + made_numbers(number)))
    for name in NAME.findall(sentence)[:2]:
        start = material.names.index(name) + 1 if name in material.names else 0
        others = sorted(
            (material.names[start:] + material.names[:start])[:40], key=lambda n: len(n.split()) != len(name.split())
        )
        found.append(cloze(sentence, name, "Name", place, others))
    lower = [w.lower() for w in WORD.findall(sentence)]
    term = next((t for t in material.terms if t in lower), None)
    if term:
        plural = term.endswith("s")
        found.append(cloze(sentence, term, "Key term", place, [t for t in material.terms if t.endswith("s") == plural]))
    return [q for q in found if q is not None]


def choose(material: Material, wanted: int) -> list[Question]:
    """Takes one question per sentence first, spread over the text and the kinds, and further rounds if needed."""
    definitions = [
        m[4]
        for s in material.sentences
        if (m := DEFINITION.match(s.rstrip(".!"))) and m[2].split()[0].lower() not in VAGUE
    ]
    step = max(1, len(material.sentences) // 200)
    candidates = [questions_for(s, i * step, material, definitions) for i, s in enumerate(material.sentences[::step])]
    chosen: list[Question] = []
    answers: set[str] = set()
    kinds: Counter[str] = Counter()
    for _ in range(3):
        waiting = [options for options in candidates if options]
        for index in range(len(waiting)):
            options = (
                waiting[index * max(1, len(waiting) // wanted) % len(waiting)]
                if len(waiting) > wanted
                else waiting[index]
            )
            fresh = [q for q in options if q.answer.lower() not in answers]
            if not fresh or len(chosen) == wanted:
                continue
            best = min(fresh, key=lambda q: kinds[q.kind] - 2 * (q.kind == "Definition"))
            options.remove(best)
            chosen.append(best)
            answers.add(best.answer.lower())
            kinds[best.kind] += 1
    return sorted(chosen, key=lambda q: q.place)


def ask(question: Question, number: int, open_answers: bool) -> str:
    stem = question.text if question.kind == "Definition" else f"Fill the gap: {question.text}"
    if open_answers:
        return f"**{number}.** {stem}"
    return f"**{number}.** {stem}\n\n" + "\n".join(
        f"- {letter}) {option}" for letter, option in zip("ABCD", question.options, strict=False)
    )


def cell(text: str) -> str:
    return text.replace("|", "\\|")


def in_words(report: str) -> str:
    """Returns the language model's text on what to remember, from the answer key, or why there is none."""
    try:
        return stoa.model("default").explain(report, "Say in three sentences what a learner should remember from these answers.")
    except stoa.ModelError as error:
        return f"*Composed by rules alone: {error}.*"


@stoa.agent(
    name="Study Quiz Builder",
    description="Builds a quiz with answer key from a text you want to learn: definitions, numbers, names and key terms, each proved by a quote.",
    features=[
        "Multiple choice or open answers",
        "Wrong options from the same text",
        "Every answer quotes its sentence",
        "Flash cards",
    ],
    use_cases=["Check what you remember of a chapter", "Prepare a class test from a handout"],
    tags=["quiz", "learning", "flashcards", "school"],
    models=["default"],
    examples=[
        {
            "message": "Photosynthesis is the process by which plants turn light, water and carbon dioxide into sugar and oxygen. It takes place in the "
            "chloroplasts. A chloroplast is a small organ of the cell that contains the green pigment chlorophyll. Chlorophyll is a pigment that absorbs red and "
            "blue light and reflects green light.\n\nIn 1779 the Dutch physician Jan Ingenhousz showed that plants release oxygen only in light. "
            "In 1961 the American chemist Melvin Calvin received the Nobel Prize for describing how carbon is built into sugar. "
            "The Calvin cycle is a chain of reactions that does not need light. Plants use about 6 molecules of carbon dioxide for each molecule of sugar. "
            "Stomata are the tiny pores of a leaf through which carbon dioxide enters and oxygen leaves. On hot days many plants close their stomata to save water."
        }
    ],
)
def run(message: str, questions: int = 6, style: Literal["multiple-choice", "open"] = "multiple-choice") -> str:
    """Build a quiz from a text.

    Args:
        message: The text to learn, at least a few sentences of facts.
        questions: How many questions, 1 to 30.
        style: multiple-choice with up to four options, or open answers.
    """
    material = read(message[:MAX_CHARACTERS])
    wanted = min(max(questions, 1), 30)
    chosen = choose(material, wanted)
    if not chosen:
        return (
            "## Not enough facts\n\nPaste a few sentences of what you want to learn: definitions (*X is a ...*), years, numbers or names. "
            "I only ask what the text itself answers."
        )
    parts = [f"## Quiz: {len(chosen)} question{'s' * (len(chosen) != 1)}"]
    if len(chosen) < wanted:
        parts.append(f"*The text has enough facts for {len(chosen)} of the {wanted} questions that you asked for.*")
    parts += [ask(q, i, style == "open") for i, q in enumerate(chosen, 1)]
    key = []
    for i, q in enumerate(chosen, 1):
        letter = "" if style == "open" else "ABCD"[q.options.index(q.answer)] + ") "
        key.append(f"{i}. **{letter}{q.answer}**\n   > {q.proof}")
    parts.append("## Answer key\n\n" + "\n".join(key))
    parts.append("## What to remember\n\n" + in_words("\n\n".join(parts)))
    cards = [q for q in chosen if q.kind == "Definition"]
    if cards:
        parts.append(
            "## Flash cards\n\n| Front | Back |\n| --- | --- |\n"
            + "\n".join(f"| {cell(q.text)} | {cell(q.answer)} |" for q in cards)
        )
    parts.append(
        "*Questions are made from the form of your sentences; the quiz knows nothing that the text does not say.*"
    )
    return "\n\n".join(parts)
