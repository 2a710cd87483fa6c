"""Document Processor: converts the text of an invoice, letter or form to fields, with a reason for each confidence.

Rules find candidates, and checks raise or lower the confidence: an IBAN must pass its check digits, line items
must multiply and add up, and an ambiguous date is marked.
"""

import json
import re
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

import stoa

MAX_CHARACTERS = 200_000  # about 130 pages
MAX_LINE = 400  # a field is on one line; the rest of a longer line is not read
MAX_FIELDS = 120  # more rows than this cannot be reviewed by a person
MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
MONTH_NAME = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?"
AMOUNT_TEXT = r"\d{1,3}(?:[,.' ]\d{3}){1,4}(?:[.,]\d{2})?|\d{1,12}(?:[.,]\d{1,2})?"
CURRENCY = r"USD|EUR|GBP|CHF|JPY|CAD|AUD|[$€£]"
SIGNS = {"$": "USD", "€": "EUR", "£": "GBP"}
# Every repetition is bounded and no two neighbors can match the same text, so that hostile input stays linear.
ISO_DATE = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})\b")
NUMERIC_DATE = re.compile(r"\b(\d{1,2})([./-])(\d{1,2})\2(\d{4})\b")
NAMED_DATE = re.compile(
    rf"\b(\d{{1,2}})(?:st|nd|rd|th)? ({MONTH_NAME}),? (\d{{4}})\b|\b({MONTH_NAME}) (\d{{1,2}})(?:st|nd|rd|th)?,? (\d{{4}})\b", re.I
)
MONEY = re.compile(rf"(?:({CURRENCY})\s?(-?(?:{AMOUNT_TEXT}))|(?<![\d.,])(-?(?:{AMOUNT_TEXT}))\s?({CURRENCY}))(?![\w])", re.I)
EMAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}")
URL = re.compile(r"\bhttps?://[^\s<>\"')\]]{3,200}|\bwww\.[^\s<>\"')\]]{3,200}")
PHONE = re.compile(r"(?<![\w/.-])(?:\+\d{1,3}[ .-]?)?(?:\(\d{1,5}\)[ .-]?)?\d{2,5}(?:[ .-]\d{2,5}){1,4}(?![\w/-])")
IBAN = re.compile(r"\b([A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?)\b")
VAT = re.compile(r"\b(?:VAT|TVA|UID|USt-?Id(?:Nr)?)[ .:]{0,3}(?:no|number|id|reg)?[ .:#]{0,3}([A-Z]{2}[A-Z0-9]{8,12})\b", re.I)
LABEL = re.compile(r"([A-Za-z][A-Za-z0-9 /.'()#&-]{1,39}?)\s?[:#]\s{0,20}(\S.{0,200})")
STREET = re.compile(
    r"\d{1,5}[A-Za-z]? (?:[A-Z][\w'.-]{0,30} ){1,4}(?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Dr|Way|Square|Court|Boulevard|Blvd)\b"
    r"[^\n|]{0,80}|[A-Z][\w-]{2,30}(?:straße|strasse|weg|gasse|platz) \d{1,4}[^\n|]{0,80}"
)
PARTIES = {
    "from": "seller",
    "seller": "seller",
    "vendor": "seller",
    "supplier": "seller",
    "issued by": "seller",
    "bill to": "buyer",
    "billed to": "buyer",
    "invoice to": "buyer",
    "customer": "buyer",
    "client": "buyer",
    "buyer": "buyer",
    "to": "recipient",
    "ship to": "delivery address",
    "name": "name",
    "full name": "name",
    "applicant": "name",
}
IDENTIFIERS = (
    "invoice no",
    "invoice number",
    "invoice",
    "order no",
    "order number",
    "order",
    "po number",
    "po",
    "reference",
    "ref",
    "case",
    "account",
    "account number",
    "customer no",
    "customer number",
    "customer id",
    "policy number",
    "contract number",
    "ticket",
)
TOTALS = {
    "subtotal": "subtotal",
    "sub total": "subtotal",
    "net": "subtotal",
    "net total": "subtotal",
    "total": "total",
    "grand total": "total",
    "total due": "total",
    "amount due": "total",
    "balance due": "total",
    "total amount": "total",
    "tax": "tax",
    "vat": "tax",
    "sales tax": "tax",
    "shipping": "shipping",
    "discount": "discount",
}
KINDS = {
    "invoice": ("invoice", "bill to", "amount due", "due date", "subtotal"),
    "receipt": ("receipt", "paid by", "cash", "change due", "thank you for your purchase"),
    "purchase order": ("purchase order", "po number", "ship to"),
    "letter": ("dear ", "sincerely", "kind regards", "yours faithfully", "best regards"),
    "form": ("applicant", "date of birth", "signature", "please complete", "form "),
}


