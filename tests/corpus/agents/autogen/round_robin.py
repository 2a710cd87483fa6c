from autogen_agentchat.agents import AssistantAgent
from autogen_agentchat.conditions import MaxMessageTermination
from autogen_agentchat.teams import RoundRobinGroupChat
from autogen_ext.models.openai import OpenAIChatCompletionClient

client = OpenAIChatCompletionClient(model="gpt-4o")
primary = AssistantAgent("primary", model_client=client, system_message="You write.")
critic = AssistantAgent("critic", model_client=client, system_message="You criticise.")
team = RoundRobinGroupChat([primary, critic], termination_condition=MaxMessageTermination(3))
