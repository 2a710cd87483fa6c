from autogen_agentchat.agents import AssistantAgent
from autogen_agentchat.conditions import MaxMessageTermination, TextMentionTermination
from autogen_agentchat.teams import Swarm
from autogen_ext.models.openai import OpenAIChatCompletionClient

model_client = OpenAIChatCompletionClient(model="gpt-4o")


def refund_flight(flight_id: str) -> str:
    """Refund a flight"""
    return f"Flight {flight_id} refunded"


travel_agent = AssistantAgent(
    "travel_agent",
    model_client=model_client,
    handoffs=["flights_refunder"],
    system_message="You are a travel agent. Use TERMINATE when the travel planning is complete.",
)
flights_refunder = AssistantAgent(
    "flights_refunder",
    model_client=model_client,
    handoffs=["travel_agent"],
    tools=[refund_flight],
    system_message="You are an agent specialized in refunding flights.",
)
termination = TextMentionTermination("TERMINATE") | MaxMessageTermination(6)
team = Swarm([travel_agent, flights_refunder], termination_condition=termination)
