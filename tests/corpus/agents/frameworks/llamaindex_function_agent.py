import asyncio

from llama_index.core.agent.workflow import FunctionAgent
from llama_index.llms.openai import OpenAI


def lookup(place: str) -> str:
    """Looks up a place."""
    return f"{place} has seven hills"


agent = FunctionAgent(
    tools=[lookup],
    llm=OpenAI(model="gpt-4o-mini"),
    system_prompt="You are a helpful assistant.",
)


async def main():
    response = await agent.run("What is Rome?")
    print(str(response))


if __name__ == "__main__":
    asyncio.run(main())
