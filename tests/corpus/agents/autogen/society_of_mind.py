from autogen_agentchat.agents import AssistantAgent, SocietyOfMindAgent
from autogen_agentchat.conditions import MaxMessageTermination
from autogen_agentchat.teams import RoundRobinGroupChat
from autogen_ext.models.openai import OpenAIChatCompletionClient

model_client = OpenAIChatCompletionClient(model="gpt-4o-mini")
writer = AssistantAgent("writer", model_client=model_client, system_message="You write well.")
editor = AssistantAgent("editor", model_client=model_client, system_message="You review.")
inner_team = RoundRobinGroupChat([writer, editor], termination_condition=MaxMessageTermination(3))
society = SocietyOfMindAgent("society", team=inner_team, model_client=model_client)
team = RoundRobinGroupChat([society], max_turns=1)
