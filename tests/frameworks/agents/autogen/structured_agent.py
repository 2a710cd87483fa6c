import asyncio
from typing import Literal

from autogen_agentchat.agents import AssistantAgent
from autogen_ext.models.openai import OpenAIChatCompletionClient
from pydantic import BaseModel


class AgentResponse(BaseModel):
    thoughts: str
    response: Literal["happy", "sad", "neutral"]


def create_agent() -> AssistantAgent:
    return AssistantAgent(
        "assistant",
        model_client=OpenAIChatCompletionClient(model="gpt-4o"),
        system_message="Categorize the input as happy, sad, or neutral following the JSON format.",
        output_content_type=AgentResponse,
    )


async def main() -> None:
    result = await create_agent().run(task="I am happy.")
    print(result.messages[-1])


if __name__ == "__main__":
    asyncio.run(main())
