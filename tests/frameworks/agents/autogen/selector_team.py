from autogen_agentchat.agents import AssistantAgent
from autogen_agentchat.conditions import MaxMessageTermination, TextMentionTermination
from autogen_agentchat.teams import SelectorGroupChat
from autogen_ext.models.openai import OpenAIChatCompletionClient

model_client = OpenAIChatCompletionClient(model="gpt-4o")


def search_web_tool(query: str) -> str:
    if "2006-2007" in query:
        return "Dwyane Wade scored 1397 points in the 2006-2007 season."
    return "No data found."


planning_agent = AssistantAgent(
    "PlanningAgent",
    description="An agent for planning tasks, this agent should be the first to engage when given a new task.",
    model_client=model_client,
    system_message="You are a planning agent. After all tasks are complete, summarize and end with 'TERMINATE'.",
)
web_search_agent = AssistantAgent(
    "WebSearchAgent",
    description="An agent for searching information on the web.",
    tools=[search_web_tool],
    model_client=model_client,
    system_message="You are a web search agent. Your only tool is search_web_tool.",
)

termination = TextMentionTermination("TERMINATE") | MaxMessageTermination(max_messages=25)

team = SelectorGroupChat(
    [planning_agent, web_search_agent],
    model_client=model_client,
    termination_condition=termination,
    selector_prompt="""Select an agent to perform task.

{roles}

Current conversation context:
{history}

Read the above conversation, then select an agent from {participants} to perform the next task.
Only select one agent.
""",
    allow_repeated_speaker=True,
)
