from typing import Sequence

from autogen_agentchat.agents import BaseChatAgent
from autogen_agentchat.base import Response
from autogen_agentchat.messages import BaseChatMessage, TextMessage
from autogen_core import CancellationToken


class Parrot(BaseChatAgent):
    def __init__(self, name: str):
        super().__init__(name, "Repeats what it hears.")

    @property
    def produced_message_types(self):
        return (TextMessage,)

    async def on_messages(self, messages: Sequence[BaseChatMessage], cancellation_token: CancellationToken) -> Response:
        return Response(chat_message=TextMessage(content=messages[-1].to_model_text() + "!", source=self.name))

    async def on_reset(self, cancellation_token: CancellationToken) -> None:
        pass


agent = Parrot("parrot")
