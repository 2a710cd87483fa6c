from dataclasses import dataclass

from langchain.agents import create_agent
from langchain.agents.structured_output import ToolStrategy
from langchain.tools import tool


@dataclass
class ResponseFormat:
    punny_response: str
    conditions: str | None = None


@tool
def locate(place: str) -> str:
    """Locate a place."""
    return f"{place} lies in Italy"


agent = create_agent(
    "openai:gpt-4o-mini", tools=[locate], response_format=ToolStrategy(ResponseFormat)
)
