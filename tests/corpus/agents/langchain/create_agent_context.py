from dataclasses import dataclass

from langchain.agents import create_agent
from langchain.tools import ToolRuntime, tool
from langchain_openai import ChatOpenAI


@dataclass
class Context:
    """Custom runtime context schema.

    Attributes:
        user_id: The account that the weather is for.
    """

    user_id: str
    unit: str = "celsius"


@tool
def get_user_location(runtime: ToolRuntime[Context]) -> str:
    """Retrieve user information based on user ID."""
    city = "Rome" if runtime.context.user_id == "1" else "Paris"
    return f"{city} in {runtime.context.unit}"


agent = create_agent(
    model=ChatOpenAI(model="gpt-4o-mini"),
    system_prompt="You are an expert weather forecaster.",
    tools=[get_user_location],
    context_schema=Context,
)

if __name__ == "__main__":
    response = agent.invoke(
        {"messages": [{"role": "user", "content": "what is the weather outside?"}]},
        context=Context(user_id="1"),
    )
    print(response["messages"][-1].content)
