"""Loan Planner: the total cost of a loan from one sentence, computed to the cent.

It understands three questions: what a loan costs, how long a debt takes at a given payment, and how much you can
borrow for a given payment. Amounts are Decimal; interest is rounded to the cent every month, as banks do. The
server's language model explains the result. Its text is used only if it adds no number that was not computed.
"""

import re
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Literal

import stoa

CENT = Decimal("0.01")
MAX_MONTHS = 1_200  # a hundred years: a payment that has not repaid by then never will
MAX_AMOUNT = Decimal(10) ** 12
MAX_CHARACTERS = 20_000  # a question about a loan is a few lines
# Every repetition is bounded, so that a hostile text cannot make a search quadratic.
MONEY = r"[$€£]?\s?(\d{1,3}(?:[,']\d{3}){1,4}(?:\.\d{1,2})?|\d{1,13}(?:\.\d{1,2})?)\s?(k\b|thousand\b|m\b|million\b)?"
RATE = re.compile(r"(\d{1,3}(?:\.\d{1,4})?)\s?(?:%|percent\b|per cent\b)")
YEARS = re.compile(r"(\d{1,2}(?:\.\d)?)[\s-]?(?:years?|yrs?|y)\b")
MONTHS = re.compile(r"(\d{1,4})[\s-]?(?:months?|mos?)\b")
PAYMENT = re.compile(
    rf"(?:pay(?:ing|ments? of|s)?|afford|repay(?:ing)?|instal?ments? of)\s{{1,3}}(?:back\s)?{MONEY}|{MONEY}\s?(?:a|per|each|every|/)\s?month(?!s)"
)
EXTRA = re.compile(
    rf"(?:extra|additional|on top|overpay(?:ing|ment of)?)\D{{0,20}}?{MONEY}|{MONEY}\s(?:more|extra|on top)\b"
)
AMOUNT = re.compile(MONEY)
SIGN = re.compile(r"[$€£]|\b(?:EUR|USD|GBP|CHF)\b")


@dataclass(frozen=True)
class Loan:
    amount: Decimal
    rate: Decimal  # percent a year
    months: int = 0
    payment: Decimal = Decimal(0)
    extra: Decimal = Decimal(0)


@dataclass(frozen=True)
class Month:
    number: int
    interest: Decimal
    principal: Decimal
    balance: Decimal


def cents(value: Decimal) -> Decimal:
    return value.quantize(CENT, ROUND_HALF_UP)


def annuity(amount: Decimal, rate: Decimal, months: int) -> Decimal:
    """Returns the constant monthly payment P i / (1 - (1 + i)^-n), to the cent."""
    monthly = rate / 1200
    return cents(amount / months if monthly == 0 else amount * monthly / (1 - (1 + monthly) ** -months))


def schedule(loan: Loan) -> list[Month] | None:
    """Computes month by month until the balance is zero. Returns None if the payment does not cover the interest.

    The last month of the term pays the rounding differences of the others.
    """
    balance = loan.amount
    months: list[Month] = []
    while balance > 0:
        interest = cents(balance * loan.rate / 1200)
        is_last = len(months) + 1 == loan.months
        principal = balance if is_last else min(balance, loan.payment + loan.extra - interest)
        if principal <= 0 or len(months) == MAX_MONTHS:
            return None
        balance -= principal
        months.append(Month(len(months) + 1, interest, principal, balance))
    return months


def interest_of(months: list[Month]) -> Decimal:
    return sum((month.interest for month in months), Decimal(0))


def amount_of(match: re.Match[str], first: int = 1) -> Decimal:
    """Returns the amount in the first filled pair of groups (digits, scale)."""
    for group in range(first, (match.re.groups or 0) + 1, 2):
        if match[group]:
            scale = {"k": 1_000, "t": 1_000, "m": 1_000_000}.get((match[group + 1] or "")[:1], 1)
            return Decimal(match[group].replace(",", "").replace("'", "")) * scale
    return Decimal(0)


