from dataclasses import dataclass

from langchain.agents import create_agent
from langchain.agents.structured_output import ToolStrategy
from langchain.tools import tool
from langchain_openai import ChatOpenAI


@dataclass
class ContactInfo:
    """Contact information of a person."""

    name: str
    email: str


@tool
def look_up(name: str) -> str:
    """Look a person up in the directory."""
    return f"{name} <{name.lower()}@example.com>"


agent = create_agent(
    model=ChatOpenAI(model="gpt-4.1-mini"),
    tools=[look_up],
    response_format=ToolStrategy(ContactInfo),
)

result = agent.invoke({"messages": [{"role": "user", "content": "Who is Ada?"}]})
result["structured_response"]
