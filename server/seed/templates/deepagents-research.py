# /// script
# dependencies = ["deepagents", "langchain-openai"]
# ///
"""A starting point for deepagents. The agent plans its work, passes a check on to a subagent, and writes a brief from
your notes.

Upload this file as it is, or change it first. The agent has deepagents' own tools for plans, files and subagents; its
files exist only during the run.
"""

from deepagents import create_deep_agent
from langchain_openai import ChatOpenAI


def find_passages(notes: str, words: str) -> str:
    """Returns the lines of the notes that contain one of the words, with their numbers.

    Args:
        notes: The user's notes, word for word.
        words: Words to look for, separated by spaces.
    """
    wanted = words.lower().split()
    lines = enumerate(notes.splitlines(), 1)
    return "\n".join(f"{number}: {line}" for number, line in lines if any(word in line.lower() for word in wanted))


checker = {
    "name": "checker",
    "description": "Checks a draft against the notes. Pass it both.",
    "system_prompt": "Compare each statement of the draft with the notes. List those that the notes do not support.",
}

# "default" is the model that the operator has chosen. Stoa provides the API key and the base URL.
agent = create_deep_agent(
    model=ChatOpenAI(model="default", temperature=0),
    tools=[find_passages],
    subagents=[checker],
    system_prompt="Write a brief of at most ten sentences that answers the question from the user's notes. Plan first. "
    "Let the checker read your draft, and correct it. Give the number of the line for each statement.",
)

if __name__ == "__main__":
    # This runs only on your machine. On Stoa, its text is the example in the form.
    question = "What changes in November?\n\nThe ferry stops in November for repairs.\nA bus replaces it twice a day."
    print(agent.invoke({"messages": [{"role": "user", "content": question}]})["messages"][-1].content)
