import asyncio

from autogen_agentchat.agents import AssistantAgent
from autogen_agentchat.conditions import TextMentionTermination
from autogen_agentchat.teams import RoundRobinGroupChat
from autogen_agentchat.ui import Console
from autogen_ext.models.openai import OpenAIChatCompletionClient


async def main() -> None:
    model_client = OpenAIChatCompletionClient(model="gpt-4o-2024-08-06")

    primary_agent = AssistantAgent(
        "primary",
        model_client=model_client,
        system_message="You are a helpful AI assistant.",
    )
    critic_agent = AssistantAgent(
        "critic",
        model_client=model_client,
        system_message="Provide constructive feedback. Respond with 'APPROVE' when your feedbacks are addressed.",
    )

    text_termination = TextMentionTermination("APPROVE")
    team = RoundRobinGroupChat([primary_agent, critic_agent], termination_condition=text_termination)

    await Console(team.run_stream(task="Write a short poem about the fall season."))
    await model_client.close()


asyncio.run(main())
