"""Feedback Analyst: turns reviews or survey answers into topics with counts, moods, quotes and what to answer first.

A LangChain chain: split | read each comment with the model, in parallel | count | write. Rules read ratings and
keywords. The model judges the mood of comments without a rating, and the topic of comments without a keyword.
"""

import csv
import io
import re
from collections import Counter
from dataclasses import dataclass
from operator import itemgetter
from typing import Literal

from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.runnables import RunnableLambda, RunnablePassthrough
from langchain_openai import ChatOpenAI
from pydantic import BaseModel, Field

MAX_CHARACTERS = 60_000  # about 40 long comments
MAX_COMMENTS = 40  # each is a call to the model; more would take minutes and cost accordingly
MAX_COMMENT = 1_500  # characters of one comment that are read: even a long review has made its point by then
QUOTE = 220

TOPICS = {
    "shipping": "deliver\\w*|shipp\\w*|parcel|package|courier|arriv\\w*|tracking|late|dispatch\\w*",
    "price": "price\\w*|pricey|expensive|cheap\\w*|cost\\w*|value for money|overpriced|discount",
    "quality": "quality|broke\\w*|break\\w*|faulty|defect\\w*|sturdy|material\\w*|scratch\\w*|durable|flimsy|damaged",
    "support": "support|service|staff|agent|repl(?:y|ied|ies)|answer\\w*|phone line|hotline|rude|helpful",
    "billing": "invoice|charged|refund\\w*|payment\\w*|billing|billed|subscription|credit card",
    "technical": "crash\\w*|bugs?|error\\w*|login|log in|app|slow|loading|website|update\\w*",
    "usability": "easy|difficult|confusing|intuitive|complicated|instructions?|manual|set ?up|assembl\\w*",
}
TOPIC_WORDS = {name: re.compile(rf"\b(?:{words})\b", re.I) for name, words in TOPICS.items()}
ANSWER_FIRST = re.compile(
    r"\b(?:refund|money back|cancel(?:led|ling)?|lawyer|legal action|chargeback|injur\w*|unsafe|danger\w*|hurt|fire|allerg\w*|never again)\b",
    re.I,
)
RATINGS = (
    re.compile(r"^\W{0,3}([0-9](?:\.\d)?|10) ?/ ?(5|10)\b\W{0,4}"),
    re.compile(r"^\W{0,3}(?:rating|stars|score)\s?[:=]\s?([0-9](?:\.\d)?)(?: ?/ ?(5|10))?\b\W{0,4}", re.I),
    re.compile(r"^\W{0,3}([1-5]) ?(?:stars?|★)\b\W{0,4}", re.I),
)
STARS = re.compile(r"^\s?([★⭐]{1,5})[☆]{0,4}\W{0,4}")
Mood = Literal["positive", "negative", "neutral"]


class Reading(BaseModel):
    """The content of one customer's comment."""

    mood: Mood = Field(description="How the customer feels about it.")
    topic: Literal["shipping", "price", "quality", "support", "billing", "technical", "usability", "other"] = Field(
        description="What the comment is mostly about."
    )


@dataclass(frozen=True)
class Comment:
    number: int
    text: str
    stars: float | None  # out of five


def rated(text: str) -> tuple[float | None, str]:
    """Returns the rating out of five that a comment begins with, and the comment without it."""
    if match := STARS.match(text):
        return float(len(match[1])), text[match.end() :]
    for pattern in RATINGS:
        if match := pattern.match(text):
            of_ten = pattern.groups == 2 and match[2] == "10"
            return min(5.0, float(match[1]) / (2 if of_ten else 1)), text[match.end() :]
    return None, text


def from_table(text: str) -> list[Comment]:
    """Returns the rows of a CSV with a comment column, or nothing if the text is not such a table."""
    rows = list(csv.reader(io.StringIO(text), delimiter=";" if ";" in text.split("\n", 1)[0] else ","))
    header = [name.strip().lower() for name in rows[0]] if rows else []
    words = next((i for i, x in enumerate(header) if x in ("comment", "comments", "review", "text", "feedback")), None)
    stars = next((i for i, x in enumerate(header) if x in ("rating", "stars", "score")), None)
    if words is None:
        return []
    comments = []
    for row in rows[1:]:
        if len(row) > words and row[words].strip():
            given = row[stars] if stars is not None and len(row) > stars else ""
            comments.append(Comment(len(comments) + 1, row[words].strip()[:MAX_COMMENT], rated(f"rating: {given}")[0]))
    return comments


def split(message: str) -> dict:
    """Returns one comment for each row, paragraph or line."""
    text = message[:MAX_CHARACTERS].strip()
    try:
        comments = from_table(text)
    except csv.Error:
        comments = []
    if not comments:
        paragraphs = [" ".join(part.split()) for part in re.split(r"\n[ \t]{0,40}\n", text)]
        pieces = paragraphs if len(paragraphs) > 2 else [" ".join(line.split()) for line in text.split("\n")]
        for piece in (piece.lstrip("-*•\"“ ") for piece in pieces):
            stars, words = rated(piece)
            if len(words) > 2:
                comments.append(Comment(len(comments) + 1, words[:MAX_COMMENT], stars))
    return {"comments": comments[:MAX_COMMENTS], "left_out": max(0, len(comments) - MAX_COMMENTS)}


def mood_of(comment: Comment, reading: Reading) -> Mood:
    """Returns the mood. The customer's own rating takes precedence over any interpretation of the text."""
    if comment.stars is None:
        return reading.mood
    return "positive" if comment.stars >= 4 else "negative" if comment.stars <= 2 else "neutral"