def take(pattern: re.Pattern[str], text: str) -> tuple[re.Match[str] | None, str]:
    """Returns the first match, and the text without it, so that nothing is read twice."""
    match = pattern.search(text)
    return match, text if match is None else text[: match.start()] + " ; " + text[match.end() :]


def read_loan(text: str) -> Loan:
    """Reads rate, term, extra payment and payment in that order. The largest remaining amount is the loan."""
    rate, rest = take(RATE, text.lower())
    years, rest = take(YEARS, rest)
    months, rest = take(MONTHS, rest)
    extra, rest = take(EXTRA, rest)
    payment, rest = take(PAYMENT, rest)
    amounts = [amount for m in list(AMOUNT.finditer(rest))[:20] if (amount := amount_of(m)) >= 100]
    term = int(Decimal(years[1]) * 12) if years else 0
    return Loan(
        amount=min(max(amounts, default=Decimal(0)), MAX_AMOUNT),
        rate=min(Decimal(rate[1]), Decimal(200)) if rate else Decimal(-1),
        months=min(term + (int(months[1]) if months else 0), MAX_MONTHS),
        payment=amount_of(payment) if payment else Decimal(0),
        extra=amount_of(extra) if extra else Decimal(0),
    )


def read_offers(text: str) -> list[Loan]:
    """Splits several offers at 'or', 'versus' or a line. Each takes what it omits from the first."""
    parts = [p for p in re.split(r"\n|\bor\b|\bversus\b|\bvs\b|\bcompared (?:to|with)\b", text) if RATE.search(p)]
    whole = read_loan(text)
    if len(parts) < 2:
        return [whole]
    offers = [read_loan(part) for part in parts[:4]]
    base = offers[0]
    return [
        Loan(
            o.amount or base.amount or whole.amount, o.rate, o.months or base.months or whole.months, o.payment, o.extra
        )
        for o in offers
    ]


def span(months: int) -> str:
    years, rest = divmod(months, 12)
    parts = [f"{years} year{'s' * (years != 1)}"] * bool(years) + [f"{rest} month{'s' * (rest != 1)}"] * bool(rest)
    return " ".join(parts) or "0 months"


