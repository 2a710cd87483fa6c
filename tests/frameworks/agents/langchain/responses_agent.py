from langchain.agents import create_agent
from langchain_openai import ChatOpenAI


def multiply(a: int, b: int) -> int:
    """Multiply two numbers."""
    return a * b


agent = create_agent(ChatOpenAI(model="gpt-5-mini", use_responses_api=True), tools=[multiply])