@dataclass
class Field:
    name: str
    value: str
    confidence: str  # high, medium or low
    why: str
    line: int


@dataclass
class Item:
    description: str
    quantity: Decimal
    price: Decimal
    total: Decimal
    line: int

    @property
    def multiplies(self) -> bool:
        return abs(self.quantity * self.price - self.total) <= Decimal("0.01")


@dataclass
class Document:
    kind: str
    fields: list[Field] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    totals: dict[str, Decimal] = field(default_factory=dict)
    currency: str = ""
    checks: list[tuple[bool, str]] = field(default_factory=list)

    def add(self, name: str, value: str, confidence: str, why: str, line: int) -> None:
        """Keeps the first of equal values and at most MAX_FIELDS of them."""
        value = " ".join(value.split())[:200]
        if value and len(self.fields) < MAX_FIELDS and not any(f.value == value and f.name == name for f in self.fields):
            self.fields.append(Field(name, value, confidence, why, line))


def to_decimal(text: str) -> Decimal:
    """Reads 1,234.50 and 1.234,50 alike: the last separator before two final digits is the decimal separator."""
    compact = text.replace(" ", "").replace("'", "")
    if re.fullmatch(r"0[.,]\d+", compact):
        return Decimal(compact.replace(",", "."))
    if len(compact) > 3 and compact[-3] in ".,":
        return Decimal(compact[:-3].replace(",", "").replace(".", "") + "." + compact[-2:])
    if len(compact) > 2 and compact[-2] in ".,":
        return Decimal(compact[:-2].replace(",", "").replace(".", "") + "." + compact[-1:])
    return Decimal(compact.replace(",", "").replace(".", ""))


def iban_is_valid(text: str) -> bool:
    """Returns whether an IBAN passes ISO 13616: first four characters moved to the end, remainder 1 modulo 97."""
    compact = text.replace(" ", "")
    return 15 <= len(compact) <= 34 and int("".join(str(int(sign, 36)) for sign in compact[4:] + compact[:4])) % 97 == 1


def dates_in(line: str, day_first: bool) -> list[tuple[str, str, str, str]]:
    """Returns (text as written, ISO date, confidence, reason) for each date in a line."""
    found: list[tuple[str, str, str, str]] = []
    for m in ISO_DATE.finditer(line):
        found.append((m[0], iso(int(m[1]), int(m[2]), int(m[3])), "high", "ISO date"))
    for m in NAMED_DATE.finditer(line):
        day, month, year = (m[1], m[2], m[3]) if m[1] else (m[5], m[4], m[6])
        found.append((m[0], iso(int(year), MONTHS.index(month[:3].lower()) + 1, int(day)), "high", "month in letters"))
    for m in NUMERIC_DATE.finditer(line):
        first, second, year = int(m[1]), int(m[3]), int(m[4])
        if first > 12 or second > 12 or first == second:
            day, month, confidence, why = max(first, second), min(first, second), "high", "only one reading is possible"
            day, month = (first, second) if first > 12 else (second, first) if second > 12 else (day, month)
        else:
            day, month = (first, second) if day_first or m[2] == "." else (second, first)
            confidence, why = ("medium", "dotted dates put the day first") if m[2] == "." else ("low", "day and month could be swapped")
        found.append((m[0], iso(year, month, day), confidence, why))
    return [item for item in found if item[1]]


