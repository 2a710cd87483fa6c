"""Contract Reviewer: finds the clauses of a contract that a careful reader would question.

Rules find wording that is known to cost one party money or freedom, quote it with its clause number, and say what
to request. It also lists the usual provisions that are missing. This is not legal advice.
"""

import re
from dataclasses import dataclass
from typing import Literal

import stoa

MAX_CHARACTERS = 200_000  # about 130 pages
MAX_CLAUSE = 4_000  # a longer clause is searched in chunks of this size, so that each search is short
MAX_FINDINGS = 40  # nobody can work through more in one sitting
WEIGHTS = {"high": 5, "medium": 2, "low": 1}


@dataclass(frozen=True)
class Rule:
    """A wording with a risk. `unless` lists words in the same clause that remove the risk."""

    name: str
    severity: Literal["high", "medium", "low"]
    pattern: str
    why: str
    ask: str
    unless: str = r"(?!)"


# Gaps between words are bounded ({0,n}), so that a hostile text cannot make a search quadratic.
RULES = [
    Rule(
        "Automatic renewal",
        "high",
        r"automatically renew|renews? automatically|renewed? for (?:successive|additional|further)|auto-renew",
        "The contract goes on unless you remember to stop it.",
        "Ask for renewal only by written agreement, or a reminder 30 days before.",
    ),
    Rule(
        "Unlimited liability",
        "high",
        r"unlimited liability|liab\w{1,6} (?:is|shall be|without) (?:not be limited|unlimited|limit)|without (?:any )?limit(?:ation)? (?:of|on|to) liability",
        "One claim can be larger than everything the contract earns.",
        "Ask for a cap, for example the fees of 12 months.",
    ),
    Rule(
        "One-sided indemnity",
        "high",
        r"(?:shall|will|agrees? to|must) (?:fully )?(?:defend,? )?(?:indemnify|hold harmless)",
        "You pay the other side's losses and lawyers, whatever they are.",
        "Ask for a mutual indemnity, limited to third-party claims you caused.",
        r"\b(?:each|either) party|mutual",
    ),
    Rule(
        "Liability excluded for the other side",
        "high",
        r"(?:shall not|will not|not) be (?:held )?liable for any|no liability (?:whatsoever|of any kind)|in no event shall",
        "If they fail, you may have no claim at all.",
        "Ask that the exclusion be mutual and never cover gross negligence or breach of confidence.",
        r"\b(?:neither|either|each) party",
    ),
    Rule(
        "Change at will",
        "high",
        r"(?:may|right to|entitled to) (?:\w{1,12} ){0,4}(?:modify|change|amend|increase|adjust|vary)\b.{0,80}(?:at any time|sole discretion|without (?:prior )?notice)"
        r"|(?:at any time|sole discretion|without (?:prior )?notice).{0,80}(?:modify|change|amend|increase|adjust|vary)\b",
        "Price or terms can change after you have signed.",
        "Ask for 30 days' notice and a right to leave without cost.",
    ),
    Rule(
        "Termination without cause by one side",
        "high",
        r"may terminate.{0,80}(?:at any time|for any reason|for convenience|without cause|immediately)",
        "The work can end from one day to the next.",
        "Ask for the same right and notice for both, and payment for work done.",
        r"\b(?:either|each) party",
    ),
    Rule(
        "Work and ideas are assigned",
        "high",
        r"assigns?(?: and transfers?)? (?:to (?:the )?\w{1,20} )?all (?:right|intellectual|rights)|work (?:made )?for hire|all intellectual property.{0,60}(?:belongs?|vests?|property of)",
        "You may lose rights to your own tools and earlier work.",
        "Ask to keep existing material and to transfer rights only on full payment.",
    ),
    Rule(
        "Non-compete",
        "high",
        r"non-?compet|(?:shall|will|may|agrees? to) not.{0,60}compet(?:e|ing|itor)|not (?:to )?work (?:for|with) (?:any )?(?:competitor|other client)",
        "You may be unable to take other work in your field.",
        "Ask to delete it, or limit it to named clients, six months and one region.",
    ),
    Rule(
        "Penalty for breach",
        "high",
        r"liquidated damages|contractual penalty|penalty of|pay a penalty",
        "A fixed sum is due even if no harm was done.",
        "Ask for proof of loss, or a cap on the sum.",
    ),
    Rule(
        "Personal guarantee",
        "high",
        r"personal(?:ly)? guarant|joint(?:ly)? and several",
        "Private property or other people's debts come into play.",
        "Ask to limit it to the company.",
    ),
    Rule(
        "Sole discretion",
        "medium",
        r"(?:sole|absolute) discretion",
        "One side decides alone whether you have performed.",
        "Ask for objective criteria or 'reasonable'.",
    ),
    Rule(
        "Exclusivity",
        "medium",
        r"\bexclusiv(?:e|ely|ity)\b",
        "You may be bound to one partner.",
        "Ask what you receive for it and when it ends.",
        r"exclusive jurisdiction|non-exclusive|mutually exclusive",
    ),
    Rule(
        "Non-solicitation",
        "medium",
        r"non-?solicit|not.{0,40}solicit",
        "You may not hire or approach people and clients.",
        "Ask for a limit of 12 months and direct approaches only.",
    ),
    Rule(
        "Assignment without consent",
        "medium",
        r"may assign.{0,60}(?:without|any)|assign.{0,60}without.{0,30}consent",
        "You may wake up with another contract partner.",
        "Ask that assignment need consent on both sides.",
        r"shall not assign|may not assign|neither party",
    ),
    Rule(
        "No refund",
        "medium",
        r"non-?refundable|no refunds?\b|not be refunded",
        "Money paid is gone even if the service ends early.",
        "Ask for a pro rata refund.",
    ),
    Rule(
        "No warranty",
        "medium",
        r"\bas is\b|as available|without (?:any )?warrant|disclaims? all warrant",
        "Nobody promises that it works.",
        "Ask for a warranty that it meets its description.",
    ),
    Rule(
        "Arbitration or waived trial",
        "medium",
        r"binding arbitration|waives?.{0,40}(?:jury|class action|right to sue)",
        "You give up the ordinary courts.",
        "Ask for the courts at your seat, or a choice.",
    ),
    Rule(
        "Data use",
        "medium",
        r"(?:use|share|sell|disclose).{0,40}(?:your|customer|client|personal) data.{0,60}(?:purpose|third part|affiliate|marketing|train)",
        "Your data may be used beyond the service.",
        "Ask to limit use to the service, and for a data processing agreement.",
    ),
    Rule(
        "Perpetual duty",
        "medium",
        r"\bperpetual|in perpetuity|indefinitely|surviv\w{1,4} (?:the )?termination",
        "The duty has no end.",
        "Ask for an end, for example three years.",
    ),
    Rule(
        "Interest on late payment",
        "low",
        r"interest (?:at|of).{0,40}(?:per month|monthly|per annum|%)|late (?:fee|charge)",
        "Delay costs extra.",
        "Check the rate against the legal one.",
    ),
    Rule(
        "Entire agreement",
        "low",
        r"entire agreement|supersedes? (?:all|any) (?:prior|previous)",
        "Promises made in talks and e-mails no longer count.",
        "Have every promise written into the contract.",
    ),
]
COMPILED = [(rule, re.compile(rule.pattern, re.I), re.compile(rule.unless, re.I)) for rule in RULES]
PAYMENT_DAYS = re.compile(
    r"(?:within|net|payable in)\s(?:\w{1,12}\s)?\(?(\d{1,3})\)?\s(?:calendar |business |working )?days", re.I
)
NOTICE = re.compile(r"(?:(\d{1,3})\)?|\b(thirty|sixty|ninety))\s(?:calendar |business |working )?days.{0,20}notice", re.I)
EXPECTED = {
    "Term and termination": r"terminat|notice period",
    "Payment terms": r"\bpay(?:ment|able)\b|\bfees?\b|invoice",
    "Limit of liability": r"liabilit|liable",
    "Confidentiality": r"confidential",
    "Intellectual property": r"intellectual property|copyright|work product|ownership",
    "Governing law": r"governing law|governed by|laws of",
    "Dispute resolution": r"dispute|arbitrat|mediation|jurisdiction|courts? of",
    "Data protection": r"data protection|personal data|gdpr|privacy",
    "Force majeure": r"force majeure|beyond (?:its|their|the) (?:reasonable )?control",
    "Changes in writing": r"in writing|written (?:amendment|consent|agreement)",
}
DUTY = re.compile(
    r"\b(?:The |the )?([A-Z][A-Za-z]{2,24}(?: [A-Z][A-Za-z]{2,24}){0,2}) (?:shall|must|agrees? to|undertakes? to|is obliged to)\b"
)
CLAUSE_HEAD = re.compile(
    r"^\s{0,8}(?:(?:clause|section|article)\s)?(\d{1,2}(?:\.\d{1,2}){0,3}|§\s?\d{1,3})[.):]?\s{1,8}(\S.{0,4000})$", re.I
)
NOT_A_PARTY = ("this", "such", "each party", "either party", "neither party", "both parties", "any", "it", "they", "nothing")


