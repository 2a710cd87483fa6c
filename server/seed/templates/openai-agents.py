# /// script
# dependencies = ["openai-agents"]
# ///
"""A starting point for the OpenAI Agents SDK. The agent plans deadlines with tools that count days, because models
count them wrong.

Upload this file as it is, or change it first. Stoa runs the agent that the file defines at its top level. You need no
API key and no base URL.
"""

from datetime import date, timedelta

from agents import Agent, Runner, function_tool

MOST_DAYS = 3_000  # twelve years of working days, so that a call ends


@function_tool
def add_working_days(start: str, days: int) -> str:
    """Returns the date that is a number of working days, Monday to Friday, after a date.

    Args:
        start: The first date, as 2026-03-02.
        days: How many working days to add.
    """
    day = date.fromisoformat(start)
    for _ in range(min(days, MOST_DAYS)):
        day += timedelta(days=3 if day.weekday() == 4 else 2 if day.weekday() == 5 else 1)
    return f"{day:%A, %d %B %Y}"


@function_tool
def days_between(start: str, end: str) -> int:
    """Returns the number of days from one date to another, both as 2026-03-02."""
    return (date.fromisoformat(end) - date.fromisoformat(start)).days


# An agent without a model uses "default", the model that the operator has chosen.
agent = Agent(
    name="Deadline planner",
    instructions=(
        "List each deadline in the message with its date. Never count days yourself: call a tool for each date. "
        "If the message has no first day, ask for it."
    ),
    tools=[add_working_days, days_between],
)

if __name__ == "__main__":
    # This runs only on your machine. On Stoa, its text is the example in the form.
    print(Runner.run_sync(agent, "We sign on 2026-03-02. Payment is due within 30 working days. When is that?").final_output)
