"""Creates, reads and changes conversations with agents."""

from __future__ import annotations

from typing import AsyncIterator, Literal, cast, overload

from . import calls
from .api_types import Conversation, ConversationExport, ConversationLink, ConversationList, Turn, TurnList
from .async_transport import AsyncTransport
from .calls import NOT_GIVEN, NotGiven


class AsyncConversations:
    """Creates, reads and changes conversations. To add a turn, run the agent with `conversation_id`."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(
        self, agent_id: int, *, title: str | None = None, max_cost: float | None = None
    ) -> Conversation:
        """Creates an empty conversation with an agent.

        Args:
            agent_id: the agent
            title: the title; by default, the beginning of the first message
            max_cost: the maximum cost of all turns together, in USD
        """
        call = calls.create_conversation(agent_id, title, max_cost)
        return cast(Conversation, await self._transport.request(call))

    async def list(
        self, *, agent_id: int | None = None, search: str | None = None, limit: int | None = None
    ) -> AsyncIterator[Conversation]:
        """Yields your conversations, the most recently used first. `limit` is the page size."""
        cursor: str | None = None
        while True:
            call = calls.conversations({"agent_id": agent_id, "search": search, "limit": limit, "cursor": cursor})
            page = cast(ConversationList, await self._transport.request(call))
            for conversation in page["conversations"]:
                yield conversation
            cursor = page["next_cursor"]
            if cursor is None:
                return

    async def get(self, conversation_id: str) -> Conversation:
        """Returns a conversation with its total cost."""
        return cast(Conversation, await self._transport.request(calls.conversation(conversation_id)))

    async def update(
        self,
        conversation_id: str,
        *,
        title: str | None = None,
        max_cost: float | None | NotGiven = NOT_GIVEN,
        current_turn: int | None = None,
    ) -> Conversation:
        """Changes a conversation. Omitted arguments leave their values unchanged.

        Args:
            conversation_id: the conversation
            title: the new title
            max_cost: the maximum cost of all turns together, in USD; None removes it
            current_turn: the turn after which the conversation continues
        """
        call = calls.update_conversation(
            conversation_id, title=title, max_cost=max_cost, current_turn=current_turn
        )
        return cast(Conversation, await self._transport.request(call))

    async def delete(self, conversation_id: str) -> None:
        """Deletes a conversation with the content of its turns."""
        await self._transport.request(calls.delete_conversation(conversation_id))

    async def turns(self, conversation_id: str, *, limit: int | None = None) -> AsyncIterator[Turn]:
        """Yields the turns of a conversation, newest first, including edited and failed ones. `limit` is the page
        size.
        """
        cursor: str | None = None
        while True:
            call = calls.turns(conversation_id, {"limit": limit, "cursor": cursor})
            page = cast(TurnList, await self._transport.request(call))
            for turn in page["turns"]:
                yield turn
            cursor = page["next_cursor"]
            if cursor is None:
                return

    async def branch(self, conversation_id: str, turn: int) -> Conversation:
        """Copies the turns up to this one into a new conversation, at no cost."""
        return cast(Conversation, await self._transport.request(calls.branch(conversation_id, turn)))

    async def share(self, conversation_id: str) -> ConversationLink:
        """Returns a link with which anyone can read the turns up to the current one, and revokes an earlier link."""
        return cast(ConversationLink, await self._transport.request(calls.share(conversation_id)))

    async def unshare(self, conversation_id: str) -> None:
        """Revokes the link of a conversation."""
        await self._transport.request(calls.unshare(conversation_id))

    @overload
    async def export(self, conversation_id: str, *, format: Literal["json"] = "json") -> ConversationExport: ...
    @overload
    async def export(self, conversation_id: str, *, format: Literal["markdown"]) -> str: ...
    async def export(
        self, conversation_id: str, *, format: Literal["json", "markdown"] = "json"
    ) -> ConversationExport | str:
        """Returns a conversation with its current turn and the turns that it follows, as data or as Markdown."""
        call = calls.export_conversation(conversation_id, format)
        if format == "markdown":
            return await self._transport.request_text(call)
        return cast(ConversationExport, await self._transport.request(call))