@dataclass(frozen=True)
class Clause:
    number: str
    text: str


@dataclass(frozen=True)
class Finding:
    rule: Rule
    clause: Clause
    quote: str


def split_clauses(text: str) -> list[Clause]:
    """Splits at printed clause numbers, or at blank lines if the contract has no numbers."""
    clauses: list[Clause] = []
    paragraph = 0
    for block in re.split(r"\n[ \t]{0,40}\n", text):
        paragraph += bool(block.strip())
        open_clause: list[str] = []
        number = f"paragraph {paragraph}"
        for line in block.split("\n"):
            head = CLAUSE_HEAD.match(line) if len(line) < 5_000 else None
            if head:
                if open_clause:
                    clauses.append(Clause(number, " ".join(" ".join(open_clause).split())))
                number, open_clause = f"clause {head[1]}", [head[2]]
            elif line.strip():
                open_clause.append(line)
        if open_clause:
            clauses.append(Clause(number, " ".join(" ".join(open_clause).split())))
    return [Clause(c.number, c.text[i : i + MAX_CLAUSE]) for c in clauses for i in range(0, len(c.text), MAX_CLAUSE)]


def sentence_around(text: str, start: int, end: int) -> str:
    """Returns the sentence around a match, word for word, at most 320 characters of it."""
    left = max(text.rfind(mark, 0, start) for mark in (". ", "; ")) + 2 if ". " in text[:start] or "; " in text[:start] else 0
    right = text.find(". ", end)
    sentence = text[left : right + 1 if right >= 0 else len(text)].strip()
    return sentence if len(sentence) <= 320 else sentence[:317] + "..."


