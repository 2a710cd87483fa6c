# /// script
# dependencies = ["pydantic-ai-slim[openai]"]
# ///
"""Invoice Reader: an invoice as data that was compared with its text.

A pydantic-ai agent reads the invoice. Code compares each amount and date with the text and adds the lines up, so that
what the model invents is not passed on.
"""

import re

import stoa
from pydantic import BaseModel, Field
from pydantic_ai import Agent

MAX_CHARACTERS = 60_000  # limits what the model reads in one call
MAX_LINES = 100  # no usual invoice has more
AMOUNT = re.compile(r"\d{1,3}(?:[.,' ]\d{3}){1,4}(?:[.,]\d{2})?|\d{1,9}(?:[.,]\d{1,2})?")


class Line(BaseModel):
    text: str
    amount: float


class Invoice(BaseModel):
    """An invoice, with nothing that the message does not say."""

    supplier: str = Field(description="Who wants the money. Empty if the text does not say it.")
    number: str = Field(description="The number of the invoice. Empty if it has none.")
    due_date: str = Field(description="As it is written. Empty if the text does not say it.")
    currency: str = Field(description="As it is written, such as EUR or $.")
    total: float
    lines: list[Line] = Field(description="What is charged. Empty if the message names only a total.")


agent = Agent(
    "openai-chat:default",
    output_type=Invoice,
    instructions="Read the invoice in the message. Copy names, dates and amounts as they are.",
    retries=2,
)


def read_amount(text: str) -> float:
    """Returns the value of an amount in any notation: 1,234.50, 1.234,50 or 1'234."""
    whole, _, cents = text.rpartition(text[-3]) if re.search(r"[.,]\d{2}$", text) else (text, "", "")
    return float(f"{re.sub(r'[^0-9]', '', whole) or 0}.{cents or 0}")


def find_problems(invoice: Invoice, text: str) -> list[str]:
    """Returns what the invoice states although the text does not support it."""
    amounts = {read_amount(found) for found in AMOUNT.findall(text)}
    problems = []
    if invoice.total not in amounts:
        problems.append(f"The text does not name the total {invoice.total:.2f}.")
    problems += [f"The text does not name {line.amount:.2f} for {line.text}." for line in invoice.lines if line.amount not in amounts]
    for name in ("supplier", "number", "due_date"):
        value = getattr(invoice, name)
        if value and value.lower() not in text.lower():
            problems.append(f'The text does not contain "{value}", which the model gave as the {name.replace("_", " ")}.')
            setattr(invoice, name, "")
        elif not value:
            problems.append(f"The text names no {name.replace('_', ' ')}, or the model did not find it.")
    added = sum(line.amount for line in invoice.lines)
    if invoice.lines and abs(added - invoice.total) > 0.005:
        problems.append(f"The lines add up to {added:.2f}, not to {invoice.total:.2f}: tax or a discount may be missing.")
    return problems


@stoa.agent(
    name="Invoice Reader",
    description="Reads an invoice from an email and returns supplier, due date, lines and total as data that was checked.",
    features=["JSON for your accounting", "Each amount compared with the text", "Lines added up", "Says what is missing"],
    use_cases=["Enter invoices from emails", "Check an invoice before you pay it"],
    tags=["invoice", "accounting", "json", "pydantic-ai"],
    examples=[
        {
            "message": "Invoice 2026-118 from Adler Printing\n500 flyers: 180.00\nDelivery: 60.50\nTotal: 240.50 EUR\n"
            "Please pay by 30 March 2026."
        }
    ],
)
async def run(message: str) -> dict:
    """Reads an invoice.

    Args:
        message: the text of the invoice, or the email that contains it
    """
    text = message[:MAX_CHARACTERS]
    invoice = (await agent.run(text)).output
    invoice.lines = invoice.lines[:MAX_LINES]
    problems = find_problems(invoice, text)
    return {**invoice.model_dump(), "problems": problems}