def topics_of(comment: Comment, reading: Reading) -> list[str]:
    return [name for name, words in TOPIC_WORDS.items() if words.search(comment.text)] or [reading.topic]


def count(data: dict) -> dict:
    pairs = list(zip(data["comments"], data["readings"], strict=True))
    moods = {comment: mood_of(comment, reading) for comment, reading in pairs}
    topics = {comment: topics_of(comment, reading) for comment, reading in pairs}
    odd = [
        comment
        for comment, reading in pairs
        if comment.stars is not None and {moods[comment], reading.mood} == {"positive", "negative"}
    ]
    complaints = "\n".join(comment.text for comment in moods if moods[comment] == "negative")
    return {**data, "moods": moods, "topics": topics, "odd": odd, "complaints": complaints}


def quote(comment: Comment) -> str:
    text = comment.text if len(comment.text) <= QUOTE else comment.text[: QUOTE - 3] + "..."
    return f"“{text}” (comment {comment.number})"


def bullets(comments: list[Comment]) -> str:
    return "\n".join(f"- {quote(comment)}" for comment in comments)


def topic_table(moods: dict[Comment, Mood], topics: dict[Comment, list[str]]) -> str:
    counts = Counter(name for names in topics.values() for name in names)
    rows = []
    for name, total in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        felt = Counter(moods[comment] for comment, names in topics.items() if name in names)
        share = round(100 * felt["negative"] / total)
        rows.append(f"| {name} | {total} | {felt['positive']} | {felt['neutral']} | {felt['negative']} | {share} % |")
    head = "| Topic | Comments | Positive | Neutral | Negative | Share negative |\n| --- | --- | --- | --- | --- | --- |\n"
    return head + "\n".join(rows)


def voices(moods: dict[Comment, Mood], topics: dict[Comment, list[str]]) -> str:
    """Returns the longest complaint of each topic, because it is the most informative one."""
    found: dict[str, Comment] = {}
    for comment in sorted(moods, key=lambda x: -len(x.text)):
        for name in topics[comment] if moods[comment] == "negative" else []:
            found.setdefault(name, comment)
    return "\n".join(f"- **{name}**: {quote(found[name])}" for name in sorted(found))


def verdict(moods: dict[Comment, Mood]) -> str:
    felt, total = Counter(moods.values()), len(moods)
    stars = [comment.stars for comment in moods if comment.stars is not None]
    average = f" The {len(stars)} ratings average {sum(stars) / len(stars):.1f} of 5." if stars else ""
    return f"{total} comments: {felt['positive']} positive, {felt['neutral']} neutral, {felt['negative']} negative.{average}"


def write(data: dict) -> str:
    moods, topics, comments = data["moods"], data["topics"], data["comments"]
    if not comments:
        return "## No comments\n\nPaste reviews or survey answers, one per line, or a CSV with a column named `comment`."
    urgent = [c for c in comments if ANSWER_FIRST.search(c.text) and moods[c] != "positive"]
    parts = [f"## {verdict(moods)}"]
    if data["complaints"]:
        parts.append(f"## What they complain about\n\n{data['summary'].strip()}")
    parts.append("## Topics\n\n" + topic_table(moods, topics))
    parts += ["## Answer these first\n\n" + bullets(urgent)] if urgent else []
    if said := voices(moods, topics):
        parts.append("## One voice for each complaint\n\n" + said)
    happy = sorted((c for c in comments if moods[c] == "positive" and c not in data["odd"]), key=lambda x: -len(x.text))[:3]
    parts += ["## What they like\n\n" + bullets(happy)] if happy else []
    if data["odd"]:
        parts.append("## Rating and words disagree\n\n" + bullets(data["odd"]))
    note = "A comment counts for every topic that it names. A rating, if there is one, decides the mood."
    if data["left_out"]:
        note += f" {data['left_out']} comments after the first {MAX_COMMENTS} were not read."
    return "\n\n".join([*parts, f"*{note}*"])


model = ChatOpenAI(model="default", temperature=0)

read_prompt = ChatPromptTemplate.from_template(
    "What is the mood of this customer's comment, and which topic is it mostly about?\n\n{comment}"
)
summary_prompt = ChatPromptTemplate.from_template(
    "Summarize these complaints of customers in three bullet points:\n\n{complaints}"
)

read_comment = read_prompt | model.with_structured_output(Reading)
read_all = itemgetter("comments") | RunnableLambda(lambda found: [{"comment": c.text} for c in found]) | read_comment.map()
summarize = RunnableLambda(lambda data: summary_prompt | model | StrOutputParser() if data["complaints"] else "")

chain = (
    RunnableLambda(split)
    | RunnablePassthrough.assign(readings=read_all)
    | RunnableLambda(count)
    | RunnablePassthrough.assign(summary=summarize)
    | RunnableLambda(write)
).with_config(max_concurrency=6)  # more calls at a time would only wait for one another

if __name__ == "__main__":
    print(
        chain.invoke(
            "5/5 Great lamp, arrived after two days and the light is warm.\n"
            "2/5 The parcel was late and the shade was scratched. I want a refund.\n"
            "The app crashes whenever I change the color. Useless.\n"
            "4/5 Good quality for the price, only the manual is confusing.\n"
            "Lovely design, my children love it!\n"
            "1/5 Nobody replied to my three mails. Terrible service.\n"
            "5/5 It stopped working after a week, very disappointed.\n"
            "It is a lamp."
        )
    )