def find_risks(clauses: list[Clause]) -> list[Finding]:
    """Returns every rule once per clause, the most severe first, then in the order of the contract."""
    findings: list[Finding] = []
    for clause in clauses:
        text = clause.text
        for rule, pattern, unless in COMPILED:
            match = pattern.search(text)
            if match and not unless.search(sentence_around(text, match.start(), match.end())):
                findings.append(Finding(rule, clause, sentence_around(text, match.start(), match.end())))
        payment = PAYMENT_DAYS.search(text)
        if payment and int(payment[1]) > 30 and re.search(r"\bpa(?:y|id|yment|yable)|invoice", text, re.I):
            rule = Rule(
                "Long payment term",
                "medium" if int(payment[1]) <= 60 else "high",
                "",
                f"You wait {payment[1]} days for your money.",
                "Ask for 30 days or less.",
            )
            findings.append(Finding(rule, clause, sentence_around(text, payment.start(), payment.end())))
    return sorted(findings, key=lambda f: -WEIGHTS[f.rule.severity])


def bears_on(finding: Finding, party: str) -> bool:
    """Returns whether the sentence obliges the reader: 'the Supplier shall ...' if the reader is the Supplier."""
    return bool(party) and bool(
        re.search(
            rf"\b{re.escape(party)}\b.{{0,60}}\b(?:shall|must|agrees?|will|may not|assigns?|is liable|waives?)\b",
            finding.quote,
            re.I,
        )
    )


def duties(clauses: list[Clause]) -> list[tuple[str, int]]:
    counts: dict[str, int] = {}
    for clause in clauses:
        for match in DUTY.finditer(clause.text):
            name = match[1].removeprefix("The ")
            if name.lower() not in NOT_A_PARTY and not name.lower().startswith("this "):
                counts[name] = counts.get(name, 0) + 1
    return sorted(counts.items(), key=lambda item: -item[1])[:6]


def key_terms(text: str) -> list[tuple[str, str]]:
    patterns = (
        (
            "Governing law",
            r"(?:governed by|laws of)(?: the laws of)? ((?:the )?[A-Z][A-Za-z]{1,20}(?:(?: and| of)? [A-Z][A-Za-z]{1,20}){0,3})",
        ),
        ("Term", r"(?:initial term|term) of ((?:\w{1,12} )?\(?\d{0,3}\)? ?(?:months?|years?))"),
        ("Amount", r"((?:USD|EUR|GBP|[$€£]) ?\d[\d,.]{0,14})"),
    )
    found = [(name, match[1].strip(" .,")) for name, pattern in patterns if (match := re.search(pattern, text))]
    notice = NOTICE.search(text)
    return [*found, ("Notice", " ".join(notice[0].split()))] if notice else found


def verdict(findings: list[Finding]) -> str:
    points = sum(WEIGHTS[f.rule.severity] for f in findings)
    highs = sum(f.rule.severity == "high" for f in findings)
    word = "Low risk" if points <= 4 and not highs else "Some risk" if points <= 12 else "High risk"
    return f"**{word}. Points to look at: {len(findings)}, grave: {highs}** ({points} risk points: 5 for grave, 2 for medium, 1 for low)."