def iso(year: int, month: int, day: int) -> str:
    """Returns the ISO form, or nothing if there is no such day."""
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    days = [31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return f"{year:04d}-{month:02d}-{day:02d}" if 1 <= month <= 12 and 1 <= day <= days[month - 1] and year else ""


def item_in(line: str, number: int) -> Item | None:
    """Reads a line item: a description followed by quantity, unit price and line total."""
    cells = [c.strip() for c in re.split(r"\t|\||;| {2,}", line) if c.strip()]
    if len(cells) == 1 and ":" not in line and re.search(r"[.,]\d{2}$", cells[0]):
        words = line.split()
        cells = [" ".join(words[:-3]), *words[-3:]]
    if len(cells) < 4 or not re.search(r"[A-Za-z]", cells[0] + cells[1]):
        return None
    figures = [re.fullmatch(rf"(?:{CURRENCY})?\s?({AMOUNT_TEXT})\s?(?:{CURRENCY}|x|pcs|h|hrs)?", cell, re.I) for cell in cells[-3:]]
    if not all(figures):
        return None
    quantity, price, total = (to_decimal(m[1]) for m in figures if m)
    name = " ".join(cell for cell in cells[:-3] if not cell.isdigit()) or cells[0]
    return Item(name[:80], quantity, price, total, number)


def read_labels(document: Document, line: str, number: int, following: str) -> None:
    """Reads 'Label: value' lines: identifiers, parties, totals, and any other field of a form."""
    name, _, rest = line.partition(":")
    if not rest.strip() and name.strip().lower() in PARTIES and following.strip():
        document.add(PARTIES[name.strip().lower()], following, "high", f"line below '{name.strip()}'", number + 1)
        return
    match = LABEL.match(line.strip())
    if match is None:
        return
    label, value = match[1].strip(), match[2].strip()
    key = label.lower().rstrip(".")
    if key in PARTIES:
        document.add(PARTIES[key], value, "high", f"labeled '{label}'", number)
    elif key in IDENTIFIERS and re.search(r"\d", value):
        document.add(key, value.split("  ")[0], "high", f"labeled '{label}'", number)
    elif not (dates_in(value, False) or MONEY.search(value) or EMAIL.search(value) or IBAN.search(value) or VAT.search(line)):
        document.add(label.lower(), value.split("  ")[0], "medium", "text after a label", number)


def read_total(document: Document, line: str) -> bool:
    match = re.search(rf"({AMOUNT_TEXT})\s?(?:{CURRENCY})?\s{{0,5}}$", line[-40:], re.I)
    label = re.sub(r"\(.{0,20}\)|\d{1,3}(?:\.\d)?\s?%|[:|.]", " ", line[:40].lower())
    label = " ".join(re.sub(rf"(?:{CURRENCY})?\s?(?:{AMOUNT_TEXT}).{{0,40}}", " ", label, count=1, flags=re.I).split())
    if match is None or label not in TOTALS:
        return False
    document.totals.setdefault(TOTALS[label], to_decimal(match[1]))
    return True


def extract(text: str, day_first: bool) -> Document:
    lower = text[:20_000].lower()
    scores = {kind: sum(cue in lower for cue in cues) for kind, cues in KINDS.items()}
    best = max(scores, key=lambda kind: scores[kind])
    document = Document(best if scores[best] else "unknown document")
    lines = [line[:MAX_LINE] for line in text.split("\n")]
    for index, line in enumerate(lines):
        number, following = index + 1, lines[index + 1] if index + 1 < len(lines) else ""
        if not line.strip() or len(document.fields) >= MAX_FIELDS:
            continue
        if item := item_in(line, number):
            document.items.append(item)
            continue
        is_total = read_total(document, line)
        if not is_total:
            read_labels(document, line, number, following)
        rest = line
        for written, date, confidence, why in dates_in(line, day_first):
            label = re.sub(r"[^A-Za-z ]", "", line.split(written)[0]).strip().lower()
            document.add(label if label.endswith("date") or label in ("date", "due", "date of birth") else "date", date, confidence, why, number)
            rest = rest.replace(written, " ")
        for m in IBAN.finditer(rest):
            ok = iban_is_valid(m[1])
            document.add("IBAN", m[1], "high" if ok else "low", "check digits are right" if ok else "check digits are wrong", number)
            rest = rest.replace(m[1], " ")
        for pattern, name in ((EMAIL, "email"), (URL, "web address")):
            for m in pattern.finditer(rest):
                document.add(name, m[0].rstrip(".,"), "high", "its form", number)
        if vat := VAT.search(rest):
            document.add("VAT number", vat[1], "high", "labeled as VAT number", number)
        for m in MONEY.finditer(rest):
            currency = (m[1] or m[4]).upper()
            document.currency = document.currency or SIGNS.get(currency, currency)
            if not is_total:
                document.add(
                    "amount",
                    f"{to_decimal((m[2] or m[3]).lstrip('-')):,.2f} {SIGNS.get(currency, currency)}",
                    "high",
                    "currency beside a number",
                    number,
                )
        if street := STREET.search(rest):
            document.add("address", street[0], "medium", "looks like a street and house number", number)
        for m in PHONE.finditer(rest):
            if 8 <= sum(sign.isdigit() for sign in m[0]) <= 15 and (
                m[0].startswith(("+", "(")) or re.search(r"\b(?:tel|phone|mobile|call|fax)", line, re.I)
            ):
                document.add("phone", m[0], "high" if m[0].startswith("+") else "medium", "its form", number)
    salutation = re.search(r"^Dear ([A-Z][^,:\n]{1,60})[,:]", text, re.M)
    if salutation:
        document.add("recipient", salutation[1], "high", "salutation", text.count("\n", 0, salutation.start()) + 1)
    return document


def check(document: Document) -> None:
    """Checks whether the figures of the document agree with each other."""
    totals = document.totals
    for item in document.items[:MAX_FIELDS]:
        if not item.multiplies:
            document.checks.append((False, f"Line {item.line}: {item.quantity} x {item.price} is {item.quantity * item.price:.2f}, not {item.total}"))
    if document.items and all(item.multiplies for item in document.items):
        document.checks.append((True, "Every line item is quantity x price"))
    items = sum((item.total for item in document.items), Decimal(0))
    goal = totals.get("subtotal", totals.get("total") if "tax" not in totals else None)
    if document.items and goal is not None:
        document.checks.append((items == goal, f"Line items add up to {items:,.2f}; the document says {goal:,.2f}"))
    if "subtotal" in totals and "total" in totals:
        computed = totals["subtotal"] + totals.get("tax", Decimal(0)) + totals.get("shipping", Decimal(0)) - totals.get("discount", Decimal(0))
        document.checks.append(
            (computed == totals["total"], f"Subtotal, tax, shipping and discount give {computed:,.2f}; the total says {totals['total']:,.2f}")
        )


def table(header: list[str], rows: list[list[str]]) -> str:
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in [header, ["---"] * len(header), *rows])


