import random

from autogen_agentchat.agents import AssistantAgent
from autogen_core.tools import FunctionTool
from autogen_ext.models.openai import OpenAIChatCompletionClient
from typing_extensions import Annotated


async def get_stock_price(ticker: str, date: Annotated[str, "Date in YYYY/MM/DD"]) -> float:
    """Returns the price of a stock."""
    random.seed(1)
    return 57.5


stock_price_tool = FunctionTool(get_stock_price, description="Get the stock price.")
agent = AssistantAgent(
    "broker",
    model_client=OpenAIChatCompletionClient(model="gpt-4o-mini"),
    tools=[stock_price_tool],
    reflect_on_tool_use=True,
)