def cell(text: str) -> str:
    return text.replace("|", "\\|")


def in_words(report: str, party: str) -> str:
    """Returns the language model's account of the most important findings, or the reason why there is none."""
    task = f"Tell {party or 'somebody who is about to sign'} in four sentences what to negotiate first, and why."
    try:
        return stoa.model("default").explain(report, task)
    except stoa.ModelError as error:
        return f"*Composed by rules alone: {error}.*"


@stoa.agent(
    name="Contract Reviewer",
    description="Finds risky clauses in a contract, quotes them, says why they matter and what to ask for, and lists what is missing.",
    features=["More than 20 kinds of risk", "Quotes with clause numbers", "What to ask for instead", "Missing clauses", "Duties counted by party"],
    use_cases=["Read a freelance contract before signing", "Prepare questions for a lawyer", "Compare a supplier's terms"],
    tags=["contract", "legal", "risk", "review"],
    models=["default"],
    examples=[
        {
            "message": "SERVICES AGREEMENT between Northwind Ltd (the Client) and Dana Reyes (the Contractor)\n\n"
            "1. Services. The Contractor shall deliver the website described in Annex A to the Client's satisfaction, at the Client's sole discretion.\n\n"
            "2. Fees. The Client shall pay EUR 18,000. Invoices are payable within 60 days of receipt.\n\n"
            "3. Term. This agreement has an initial term of 12 months and shall automatically renew for successive periods of 12 months unless notice is given.\n\n"
            "4. Termination. The Client may terminate this agreement at any time without cause.\n\n"
            "5. Intellectual property. The Contractor assigns to the Client all intellectual property, including material created before this agreement.\n\n"
            "6. Indemnity. The Contractor shall indemnify and hold harmless the Client against all losses, without limit of liability.\n\n"
            "7. Restrictions. The Contractor shall not work for any competitor of the Client for 24 months after the end of this agreement.\n\n"
            "8. Law. This agreement is governed by the laws of Ireland. It is the entire agreement of the parties.",
            "you_are": "Contractor",
        }
    ],
)
def run(message: str, you_are: str = "", show: Literal["all", "grave"] = "all") -> str:
    """Review the text of a contract.

    Args:
        message: The text of the contract, with its clause numbers and line breaks.
        you_are: Your name in the contract, for example Contractor. Risks that affect you are then marked.
        show: All findings, or only the grave ones.
    """
    text, party = message[:MAX_CHARACTERS], " ".join(you_are.split())[:60]
    clauses = split_clauses(text)
    if len(text.split()) < 20:
        return "## No contract found\n\nPaste the text of the contract, with its clause numbers. I look for risky wordings and for what is missing."
    findings = find_risks(clauses)
    shown = [f for f in findings if show == "all" or f.rule.severity == "high"][:MAX_FINDINGS]
    parts = ["## Verdict\n\n" + verdict(findings)]
    if shown:
        rows = [
            f"| {f.rule.severity} | {f.rule.name} | {f.clause.number} |" + (" yes |" if bears_on(f, party) else " |")
            for f in shown
        ]
        parts.append("| Severity | Risk | Where | Affects you | \n| --- | --- | --- | --- |\n" + "\n".join(rows))
    for finding in shown:
        parts.append(
            f"### {finding.rule.name} ({finding.clause.number})\n\n> {finding.quote}\n\n{finding.rule.why} **{finding.rule.ask}**"
        )
    missing = [name for name, pattern in EXPECTED.items() if not re.search(pattern, text, re.I)]
    parts.append(
        "## Not covered\n\n"
        + ("\n".join(f"- {name}" for name in missing) if missing else "The usual subjects are all mentioned.")
    )
    if terms := key_terms(text):
        parts.append(
            "## Key terms\n\n| Term | In the contract |\n| --- | --- |\n"
            + "\n".join(f"| {name} | {cell(value)} |" for name, value in terms)
        )
    if counted := duties(clauses):
        parts.append(
            "## Duties by party\n\n| Party | Sentences with a duty |\n| --- | --- |\n"
            + "\n".join(f"| {cell(name)} | {count} |" for name, count in counted)
        )
    parts.insert(1, in_words("\n\n".join(parts), party))
    note = "Found by wording, in English only; a risk worded unusually is missed. This is not legal advice."
    if len(message) > MAX_CHARACTERS:
        note += f" Only the first {MAX_CHARACTERS:,} characters were read."
    return "\n\n".join([*parts, f"*{note}*"])
