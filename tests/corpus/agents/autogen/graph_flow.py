import asyncio

from autogen_agentchat.agents import AssistantAgent
from autogen_agentchat.teams import DiGraphBuilder, GraphFlow
from autogen_agentchat.ui import Console
from autogen_ext.models.openai import OpenAIChatCompletionClient

client = OpenAIChatCompletionClient(model="gpt-4.1-nano")
writer = AssistantAgent("writer", model_client=client, system_message="Draft a short paragraph on climate change.")
reviewer = AssistantAgent("reviewer", model_client=client, system_message="Review the draft.")
builder = DiGraphBuilder()
builder.add_node(writer).add_node(reviewer)
builder.add_edge(writer, reviewer)
flow = GraphFlow([writer, reviewer], graph=builder.build())


async def main():
    await Console(flow.run_stream(task="Write a short paragraph about climate change."))


asyncio.run(main())
