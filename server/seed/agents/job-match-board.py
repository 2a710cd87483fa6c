"""Job Match Board: compares a CV with a job advertisement and writes a profile that adds nothing to the CV.

An AutoGen team. The matcher looks for a line of the CV for each requirement. The writer, an assistant, writes a
profile from that evidence. The checker refuses every figure and name that is not in the CV, and the writer tries
again. When nothing is left to refuse, or after three drafts, the checker ends the session with the report.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from math import log

from autogen_agentchat.agents import AssistantAgent, BaseChatAgent
from autogen_agentchat.base import Response
from autogen_agentchat.conditions import StopMessageTermination
from autogen_agentchat.messages import BaseChatMessage, StopMessage, TextMessage
from autogen_agentchat.teams import RoundRobinGroupChat
from autogen_core import CancellationToken
from autogen_core.models import ModelInfo
from autogen_ext.models.openai import OpenAIChatCompletionClient

MAX_CHARACTERS = 40_000  # a CV of ten pages and a long advertisement
MAX_REQUIREMENTS = 30
MAX_REQUIREMENT = 300  # characters; a longer one is a paragraph, whose beginning states the requirement
MAX_CHOICES = 6  # alternatives in one requirement: "A or B or C"
MAX_DRAFTS = 3
MET, PARTLY = 0.6, 0.3  # share of a requirement's words, by rarity, that one place in the CV contains

SECTION = re.compile(r"^\W{0,4}(?:my )?(cv|curriculum vitae|r[ée]sum[ée]|job(?: ad(?:vertisement|vert)?| description)?|advertisement|vacancy)\W{0,4}$", re.I)
ASKS = re.compile(r"\b(?:experience|knowledge|degree|years?|skills?|fluent|ability|able|familiar|proficien\w*|understanding|certificat\w*|must|required)\b", re.I)
OPTIONAL = re.compile(r"\b(?:nice to have|a plus|ideally|preferred|bonus|desirable|optional)\b", re.I)
YEARS = re.compile(r"\b(\d{1,2})\+? (?:or more )?years?\b", re.I)
SPAN = re.compile(r"\b((?:19|20)\d{2})\s?(?:-|–|to|until)\s?((?:19|20)\d{2}|today|now|present)\b", re.I)
TERM = re.compile(r"[A-Za-z][\w+#.]*[\w+#]|\d+")
COMMON = frozenset(
    "a about ability able an and any are as at be by can degree e.g ability etc experience familiar for from good have in including into is it "
    "knowledge least like must nice of on one or our plus preferred proficient required skill skills solid strong such that the their to understanding "
    "up using very we well will with work working would year years you your ideally bonus desirable fluent more plus to-date".split()
)

Place = tuple[str, frozenset[str]]  # a statement of the CV, and its terms


@dataclass(frozen=True)
class Match:
    requirement: str
    optional: bool
    verdict: str  # "met", "partly" or "missing"
    evidence: str
    missing: tuple[str, ...]


def stem(word: str) -> str:
    word = word.lower().rstrip(".")
    word = re.sub(r"(?<=ys)(?:is|es|ts?)$", "", word)  # analysis, analyses, analyst
    for ending in ("ations", "ation", "ements", "ement", "ings", "ing", "ers", "er", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word


def terms(text: str) -> list[str]:
    return [stem(word) for word in TERM.findall(text) if word.lower().rstrip(".") not in COMMON and len(word) > 1]


def sections(text: str) -> tuple[str, str]:
    """Returns the CV and the advertisement, each below a line that names it."""
    parts, current = {"cv": [], "job": []}, ""
    for line in text[:MAX_CHARACTERS].split("\n"):
        if named := SECTION.match(line.strip()):
            current = "job" if named[1].lower().startswith(("job", "adv", "vac")) else "cv"
        elif current:
            parts[current].append(line)
    return "\n".join(parts["cv"]).strip(), "\n".join(parts["job"]).strip()


def statements(text: str) -> list[str]:
    lines = [" ".join(line.split()).lstrip("-*•# ") for line in text.split("\n")]
    return [part.strip() for line in lines for part in re.split(r"(?<=[.;!])\s+", line) if len(part.strip()) > 3]


def requirements(job: str) -> list[str]:
    """Returns the bullets of the advertisement, or the sentences that require something."""
    bullets = [" ".join(m[1].split()) for m in re.finditer(r"^[ \t]{0,8}[-*•][ \t]{0,4}(.{4,})$", job, re.M)]
    asked = bullets or [x for x in statements(job) if ASKS.search(x)]
    return [x[:MAX_REQUIREMENT] for x in asked[:MAX_REQUIREMENTS]]


def years_worked(cv: str, this_year: int) -> int:
    """Returns the number of years that the CV's periods cover. Overlapping years count once."""
    worked: set[int] = set()
    for start, end in SPAN.findall(cv):
        worked |= set(range(int(start), min(this_year, int(end) if end.isdigit() else this_year)))
    return len(worked)


