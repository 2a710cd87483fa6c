# /// script
# dependencies = ["pydantic-ai-slim[openai]"]
# ///
"""A starting point for pydantic-ai. The agent reads an invoice from an email and returns it as data that adds up.

Upload this file as it is, or change it first. Stoa runs the agent at the top level and returns its output as JSON.
"""

from pydantic import BaseModel, Field
from pydantic_ai import Agent, ModelRetry


class Line(BaseModel):
    text: str
    amount: float


class Invoice(BaseModel):
    """An invoice, with nothing that the message does not say."""

    supplier: str
    due_date: str = Field(description="As it is written, or an empty text.")
    total: float
    lines: list[Line] = Field(description="What is charged. Empty if the message names only a total.")


# "default" is the model that the operator has chosen. Stoa provides the API key and the base URL.
agent = Agent(
    "openai-chat:default",
    output_type=Invoice,
    instructions="Read the invoice in the message. Copy names, dates and amounts as they are.",
    retries=2,
)


@agent.output_validator
def check_total(invoice: Invoice) -> Invoice:
    """Asks the model again if the lines do not add up to the total."""
    if invoice.lines and abs(sum(line.amount for line in invoice.lines) - invoice.total) > 0.01:
        raise ModelRetry("The amounts of the lines do not add up to the total. Read the message again.")
    return invoice


if __name__ == "__main__":
    # This runs only on your machine. On Stoa, its text is the example in the form.
    print(agent.run_sync("Invoice from Adler Printing. Total: 240.50 EUR. Please pay by 30 March 2026.").output)