def table(header: list[str], rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(header) + " |", "| --- |" + " ---: |" * (len(header) - 1)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


class Printer:
    """Formats amounts with the currency of the message."""

    def __init__(self, text: str) -> None:
        sign = SIGN.search(text)
        self.sign = sign[0] if sign else ""

    def __call__(self, value: Decimal) -> str:
        return f"{self.sign}{' ' if len(self.sign) == 3 else ''}{value:,.2f}"


def by_year(months: list[Month], show: Printer) -> str:
    rows = []
    for start in range(0, len(months), 12):
        year = months[start : start + 12]
        rows.append(
            [
                str(start // 12 + 1),
                show(sum((m.principal for m in year), Decimal(0))),
                show(interest_of(year)),
                show(year[-1].balance),
            ]
        )
    return table(["Year", "Repaid", "Interest", "Balance"], rows)


def by_month(months: list[Month], show: Printer) -> str:
    return table(
        ["Month", "Payment", "Interest", "Repaid", "Balance"],
        [
            [str(m.number), show(m.interest + m.principal), show(m.interest), show(m.principal), show(m.balance)]
            for m in months[:120]
        ],
    )


def cost_of_loan(loan: Loan, show: Printer, detail: str) -> str:
    payment = annuity(loan.amount, loan.rate, loan.months)
    plain = schedule(Loan(loan.amount, loan.rate, loan.months, payment))
    if plain is None:
        return f"## Not a loan that ends\n\nAt {loan.rate}% over {span(loan.months)} the payment of {show(payment)} is interest alone. Please check rate and term."
    total = interest_of(plain)
    parts = [
        f"## {show(payment)} a month\n\nBorrowing **{show(loan.amount)}** at {loan.rate}% for {span(loan.months)} costs **{show(total)}** of interest, "
        f"{show(loan.amount + total)} in all. The last payment is {show(plain[-1].interest + plain[-1].principal)}."
    ]
    chosen = plain
    if loan.extra:
        chosen = schedule(Loan(loan.amount, loan.rate, loan.months, payment, loan.extra)) or plain
        parts.append(
            f"## With {show(loan.extra)} more each month\n\nPaid off in **{span(len(chosen))}**, {span(len(plain) - len(chosen))} sooner, "
            f"and **{show(total - interest_of(chosen))}** less interest.\n\n"
            + table(
                ["Plan", "As agreed", "With extra"],
                [
                    ["Monthly", show(payment), show(payment + loan.extra)],
                    ["Months", str(len(plain)), str(len(chosen))],
                    ["Interest", show(total), show(interest_of(chosen))],
                ],
            )
        )
    if detail != "summary":
        parts.append(
            "## Repayment"
            + (" with the extra payment" if loan.extra else "")
            + "\n\n"
            + (by_month if detail == "monthly" else by_year)(chosen, show)
        )
    rates = [rate for rate in (loan.rate - 1, loan.rate, loan.rate + 1, loan.rate + 2) if rate >= 0]
    payments = [annuity(loan.amount, rate, loan.months) for rate in rates]
    parts.append(
        "## If the rate were different\n\n"
        + table(
            ["Rate", "Monthly", "Difference a month"],
            [[f"{rate}%", show(p), f"{p - payment:+,.2f}"] for rate, p in zip(rates, payments, strict=True)],
        )
    )
    return "\n\n".join(parts)


def time_to_repay(loan: Loan, show: Printer, detail: str) -> str:
    months = schedule(loan)
    first = cents(loan.amount * loan.rate / 1200)
    if months is None:
        return (
            f"## This debt would never be repaid\n\nThe first month's interest on {show(loan.amount)} at {loan.rate}% is **{show(first)}**, and you pay "
            f"{show(loan.payment + loan.extra)}. Pay more than the interest, for example {show(annuity(loan.amount, loan.rate, 60))} to be free in 5 years."
        )
    faster = schedule(Loan(loan.amount, loan.rate, 0, cents((loan.payment + loan.extra) * Decimal("1.2")))) or months
    text = (
        f"## Paid off in {span(len(months))}\n\nPaying **{show(loan.payment + loan.extra)}** a month on {show(loan.amount)} at {loan.rate}% takes {len(months)} payments and costs "
        f"**{show(interest_of(months))}** of interest. Paying a fifth more would take {span(len(faster))} and save {show(interest_of(months) - interest_of(faster))}."
    )
    return (
        text
        if detail == "summary"
        else text + "\n\n## Repayment\n\n" + (by_month if detail == "monthly" else by_year)(months, show)
    )


def affordable(loan: Loan, show: Printer) -> str:
    monthly = loan.rate / 1200
    factor = Decimal(loan.months) if monthly == 0 else (1 - (1 + monthly) ** -loan.months) / monthly
    amount = (loan.payment * factor).quantize(CENT, "ROUND_DOWN")
    rows = []
    for months in (loan.months - 60, loan.months, loan.months + 60):
        if 12 <= months <= MAX_MONTHS:
            part = Decimal(months) if monthly == 0 else (1 - (1 + monthly) ** -months) / monthly
            borrow = (loan.payment * part).quantize(CENT, "ROUND_DOWN")
            rows.append([span(months), show(borrow), show(loan.payment * months - borrow)])
    return (
        f"## You could borrow {show(amount)}\n\n{show(loan.payment)} a month for {span(loan.months)} at {loan.rate}% repays **{show(amount)}**; "
        f"{show(loan.payment * loan.months - amount)} of what you pay is interest.\n\n## With another term\n\n"
        + table(["Term", "Loan", "Interest"], rows)
    )


def comparison(offers: list[Loan], show: Printer) -> str:
    figures = []
    for offer in offers:
        payment = annuity(offer.amount, offer.rate, offer.months)
        months = schedule(Loan(offer.amount, offer.rate, offer.months, payment, offer.extra)) or []
        figures.append((interest_of(months), payment + offer.extra, offer, len(months)))
    cheapest, dearest = min(figures, key=lambda f: f[0]), max(figures, key=lambda f: f[0])
    rows = [
        [f"{i}. {show(o.amount)} at {o.rate}%", span(n), show(p), show(interest), show(o.amount + interest)]
        for i, (interest, p, o, n) in enumerate(figures, 1)
    ]
    return (
        f"## Offer {figures.index(cheapest) + 1} costs least\n\nIt saves **{show(dearest[0] - cheapest[0])}** of interest compared with the most expensive offer, "
        f"at {show(cheapest[1])} a month.\n\n" + table(["Offer", "Paid off in", "Monthly", "Interest", "In all"], rows)
    )


def explained(plan: str) -> str:
    """Returns the plan with the language model's explanation below its first section."""
    try:
        meaning = stoa.model("default").explain(plan, "Tell the borrower in three sentences what these results mean.")
    except stoa.ModelError as error:
        meaning = f"*Composed by rules alone: {error}.*"
    heading, _, rest = plan.partition("\n\n")
    first, _, others = rest.partition("\n\n")
    return "\n\n".join(part for part in (heading, first, meaning, others) if part)


@stoa.agent(
    name="Loan Planner",
    description="Works out loan payments, interest, pay-off dates and savings from one sentence, and compares offers, to the cent.",
    features=[
        "Amortization to the cent",
        "Effect of extra payments",
        "Compares offers",
        "Finds how long a loan takes and how much you can borrow",
    ],
    use_cases=["Check a mortgage offer", "See what paying 200 more a month saves", "Plan the way out of a card debt"],
    tags=["loan", "mortgage", "interest", "budget"],
    models=["default"],
    examples=[
        {
            "message": "I want to borrow $250,000 at 5.2% for 25 years. What does it cost, and what would paying an extra $200 a month save?"
        }
    ],
)
def run(message: str, detail: Literal["yearly", "monthly", "summary"] = "yearly") -> str:
    """Answer a question about a loan.

    Args:
        message: The loan in words: amount, yearly rate in percent, and a term or a monthly payment.
        detail: Show the repayment by year, by month (the first 120), or not at all.
    """
    text = message[:MAX_CHARACTERS]
    show, offers = Printer(text), read_offers(text)
    loan = offers[0]
    footer = "\n\n*Interest is charged monthly on the balance at a fixed rate; fees, taxes and insurance are not included. This is a calculation, not advice.*"
    if len(offers) > 1 and all(o.amount and o.months and o.rate >= 0 for o in offers):
        return explained(comparison(offers, show)) + footer
    missing = [
        name
        for name, absent in (
            ("the yearly interest rate (for example 5.2%)", loan.rate < 0),
            ("the amount, or a monthly payment", not (loan.amount or loan.payment)),
            (
                "the term (for example 25 years), or a monthly payment",
                not loan.months and not (loan.amount and loan.payment),
            ),
        )
        if absent
    ]
    if missing:
        return (
            "## I need a little more\n\nPlease add:\n\n"
            + "\n".join(f"- {name}" for name in missing)
            + "\n\nExample: *Borrow $20,000 at 6.5% for 5 years.*"
        )
    if not loan.amount:
        return explained(affordable(loan, show)) + footer
    if loan.payment and not loan.months:
        return explained(time_to_repay(loan, show, detail)) + footer
    if loan.payment:
        level = annuity(loan.amount, loan.rate, loan.months)
        if loan.payment < level:
            footer = f"\n\n**{show(loan.payment)} a month is not enough for that term.**" + footer
        loan = Loan(loan.amount, loan.rate, loan.months, extra=loan.extra + max(Decimal(0), loan.payment - level))
    return explained(cost_of_loan(loan, show, detail)) + footer