def held_by(wanted: str, places: list[Place], rarity: dict[str, float]) -> tuple[float, str]:
    """Returns how much of a requirement the best place of the CV covers, 0 to 1, and that place."""
    weight = {term: rarity.get(term, max(rarity.values(), default=1.0)) for term in terms(wanted)}
    whole = sum(weight.values()) or 1.0
    found = [(sum(weight[t] for t in sorted(weight.keys() & held)) / whole, place) for place, held in places]
    return max(found, key=lambda x: x[0], default=(0.0, ""))


def match(requirement: str, places: list[Place], rarity: dict[str, float], worked: int) -> Match:
    choices = re.split(r"\s+or\s+(?!more\b)", YEARS.sub("", requirement))[:MAX_CHOICES]
    best = max((choice for choice in choices if terms(choice)), key=lambda x: held_by(x, places, rarity)[0], default="")
    share, place = held_by(best, places, rarity)
    verdict = "met" if share >= MET else "partly" if share >= PARTLY else "missing"
    words = [word for word in TERM.findall(best) if terms(word)]
    missing = tuple(dict.fromkeys(word for word in words if terms(word)[0] not in rarity))
    asked = YEARS.search(requirement)
    if asked and worked < int(asked[1]):
        verdict = "missing" if verdict == "missing" else "partly"
        missing = (*missing, f"{asked[1]} years (the CV's dates add up to {worked})")
    return Match(requirement, bool(OPTIONAL.search(requirement)), verdict, place if share >= PARTLY else "", missing)


def compare(cv: str, job: str, this_year: int) -> list[Match]:
    places = [(place, frozenset(terms(place))) for place in statements(cv)]
    counts = Counter(term for _, held in places for term in held)
    rarity = {term: log(1 + len(places) / count) for term, count in counts.items()}
    worked = years_worked(cv, this_year)
    return [match(requirement, places, rarity, worked) for requirement in requirements(job)]


def score(matches: list[Match]) -> int:
    """Returns the score out of 100. Nice-to-have requirements count half."""
    worth = {"met": 1.0, "partly": 0.5, "missing": 0.0}
    weights = [0.5 if m.optional else 1.0 for m in matches]
    return round(100 * sum(worth[m.verdict] * w for m, w in zip(matches, weights, strict=True)) / (sum(weights) or 1))


def unsupported(draft: str, cv: str) -> list[str]:
    """Returns figures and names of a draft that are not in the CV, which would make the profile false."""
    held = cv.lower()
    figures = re.findall(r"\d+(?:[.,]\d+)?", draft)
    names = re.findall(r"(?<![.!?:•*-] )(?<!^)(?<!\n)\b[A-Z][\w+#&-]+", draft)
    said = dict.fromkeys([*figures, *names])
    return [word for word in said if not re.search(rf"(?<!\w){re.escape(word.lower())}(?!\w)", held) and word not in ("I", "CV")]


class Matcher(BaseChatAgent):
    """Finds the line of the CV that supports each requirement, and sends the writer those that exist."""

    def __init__(self, this_year: int) -> None:
        super().__init__("matcher", "Compares the CV with the advertisement.")
        self.cv, self.matches, self._this_year = "", list[Match](), this_year

    @property
    def produced_message_types(self) -> Sequence[type[BaseChatMessage]]:
        return (TextMessage,)

    async def on_messages(self, messages: Sequence[BaseChatMessage], cancellation_token: CancellationToken) -> Response:
        if not self.cv:
            self.cv, job = sections("\n".join(message.to_text() for message in messages))
            self.matches = compare(self.cv, job, self._this_year)
        evidence = list(dict.fromkeys(m.evidence for m in self.matches if m.evidence))
        told = "\n".join(x if x.endswith(".") else f"{x}." for x in evidence) or "The CV contains nothing that was asked for."
        return Response(chat_message=TextMessage(content=told, source=self.name))

    async def on_reset(self, cancellation_token: CancellationToken) -> None:
        self.cv, self.matches = "", []


