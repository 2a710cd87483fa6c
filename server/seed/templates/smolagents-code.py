# /// script
# dependencies = ["smolagents[openai]"]
# ///
"""A starting point for smolagents. The agent answers questions about a table with code that the model writes.

Upload this file as it is, or change it first. The code runs in the run's own sandbox. Each block of code and its
printed output is a step of the run. The agent needs a language model: stoa-basic cannot write code.
"""

import csv
import io

from smolagents import CodeAgent, OpenAIServerModel, tool

MOST_ROWS = 5_000


@tool
def read_table(text: str) -> list[dict]:
    """Reads a table and returns its rows, with numbers as numbers.

    Args:
        text: The table as the user wrote it, with its header line. Columns are separated by commas, semicolons or tabs.
    """

    def value(cell: str) -> float | str:
        try:
            return float(cell)
        except ValueError:
            return cell.strip()

    separator = max(",;\t", key=text.count)
    rows = csv.DictReader(io.StringIO(text.strip()), delimiter=separator, restval="")
    return [{key.strip(): value(cell) for key, cell in row.items() if key} for row, _ in zip(rows, range(MOST_ROWS))]


agent = CodeAgent(
    tools=[read_table],
    # "default" is the model that the operator has chosen. Stoa provides the API key and the base URL.
    model=OpenAIServerModel(model_id="default"),
    instructions="Read the table of the task with read_table, compute with Python, and answer in one sentence.",
    additional_authorized_imports=["statistics", "datetime"],
    max_steps=5,  # each is a call to the model, which the caller pays for
)

if __name__ == "__main__":
    # This runs only on your machine. On Stoa, its text is the example in the form.
    agent.run("Which month had the highest sales?\n\nmonth,sales\nJanuary,120\nFebruary,180\nMarch,150")
