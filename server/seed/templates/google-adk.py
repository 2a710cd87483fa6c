# /// script
# dependencies = ["google-adk", "litellm", "mcp"]
# ///
"""A starting point for Google's Agent Development Kit. The agent splits the costs of a trip with a tool that does the
sums.

Upload this file as it is, or change it first. Stoa runs the agent at the top level; root_agent is ADK's own name for
it.
"""

from google.adk.agents import Agent
from google.adk.models.lite_llm import LiteLlm


def split_costs(people: list[str], payers: list[str], amounts: list[float]) -> dict:
    """Computes who owes whom if everyone pays the same share.

    Args:
        people: Everyone who shares the costs.
        payers: Who paid each bill, in the order of the amounts.
        amounts: The amount of each bill.

    Returns:
        The share of each person and the payments that settle all, or what is wrong.
    """
    if not people or len(payers) != len(amounts) or not set(payers) <= set(people):
        return {"status": "error", "error_message": "Each amount needs a payer who is among the people."}
    share = sum(amounts) / len(people)
    balance = {person: -share for person in people}
    for payer, amount in zip(payers, amounts):
        balance[payer] += amount
    payments = []
    for debtor in people:
        for creditor in people:
            sum_owed = min(-balance[debtor], balance[creditor])
            if sum_owed > 0.005:
                payments.append(f"{debtor} pays {creditor} {sum_owed:.2f}")
                balance[debtor], balance[creditor] = balance[debtor] + sum_owed, balance[creditor] - sum_owed
    return {"status": "success", "share": round(share, 2), "payments": payments}


# The prefix says that the model has OpenAI's API. "default" is the model that the operator has chosen.
root_agent = Agent(
    name="trip_costs",
    model=LiteLlm(model="openai/default"),
    description="Splits the costs of a trip.",
    instruction="Read who paid what. Never add up amounts yourself: call split_costs, then list the payments in plain words.",
    tools=[split_costs],
)