def cell(text: str) -> str:
    return text.replace("|", "\\|")


def report(matcher: Matcher, draft: str) -> str:
    matches = matcher.matches
    if not matcher.cv or not matches:
        return (
            "## A CV and an advertisement, please\n\nPaste your CV under a line `CV:` and the advertisement under a line "
            "`Job:`, its requirements as a list."
        )
    met = sum(m.verdict == "met" for m in matches)
    parts = [f"## {score(matches)} of 100: {met} of {len(matches)} requirements met"]
    rows = "\n".join(
        f"| {cell(m.requirement)}{' *(optional)*' if m.optional else ''} | {m.verdict} | {cell(m.evidence) or 'nothing found'} |"
        for m in matches
    )
    parts.append(f"## Requirement by requirement\n\n| Asked for | Your CV | Where it says so |\n| --- | --- | --- |\n{rows}")
    if draft:
        parts.append(f"## Profile for this application\n\n{draft}\n\n*Every figure and name in it is in your CV.*")
    gaps = [m for m in matches if m.verdict != "met"]
    lines = [f"- **{m.requirement}**" + (f": not in the CV: {', '.join(m.missing)}" if m.missing else "") for m in gaps]
    if lines:
        parts.append("## What to add, if it is true\n\n" + "\n".join(lines))
    parts.append("*Matched by wording: an ability that the CV names differently is missed. It judges a text, not a person.*")
    return "\n\n".join(parts)


class Checker(BaseChatAgent):
    """Sends a draft back if it claims something that the CV does not say.

    Ends the session with the report once a draft passes or the maximum number of drafts is reached.
    """

    def __init__(self, matcher: Matcher) -> None:
        super().__init__("checker", "Checks that the profile says nothing that the CV does not say.")
        self._matcher, self._drafts = matcher, 0

    @property
    def produced_message_types(self) -> Sequence[type[BaseChatMessage]]:
        return (TextMessage, StopMessage)

    async def on_messages(self, messages: Sequence[BaseChatMessage], cancellation_token: CancellationToken) -> Response:
        draft = next((x.to_text().strip() for x in reversed(messages) if x.source == "writer"), "")
        self._drafts += 1
        wrong = unsupported(draft, self._matcher.cv)
        if wrong and self._drafts < MAX_DRAFTS:
            words = f"The CV does not say: {', '.join(wrong[:20])}. Write the profile again without that."
            return Response(chat_message=TextMessage(content=words, source=self.name))
        # Without evidence, there is no basis for a profile.
        usable = not wrong and any(m.evidence for m in self._matcher.matches)
        return Response(chat_message=StopMessage(content=report(self._matcher, draft if usable else ""), source=self.name))

    async def on_reset(self, cancellation_token: CancellationToken) -> None:
        self._drafts = 0


# "default" is the operator's default model. AutoGen does not know it, so this states what it supports.
model_client = OpenAIChatCompletionClient(
    model="default",
    model_info=ModelInfo(
        vision=False, function_calling=True, json_output=True, structured_output=True, family="unknown"
    ),
)

matcher = Matcher(date.today().year)
writer = AssistantAgent(
    "writer",
    model_client=model_client,
    system_message="Summarize the applicant's evidence in three sentences, as the profile that opens an application. "
    "Use what the matcher quotes and nothing else. Never add a figure, an employer or a skill.",
)
team = RoundRobinGroupChat(
    [matcher, writer, Checker(matcher)], termination_condition=StopMessageTermination(), max_turns=3 * MAX_DRAFTS
)

if __name__ == "__main__":
    import asyncio

    from autogen_agentchat.ui import Console

    asyncio.run(
        Console(
            team.run_stream(
                task="CV:\n"
                "Mira Novak, data analyst in Graz\n"
                "2019 - 2024 Data analyst at Alpenstrom: built dashboards in Power BI for 40 colleagues.\n"
                "Wrote SQL and Python to clean meter data of 300,000 households.\n"
                "2017 - 2019 Junior controller at Huber KG: monthly reports in Excel.\n"
                "Bachelor of Statistics, University of Graz, 2017\n"
                "German native, English fluent\n\n"
                "Job:\n"
                "- At least 5 years of experience in data analysis\n"
                "- Strong SQL and Python\n"
                "- Dashboards in Power BI or Tableau\n"
                "- Degree in statistics or computer science\n"
                "- Experience with dbt and Snowflake is a plus\n"
                "- Fluent English"
            )
        )
    )
