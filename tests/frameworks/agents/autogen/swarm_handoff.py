import asyncio

from autogen_agentchat.agents import AssistantAgent
from autogen_agentchat.conditions import MaxMessageTermination, TextMentionTermination
from autogen_agentchat.teams import Swarm
from autogen_ext.models.openai import OpenAIChatCompletionClient


async def main() -> None:
    model_client = OpenAIChatCompletionClient(model="gpt-4o")

    alice = AssistantAgent(
        "Alice",
        model_client=model_client,
        handoffs=["Bob"],
        system_message="You are Alice and you only answer questions about yourself.",
    )
    bob = AssistantAgent(
        "Bob",
        model_client=model_client,
        system_message="You are Bob and your birthday is on 1st January. End with TERMINATE.",
    )

    termination = TextMentionTermination("TERMINATE") | MaxMessageTermination(6)
    team = Swarm([alice, bob], termination_condition=termination)

    stream = team.run_stream(task="What is Bob's birthday?")
    async for message in stream:
        print(message)


asyncio.run(main())