def as_json(document: Document) -> str:
    body = {
        "document_type": document.kind,
        "currency": document.currency or None,
        "fields": [{"name": f.name, "value": f.value, "confidence": f.confidence} for f in document.fields],
        "line_items": [
            {"description": i.description, "quantity": str(i.quantity), "unit_price": str(i.price), "total": str(i.total)}
            for i in document.items[:MAX_FIELDS]
        ],
        "totals": {name: str(value) for name, value in document.totals.items()},
        "checks": [{"passed": ok, "text": text} for ok, text in document.checks],
    }
    return json.dumps(body, indent=2, ensure_ascii=False)


def in_words(report: str) -> str:
    """Returns the language model's account of the document, written from its fields, or why there is none."""
    try:
        return stoa.model("default").explain(report, "Say in two sentences what this document is and what is to be done with it.")
    except stoa.ModelError as error:
        return f"*Composed by rules alone: {error}.*"


@stoa.agent(
    name="Document Processor",
    description="Extracts dates, amounts, parties, ids and line items from the text of invoices, letters and forms, and checks the sums.",
    features=["Fields with line number and confidence", "Line items and totals are added up", "IBAN check digits", "Table and JSON"],
    use_cases=["Enter invoices without typing", "Find a wrong total before paying", "Turn a form into JSON"],
    tags=["invoice", "extraction", "forms", "json"],
    models=["default"],
    examples=[
        {
            "message": "INVOICE\nFrom: Harbour Print Ltd\n14 Quay Street, Bristol BS1 4RW\nVAT No: GB123456789\nbilling@harbourprint.example\n+44 117 496 0123\n\n"
            "Bill to: Fern & Oak Studio\nInvoice No: HP-2025-0417\nInvoice date: 14 April 2025\nDue date: 2025-05-14\n\n"
            "Description | Qty | Unit price | Total\nBusiness cards | 500 | 0.12 | 60.00\nA2 posters | 40 | 6.50 | 260.00\nDelivery | 1 | 15.00 | 15.00\n\n"
            "Subtotal: £335.00\nVAT (20%): £67.00\nTotal due: £412.00\n\nIBAN: GB29 NWBK 6016 1331 9268 19"
        }
    ],
)
def run(message: str, output: Literal["table", "json", "both"] = "both", date_order: Literal["day-first", "month-first"] = "day-first") -> str:
    """Extract the fields of a document.

    Args:
        message: The text of the document, with its line breaks.
        output: A readable table, JSON for a program, or both.
        date_order: How to read an ambiguous date such as 04/05/2025.
    """
    document = extract(message[:MAX_CHARACTERS], date_order == "day-first")
    check(document)
    if not (document.fields or document.items or document.totals):
        return "## No fields found\n\nPaste the text of an invoice, letter, receipt or form with its line breaks, for example `Invoice No: 17`."
    if output == "json":
        return as_json(document)
    failed = [text for ok, text in document.checks if not ok]
    parts = [
        f"## {document.kind.capitalize()}\n\n"
        + (
            f"**Failed checks: {len(failed)}. Look at them before you rely on the result.**"
            if failed
            else "All checks passed."
            if document.checks
            else "Nothing in it could be cross-checked."
        )
    ]
    if document.checks:
        parts.append("## Checks\n\n" + table(["Result", "Check"], [["passed" if ok else "**FAILED**", text] for ok, text in document.checks]))
    if document.fields:
        parts.append(
            "## Fields\n\n"
            + table(["Field", "Value", "Confidence", "Why", "Line"], [[f.name, f.value, f.confidence, f.why, str(f.line)] for f in document.fields])
        )
    if document.items:
        parts.append(
            "## Line items\n\n"
            + table(
                ["Description", "Quantity", "Unit price", "Total", "Line"],
                [[i.description, str(i.quantity), f"{i.price:,.2f}", f"{i.total:,.2f}", str(i.line)] for i in document.items[:MAX_FIELDS]],
            )
        )
    if document.totals:
        parts.append(
            "## Totals\n\n"
            + table(["Total", "Amount"], [[name, f"{value:,.2f} {document.currency}".strip()] for name, value in document.totals.items()])
        )
    parts.insert(1, in_words("\n\n".join(parts)))
    if output == "both":
        parts.append("## JSON\n\n```json\n" + as_json(document).replace("```", "'''") + "\n```")
    return "\n\n".join(parts)
