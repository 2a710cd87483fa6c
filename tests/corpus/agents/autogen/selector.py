from autogen_agentchat.agents import AssistantAgent
from autogen_agentchat.conditions import MaxMessageTermination
from autogen_agentchat.teams import SelectorGroupChat
from autogen_ext.models.openai import OpenAIChatCompletionClient

client = OpenAIChatCompletionClient(model="gpt-4o")
planner = AssistantAgent("planner", description="Plans.", model_client=client)
searcher = AssistantAgent("searcher", description="Searches.", model_client=client)
team = SelectorGroupChat([planner, searcher], model_client=client, termination_condition=MaxMessageTermination(3))
