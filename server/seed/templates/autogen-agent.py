"""A starting point for an AutoGen agent: an editor that shortens text and can count its words.

Upload this file as it is, or change it first. Stoa needs one object at the top level that AutoGen can run: an
agent named `agent`, or a team named `team`. Only the model's name is specific to Stoa: on your own machine, write
the name of a model that your key can use.
"""

from autogen_agentchat.agents import AssistantAgent
from autogen_core.models import ModelInfo
from autogen_ext.models.openai import OpenAIChatCompletionClient

# You need no API key and no base URL: Stoa provides both and meters the usage. "default" is the model that the operator
# has chosen. AutoGen does not know a model with that name, so model_info states what it supports. Names that AutoGen
# knows, such as "gpt-4o", need no model_info and work if the operator offers them. For an unknown name, the error lists
# the available models.
model_client = OpenAIChatCompletionClient(
    model="default",
    model_info=ModelInfo(
        vision=False, function_calling=True, json_output=True, structured_output=True, family="unknown"
    ),
)


# A function with types and a docstring is a tool: the model decides when to call it.
def count_words(text: str) -> int:
    """Count the words of a text."""
    return len(text.split())


# The form has one field, the message, which becomes the agent's task. The agent's last message is the answer; its
# earlier messages and tool calls are shown as steps.
agent = AssistantAgent(
    "editor",
    model_client=model_client,
    tools=[count_words],
    system_message="Summarize the text that you are given in two sentences. Use count_words if somebody asks for a length.",
    reflect_on_tool_use=True,
    model_client_stream=True,
)

# Further steps you could take:
#
# A team. Its members take turns until the condition ends it; the file's object is then `team`.
#
#     from autogen_agentchat.conditions import MaxMessageTermination, TextMentionTermination
#     from autogen_agentchat.teams import RoundRobinGroupChat
#
#     critic = AssistantAgent("critic", model_client=model_client, system_message="Say what is missing, or APPROVE.")
#     ends = TextMentionTermination("APPROVE", sources=["critic"]) | MaxMessageTermination(9)
#     team = RoundRobinGroupChat([agent, critic], termination_condition=ends)

if __name__ == "__main__":
    import asyncio

    from autogen_agentchat.ui import Console

    # This runs only on your machine. Stoa fills the form with this task as the example.
    asyncio.run(
        Console(
            agent.run_stream(
                task="The library will close for repairs in July. Books can be returned at the town hall until the end of August. "
                "Nobody pays a fee for July. The reading room moves to the old school, which has forty seats and opens at nine."
            )
        )
    )
