"""Expense Auditor: checks an expense claim against your travel policy and writes what to ask the claimant.

An AutoGen team of three. The ledger reads the claim and applies the rules of the policy in code. The auditor, an
assistant with tools for the same figures, writes the remark for the manager. The editor assembles the report, and
omits a remark with a figure that is not in the claim.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from autogen_agentchat.agents import AssistantAgent, BaseChatAgent
from autogen_agentchat.base import Response
from autogen_agentchat.conditions import SourceMatchTermination
from autogen_agentchat.messages import BaseChatMessage, TextMessage
from autogen_agentchat.teams import RoundRobinGroupChat
from autogen_core import CancellationToken
from autogen_core.models import ModelInfo
from autogen_ext.models.openai import OpenAIChatCompletionClient

MAX_CHARACTERS = 60_000  # about 800 lines of expenses
MAX_ENTRIES = 500
MAX_RULES = 20  # per kind of rule; a policy that people can remember has fewer
MAX_SENT = 12  # findings that the auditor gets, the most expensive first: a remark covers no more
DUPLICATE_DAYS = 4  # the same receipt is handed in again within days, not months

AMOUNT = re.compile(r"[$€£]?\s?(-?\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|-?\d{1,7}(?:\.\d{1,2})?)(?:\s?(?:USD|EUR|GBP|CHF|€|£))?$")
DAY = re.compile(r"^(\d{4})-(\d{2})-(\d{2})$|^(\d{1,2})\.(\d{1,2})\.(\d{4})$")
LIMIT = re.compile(
    r"\b([A-Za-z]{3,20})\s?(?::|are|is)?\s?(?:max(?:imum)?|at most|up to|limit(?:ed to)?|not above)?\s?[$€£]?(\d{1,6}(?:\.\d{1,2})?)"
    r"\s?(?:USD|EUR|GBP|CHF|€|£)?\s?(?:a|per|/|each)\s?(day|night|trip|item|claim)\b",
    re.I,
)
RECEIPT = re.compile(r"\breceipts?\b[^.;\n\d]{0,40}[$€£]?(\d{1,6}(?:\.\d{1,2})?)", re.I)
FORBIDDEN = re.compile(r"\b(?:no|never|not allowed:|excluded:)\s([a-z]{3,20}(?:(?:,| or| and) [a-z]{3,20}){0,8})", re.I)
KINDS = {
    "meals": "meal|lunch|dinner|breakfast|restaurant|food|catering",
    "hotel": "hotel|lodging|accommodation|room|night",
    "taxi": "taxi|uber|cab|lyft|ride",
    "travel": "flight|train|rail|bus|fuel|parking|mileage|toll|airfare",
}
WORDS_OF = {kind: re.compile(rf"\b(?:{kind}|{words})s?\b", re.I) for kind, words in KINDS.items()}


@dataclass(frozen=True)
class Entry:
    line: int
    day: date | None
    kind: str
    text: str
    amount: Decimal
    receipt: bool | None


@dataclass(frozen=True)
class Finding:
    lines: tuple[int, ...]
    rule: str
    words: str
    questioned: Decimal


@dataclass
class Claim:
    entries: list[Entry] = field(default_factory=list)
    unread: list[int] = field(default_factory=list)
    limits: dict[str, tuple[Decimal, str]] = field(default_factory=dict)
    receipts_above: Decimal | None = None
    forbidden: list[str] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    def total(self, kind: str = "") -> Decimal:
        return sum((e.amount for e in self.entries if kind in ("", e.kind)), Decimal(0))

    def questioned(self) -> Decimal:
        """Counts each line once, with the highest amount that any rule questions. A finding about several lines adds
        only the amount above that.
        """
        most: dict[int, Decimal] = defaultdict(Decimal)
        for finding in (x for x in self.findings if len(x.lines) == 1):
            most[finding.lines[0]] = max(most[finding.lines[0]], finding.questioned)
        sums = [x for x in self.findings if len(x.lines) > 1]
        beyond = [max(Decimal(0), x.questioned - sum(most[line] for line in x.lines)) for x in sums]
        return sum(most.values(), Decimal(0)) + sum(beyond, Decimal(0))


def kind_of(*texts: str) -> str:
    """Returns one of the usual kinds, else the category at the beginning of the line."""
    named = (kind for text in texts for kind, words in WORDS_OF.items() if words.search(text))
    own = texts[0].lower()[:20] if len(texts) > 1 or len(texts[0].split()) == 1 else "other"
    return next(named, own)


def day_in(cell: str) -> date | None:
    match = DAY.match(cell)
    if match is None:
        return None
    year, month, day = (match[1], match[2], match[3]) if match[1] else (match[6], match[5], match[4])
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None


def receipt_in(cells: list[str]) -> bool | None:
    words = " ".join(cells).lower()
    if re.search(r"\bno receipt\b|\breceipt (?:lost|missing)\b|(?:^| )(?:no|n)$", words):
        return False
    return True if re.search(r"\breceipt\b|(?:^| )(?:yes|y)$", words) else None


def read_entry(number: int, raw: str) -> Entry | None:
    """Reads one line of the claim: day, amount and purpose, in any order, separated by a comma, ;, | or a tab."""
    separator = next((sign for sign in "\t;|" if sign in raw), ",")
    cells = [cell.strip() for cell in raw.strip("| ").split(separator)]
    days = [cell for cell in cells if day_in(cell)]
    amounts = [cell for cell in cells if AMOUNT.fullmatch(cell)]
    if len(cells) < 3 or not amounts:
        return None
    amount = AMOUNT.fullmatch(amounts[-1])
    texts = [cell for cell in cells if cell and cell not in days and cell not in amounts]
    words = [x for x in texts if not re.fullmatch(r"(?:no receipt|receipt|yes|no|y|n)", x, re.I)]
    if amount is None or not words:
        return None
    value = Decimal(amount[1].replace(",", ""))
    return Entry(number, day_in(days[0]) if days else None, kind_of(*words), " ".join(words)[:200], value, receipt_in(texts))


def read_claim(text: str) -> Claim:
    claim, rules = Claim(), []
    for number, raw in enumerate(text[:MAX_CHARACTERS].split("\n"), 1):
        entry = read_entry(number, raw) if len(claim.entries) < MAX_ENTRIES and raw.strip() else None
        if entry:
            claim.entries.append(entry)
        elif re.search(r"\d{4}-\d{2}-\d{2}|\d\.\d{1,2}\.\d{4}", raw) and raw.count(",") + raw.count(";") > 1:
            claim.unread.append(number)
        else:
            rules.append(raw[:1_000])
    policy = "\n".join(rules)
    for kind, amount, per in LIMIT.findall(policy)[:MAX_RULES]:
        claim.limits[kind_of(kind)] = (Decimal(amount), per.lower())
    receipts = RECEIPT.search(policy)
    claim.receipts_above = Decimal(receipts[1]) if receipts else None
    for listed in FORBIDDEN.findall(policy)[:MAX_RULES]:
        claim.forbidden += [word for word in re.split(r", | or | and ", listed.lower()) if word not in ("receipt", "receipts")]
    return claim


def over_limits(claim: Claim) -> list[Finding]:
    found = []
    for kind, (limit, per) in claim.limits.items():
        groups: dict[object, list[Entry]] = defaultdict(list)
        for entry in claim.entries:
            if entry.kind == kind:
                groups[entry.day if per in ("day", "night") else "all" if per == "claim" else entry.line].append(entry)
        for group in groups.values():
            spent = sum((entry.amount for entry in group), Decimal(0))
            if spent > limit:
                when = f" on {group[0].day}" if per in ("day", "night") and group[0].day else ""
                words = f"{kind}{when} cost {spent:.2f}, the policy allows {limit:.2f} a {per}, {spent - limit:.2f} too much"
                found.append(Finding(tuple(e.line for e in group), "Over the limit", words, spent - limit))
    return found


def by_line(claim: Claim) -> list[Finding]:
    found = []
    for entry in claim.entries:
        named = f"{entry.text} for {entry.amount:.2f}"
        if claim.receipts_above is not None and entry.amount > claim.receipts_above and entry.receipt is False:
            found.append(Finding((entry.line,), "No receipt", f"{named} has no receipt", entry.amount))
        banned = next((w for w in claim.forbidden if re.search(rf"\b{re.escape(w)}", entry.text, re.I)), None)
        if banned:
            found.append(Finding((entry.line,), "Excluded", f"{named} is excluded by the policy: {banned}", entry.amount))
        if entry.day is not None and entry.day.weekday() > 4:
            found.append(Finding((entry.line,), "Weekend", f"{named} fell on a {entry.day:%A}", Decimal(0)))
        if entry.amount >= 50 and entry.amount % 50 == 0 and entry.receipt is not True:
            found.append(Finding((entry.line,), "Round sum", f"{named} is a round sum without a receipt seen", Decimal(0)))
    return found


def duplicates(claim: Claim) -> list[Finding]:
    found, seen = [], defaultdict(list)
    for entry in claim.entries:
        for other in seen[entry.amount][-20:]:
            near = entry.day is None or other.day is None or abs((entry.day - other.day).days) <= DUPLICATE_DAYS
            if near and entry.kind == other.kind and entry.amount > 0:
                words = f"{entry.text} for {entry.amount:.2f} looks like line {other.line} again"
                found.append(Finding((entry.line,), "Possible duplicate", words, entry.amount))
                break
        seen[entry.amount].append(entry)
    return found


class Ledger(BaseChatAgent):
    """Reads the claim, applies the policy and sends the findings to the others, one sentence each."""

    def __init__(self) -> None:
        super().__init__("ledger", "Reads the claim and applies the rules of the policy.")
        self.claim = Claim()

    @property
    def produced_message_types(self) -> Sequence[type[BaseChatMessage]]:
        return (TextMessage,)

    async def on_messages(self, messages: Sequence[BaseChatMessage], cancellation_token: CancellationToken) -> Response:
        claim = self.claim = read_claim("\n".join(message.to_text() for message in messages))
        found = over_limits(claim) + by_line(claim) + duplicates(claim)
        claim.findings = sorted(found, key=lambda x: (-x.questioned, x.lines))
        told = [f"{'Lines' if len(x.lines) > 1 else 'Line'} {lines_of(x)}: {x.words}." for x in claim.findings[:MAX_SENT]] or ["The rules find nothing to question."]
        total = f"The claim has {len(claim.entries)} entries and comes to {claim.total():.2f}."
        return Response(chat_message=TextMessage(content="\n".join([total, *told]), source=self.name))

    async def on_reset(self, cancellation_token: CancellationToken) -> None:
        self.claim = Claim()

    def total_of(self, kind: str) -> str:
        """Returns the sum that was claimed for meals, hotel, taxi, travel or another kind of expense."""
        return f"{self.claim.total(kind_of(kind)):.2f}"

    def entries_of(self, kind: str) -> str:
        """Returns the entries of a kind of expense: line, day, amount and what it was for."""
        chosen = [e for e in self.claim.entries if e.kind == kind_of(kind)][:40]
        return "\n".join(f"line {e.line}: {e.day or 'no day'} {e.amount:.2f} {e.text}" for e in chosen) or "none"


def lines_of(finding: Finding) -> str:
    return ", ".join(map(str, finding.lines))


def cell(text: str) -> str:
    return text.replace("|", "\\|")


def report(claim: Claim, remark: str) -> str:
    if not claim.entries:
        return (
            "## No expenses found\n\nPaste one expense per line: day, what it was for, amount, and `no receipt` where "
            "there is none, separated by commas. Below it your rules, such as *Meals 60 per day. Receipts above 25.*"
        )
    parts = [f"## {claim.questioned():.2f} of {claim.total():.2f} should be questioned"]
    parts += [f"## The auditor's remark\n\n{remark}"] if remark else []
    rows = "\n".join(f"| {lines_of(x)} | {x.rule} | {cell(x.words)} | {x.questioned:.2f} |" for x in claim.findings)
    table = f"| Line | Rule | Finding | Questioned |\n| --- | --- | --- | --- |\n{rows}"
    parts.append("## Findings\n\n" + (table if rows else "Nothing to question."))
    kinds = sorted({e.kind for e in claim.entries}, key=lambda kind: -claim.total(kind))
    sums = "\n".join(f"| {cell(k)} | {sum(e.kind == k for e in claim.entries)} | {claim.total(k):.2f} |" for k in kinds)
    parts.append(f"## Sums\n\n| Kind | Entries | Sum |\n| --- | --- | --- |\n{sums}")
    rules = [f"{kind} {limit:.2f} a {per}" for kind, (limit, per) in claim.limits.items()]
    rules += [f"receipts above {claim.receipts_above:.2f}"] if claim.receipts_above is not None else []
    rules += [f"no {word}" for word in claim.forbidden]
    parts.append(f"**Rules that were read:** {'; '.join(rules) or 'none; only duplicates, weekends and round sums were looked for'}.")
    if claim.unread:
        parts.append(f"**Lines that could not be read:** {', '.join(map(str, claim.unread[:40]))}.")
    return "\n\n".join(parts)


class Editor(BaseChatAgent):
    """Writes the report. Omits a remark with a figure that was neither claimed nor computed."""

    def __init__(self, ledger: Ledger) -> None:
        super().__init__("editor", "Writes the report.")
        self._ledger = ledger

    @property
    def produced_message_types(self) -> Sequence[type[BaseChatMessage]]:
        return (TextMessage,)

    async def on_messages(self, messages: Sequence[BaseChatMessage], cancellation_token: CancellationToken) -> Response:
        claim = self._ledger.claim
        remark = next((x.to_text().strip() for x in reversed(messages) if x.source == "auditor"), "")
        known = {claim.total(), claim.questioned(), Decimal(len(claim.entries)), Decimal(len(claim.findings))}
        known |= {Decimal(number) for x in claim.findings for number in re.findall(r"\d+(?:\.\d+)?", x.words)}
        known |= {e.amount for e in claim.entries} | {claim.total(e.kind) for e in claim.entries}
        known |= {Decimal(e.line) for e in claim.entries}
        said = {Decimal(n.replace(",", "")) for n in re.findall(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?", remark)}
        return Response(chat_message=TextMessage(content=report(claim, remark if said <= known else ""), source=self.name))

    async def on_reset(self, cancellation_token: CancellationToken) -> None:
        """Does nothing, because the agent has no state."""


# "default" is the operator's default model. AutoGen does not know it, so this states what it supports.
model_client = OpenAIChatCompletionClient(
    model="default",
    model_info=ModelInfo(
        vision=False, function_calling=True, json_output=True, structured_output=True, family="unknown"
    ),
)

ledger = Ledger()
auditor = AssistantAgent(
    "auditor",
    model_client=model_client,
    tools=[ledger.total_of, ledger.entries_of],
    system_message="Summarize the findings in at most three bullet points for the manager who has to approve the claim. "
    "Use your tools for sums. Never write a figure that you were not given.",
    reflect_on_tool_use=True,
)
team = RoundRobinGroupChat(
    [ledger, auditor, Editor(ledger)], termination_condition=SourceMatchTermination(["editor"])
)

if __name__ == "__main__":
    import asyncio

    from autogen_agentchat.ui import Console

    asyncio.run(
        Console(
            team.run_stream(
                task="2026-03-02, Hotel Adler one night, 214.00, receipt\n"
                "2026-03-02, Dinner with the client, 92.50, receipt\n"
                "2026-03-03, Taxi to the airport, 48.00, no receipt\n"
                "2026-03-04, Taxi to the airport, 48.00, no receipt\n"
                "2026-03-03, Minibar wine, 19.00, receipt\n"
                "2026-03-07, Fuel, 100, no receipt\n"
                "2026-03-03, Train ticket, 67.80, receipt\n\n"
                "Policy: Meals 60 per day. Hotel 180 per night. Taxi 60 per trip. Receipts needed above 25. No wine or minibar."
            )
        )
    )
