# /// script
# dependencies = ["openai-agents"]
# ///
"""Deadline Planner: turns every period in a text into a date, and lists the dates in order.

Rules read the periods and count the days. An agent built with the OpenAI Agents SDK says what comes first. Its text is
used only if it names no figure of its own.
"""

import calendar
import re
from datetime import date, datetime, timedelta

import stoa
from agents import Agent, Runner

MAX_CHARACTERS = 60_000  # limits what the model reads in one call
MAX_PERIODS = 40  # more than a contract has
MAX_COUNT = 999  # no period has more days, weeks or months
# Every repetition is bounded, so that a hostile text cannot make a search quadratic.
PERIOD = re.compile(r"\b(\d{1,3})[\s-](working |business |calendar )?(day|week|month|year)s?\b", re.I)
DAY = re.compile(r"\b(\d{4}-\d{2}-\d{2})\b|\b(\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6} \d{4})\b")
FIGURE = re.compile(r"\d+")

agent = Agent(
    name="Deadline planner",
    instructions="The user sends a list of deadlines. Summarize it in one sentence: what must be done first. Add no date of your own.",
)


def read_day(text: str) -> date | None:
    """Returns the first date in a text, or None."""
    found = DAY.search(text)
    if found is None:
        return None
    for form in ("%Y-%m-%d", "%d %B %Y", "%d %b %Y"):
        try:
            return datetime.strptime(found[0], form).date()
        except ValueError:
            continue
    return None


def add_months(start: date, months: int) -> date:
    years, month = divmod(start.month - 1 + months, 12)
    year = start.year + years
    return date(year, month + 1, min(start.day, calendar.monthrange(year, month + 1)[1]))


def end_of(start: date, count: int, kind: str, unit: str) -> date:
    """Returns the last day of a period that begins on the day after `start`."""
    if unit in ("month", "year"):
        return add_months(start, count * (12 if unit == "year" else 1))
    if unit == "week" or kind not in ("working", "business"):
        return start + timedelta(days=count * (7 if unit == "week" else 1))
    day = start
    while count > 0:
        day += timedelta(days=1)
        count -= day.weekday() < 5
    return day


def find_deadlines(text: str, start: date) -> list[tuple[date, str, str]]:
    """Returns the last day of each period with its words and its sentence, the first to end first."""
    found = []
    for sentence in re.split(r"(?<=[.;!?])\s+|\n+", text):
        for count, kind, unit in PERIOD.findall(sentence):
            try:
                day = end_of(start, min(int(count), MAX_COUNT), kind.strip().lower(), unit.lower())
            except (OverflowError, ValueError):
                continue  # Python has no dates after the year 9999
            found.append((day, f"{count} {kind}{unit}{'' if count == '1' else 's'}", " ".join(sentence.split())[:200]))
    return sorted(found[:MAX_PERIODS])


@stoa.agent(
    name="Deadline Planner",
    description="Finds every period in a contract or an email and turns it into a date, in the order in which they end.",
    features=["Working days, weeks, months and years", "Sorted by date, each with its sentence", "One sentence on what comes first"],
    use_cases=["See what a contract asks of you and by when", "Plan after an official letter"],
    tags=["deadline", "contract", "dates", "openai-agents"],
    models=["default"],
    examples=[
        {
            "message": "We sign on 2 March 2026. Payment is due within 30 days. Defects must be reported within 10 working days. "
            "The warranty ends after 2 years. Either party may cancel with 3 months' notice."
        }
    ],
)
async def run(message: str, start: str = "") -> str:
    """Turns periods into dates.

    Args:
        message: the contract, the letter or the email
        start: the day on which all periods begin, as 2026-03-02; without it, the first date of the text
    """
    text = message[:MAX_CHARACTERS]
    begin = read_day(start) if start else read_day(text)
    if begin is None:
        raise ValueError("Say on which day the periods begin, as 2026-03-02, in `start` or in the text.")
    deadlines = find_deadlines(text, begin)
    if not deadlines:
        raise ValueError("The text names no period such as 30 days or 3 months.")
    rows = [f"{day:%d %B %Y} ({day:%A}): {words}. {sentence}" for day, words, sentence in deadlines]
    answer = str((await Runner.run(agent, "\n".join(rows), max_turns=1)).final_output)
    known = set(FIGURE.findall(" ".join(rows)))
    remark = f"{answer.strip()}\n\n" if set(FIGURE.findall(answer)) <= known else ""
    cells = (f"| {day:%d %B %Y} | {day:%A} | {words} | {sentence.replace('|', '/')} |" for day, words, sentence in deadlines)
    table = "\n".join(("| Date | Day | Period | Sentence |", "| --- | --- | --- | --- |", *cells))
    return f"{remark}Periods from {begin:%d %B %Y}. Holidays are not counted.\n\n{table}"
