"""A starting point for an AutoGen team: a writer shortens a notice, and an editor in code returns it until it fits.

Upload this file as it is, or change it first. Stoa needs one team at the top level, named `team`. The file shows a
team that always ends, with one agent written in code and one agent that uses a model.
"""

from collections.abc import Sequence

from autogen_agentchat.agents import AssistantAgent, BaseChatAgent
from autogen_agentchat.base import Response
from autogen_agentchat.conditions import StopMessageTermination
from autogen_agentchat.messages import BaseChatMessage, StopMessage, TextMessage
from autogen_agentchat.teams import RoundRobinGroupChat
from autogen_core import CancellationToken
from autogen_core.models import ModelInfo
from autogen_ext.models.openai import OpenAIChatCompletionClient

MAX_WORDS = 60  # fits a notice board
MAX_DRAFTS = 3  # a team needs an end: each turn is paid for

# You need no API key and no base URL: Stoa provides both. "default" is the model that the operator has chosen. AutoGen
# does not know a model with that name, so model_info states what it supports.
model_client = OpenAIChatCompletionClient(
    model="default",
    model_info=ModelInfo(
        vision=False, function_calling=True, json_output=True, structured_output=True, family="unknown"
    ),
)

writer = AssistantAgent(
    "writer",
    model_client=model_client,
    description="Writes the notice.",
    system_message="Summarize the text that you are given in two sentences, for a notice board. Do what the editor asks.",
)


class Editor(BaseChatAgent):
    """An editor that counts words. It costs nothing, because counting needs no model."""

    def __init__(self) -> None:
        super().__init__("editor", "Refuses what is too long, and ends the session with what fits.")
        self._drafts = 0

    @property
    def produced_message_types(self) -> Sequence[type[BaseChatMessage]]:
        return (TextMessage, StopMessage)

    async def on_messages(self, messages: Sequence[BaseChatMessage], cancellation_token: CancellationToken) -> Response:
        self._drafts += 1
        draft = next((message.to_text().strip() for message in reversed(messages) if message.source == "writer"), "")
        words = len(draft.split())
        if words > MAX_WORDS and self._drafts < MAX_DRAFTS:
            told = f"At most {MAX_WORDS} words, please, and not {words}. Summarize this in one sentence:\n\n{draft}"
            return Response(chat_message=TextMessage(content=told, source=self.name))
        # The last message of a team is its answer. Earlier messages are shown as steps.
        cut = " ".join(draft.split()[:MAX_WORDS])
        notice = draft if words <= MAX_WORDS else f"{cut} …"
        return Response(chat_message=StopMessage(content=notice, source=self.name))

    async def on_reset(self, cancellation_token: CancellationToken) -> None:
        self._drafts = 0


# Members speak in turn. The condition ends the session at the editor's StopMessage; max_turns ends it in any case.
team = RoundRobinGroupChat(
    [writer, Editor()], termination_condition=StopMessageTermination(), max_turns=2 * MAX_DRAFTS
)

if __name__ == "__main__":
    import asyncio

    from autogen_agentchat.ui import Console

    # This runs only on your machine. Stoa fills the form with this task as the example.
    asyncio.run(
        Console(
            team.run_stream(
                task="The library will close for repairs in July. Books can be returned at the town hall until the end of August. "
                "Nobody pays a fee for July. The reading room moves to the old school, which has forty seats and opens at nine."
            )
        )
    )
