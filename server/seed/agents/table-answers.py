# /// script
# dependencies = ["smolagents[openai]"]
# ///
"""Table Answers: a question about a table, answered with Python that a model writes.

A smolagents CodeAgent gets the rows as a variable and computes the answer in the run's sandbox. The figures of each
column are computed without a model, so that there is an answer even if the model writes no code.
"""

import csv
import io
import statistics

import stoa
from smolagents import CodeAgent, LogLevel, OpenAIServerModel

MAX_CHARACTERS = 400_000  # about 10,000 rows
MAX_ROWS = 10_000
MAX_COLUMNS = 50
MAX_STEPS = 3  # each is a call to the model, which the caller pays for


def read_value(cell: str | None) -> float | str:
    text = (cell or "").strip()
    try:
        value = float(text.replace("'", "").replace(",", "") if "." in text else text.replace(",", "."))
    except ValueError:
        return text
    return value if abs(value) < 1e15 else text


def read_table(text: str) -> list[dict[str, float | str]]:
    """Returns the rows of a table whose columns are separated by commas, semicolons or tabs."""
    first = text.strip().split("\n", 1)[0]
    separator = max(";\t,", key=first.count)
    lines = csv.DictReader(io.StringIO(text.strip()), delimiter=separator)
    names = (lines.fieldnames or [])[:MAX_COLUMNS]
    return [{name.strip(): read_value(row.get(name)) for name in names} for row, _ in zip(lines, range(MAX_ROWS))]


def describe(rows: list[dict[str, float | str]]) -> str:
    """Returns a table of the columns: their numbers' sum, mean and range, or how many values they have."""
    lines = ["| Column | Sum | Mean | Lowest | Highest | Different values |", "| --- | --- | --- | --- | --- | --- |"]
    for name in rows[0]:
        values = [row[name] for row in rows]
        numbers = [value for value in values if isinstance(value, float)]
        cells = ["", "", "", ""]
        if len(numbers) * 2 > len(values):
            cells = [f"{value:g}" for value in (sum(numbers), statistics.fmean(numbers), min(numbers), max(numbers))]
        lines.append(f"| {name.replace('|', '/')} | {' | '.join(cells)} | {len(set(values))} |")
    return "\n".join(lines)


def ask(question: str, rows: list[dict[str, float | str]]) -> str | None:
    """Returns the agent's answer, or None if its code gave none."""
    agent = CodeAgent(
        tools=[],
        model=OpenAIServerModel(model_id="default"),
        instructions="The variable `rows` is the table: a list of dicts. Compute with it, and answer in one sentence.",
        additional_authorized_imports=["statistics", "datetime", "collections"],
        max_steps=MAX_STEPS,
        verbosity_level=LogLevel.OFF,
    )
    result = agent.run(question, additional_args={"rows": rows}, return_full_result=True)
    return str(result.output) if result.state == "success" else None


@stoa.agent(
    name="Table Answers",
    description="Answers a question about a table with code that a model writes, and shows the figures of each column.",
    features=["Computed, not guessed", "CSV with commas, semicolons or tabs", "Sum, mean and range of each column"],
    use_cases=["Ask about an export without a spreadsheet", "Check a figure of a report"],
    tags=["csv", "table", "analysis", "smolagents"],
    models=["default"],
    examples=[
        {"question": "Which month had the highest sales?", "table": "month,sales\nJanuary,120\nFebruary,180\nMarch,150"}
    ],
)
def run(question: str, table: str) -> str:
    """Answers a question about a table.

    Args:
        question: what you want to know
        table: the table with its header line
    """
    rows = read_table(table[:MAX_CHARACTERS])
    if not rows:
        raise ValueError("The table needs a header line and at least one row.")
    answer = ask(question[:2_000], rows) or "The model wrote no code that answers the question. These are the figures of the table."
    return f"{answer}\n\n{len(rows)} rows\n\n{describe(rows)}"
