from langchain.agents import create_agent
from langchain.agents.middleware import SummarizationMiddleware
from langchain.chat_models import init_chat_model
from langchain.tools import tool


@tool
def lookup(term: str) -> str:
    """Looks a term up in the glossary."""
    return f"{term}: a term"


agent = create_agent(
    model=init_chat_model("openai:gpt-4o-mini"),
    tools=[lookup],
    middleware=[SummarizationMiddleware(model="openai:gpt-4o-mini", trigger=("tokens", 4000))],
)
