# Generated from async_conversations.py by `npm run generate`.
"""Creates, reads and changes conversations with agents."""

from __future__ import annotations

from typing import Iterator, Literal, cast, overload

from . import calls
from .api_types import Conversation, ConversationExport, ConversationLink, ConversationList, Turn, TurnList
from .transport import Transport
from .calls import NOT_GIVEN, NotGiven


class Conversations:
    """Creates, reads and changes conversations. To add a turn, run the agent with `conversation_id`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self, agent_id: int, *, title: str | None = None, max_cost: float | None = None
    ) -> Conversation:
        """Creates an empty conversation with an agent.

        Args:
            agent_id: the agent
            title: the title; by default, the beginning of the first message
            max_cost: the maximum cost of all turns together, in USD
        """
        call = calls.create_conversation(agent_id, title, max_cost)
        return cast(Conversation, self._transport.request(call))

    def list(
        self, *, agent_id: int | None = None, search: str | None = None, limit: int | None = None
    ) -> Iterator[Conversation]:
        """Yields your conversations, the most recently used first. `limit` is the page size."""
        cursor: str | None = None
        while True:
            call = calls.conversations({"agent_id": agent_id, "search": search, "limit": limit, "cursor": cursor})
            page = cast(ConversationList, self._transport.request(call))
            for conversation in page["conversations"]:
                yield conversation
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def get(self, conversation_id: str) -> Conversation:
        """Returns a conversation with its total cost."""
        return cast(Conversation, self._transport.request(calls.conversation(conversation_id)))

    def update(
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
        return cast(Conversation, self._transport.request(call))

    def delete(self, conversation_id: str) -> None:
        """Deletes a conversation with the content of its turns."""
        self._transport.request(calls.delete_conversation(conversation_id))

    def turns(self, conversation_id: str, *, limit: int | None = None) -> Iterator[Turn]:
        """Yields the turns of a conversation, newest first, including edited and failed ones. `limit` is the page
        size.
        """
        cursor: str | None = None
        while True:
            call = calls.turns(conversation_id, {"limit": limit, "cursor": cursor})
            page = cast(TurnList, self._transport.request(call))
            for turn in page["turns"]:
                yield turn
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def branch(self, conversation_id: str, turn: int) -> Conversation:
        """Copies the turns up to this one into a new conversation, at no cost."""
        return cast(Conversation, self._transport.request(calls.branch(conversation_id, turn)))

    def share(self, conversation_id: str) -> ConversationLink:
        """Returns a link with which anyone can read the turns up to the current one, and revokes an earlier link."""
        return cast(ConversationLink, self._transport.request(calls.share(conversation_id)))

    def unshare(self, conversation_id: str) -> None:
        """Revokes the link of a conversation."""
        self._transport.request(calls.unshare(conversation_id))

    @overload
    def export(self, conversation_id: str, *, format: Literal["json"] = "json") -> ConversationExport: ...
    @overload
    def export(self, conversation_id: str, *, format: Literal["markdown"]) -> str: ...
    def export(
        self, conversation_id: str, *, format: Literal["json", "markdown"] = "json"
    ) -> ConversationExport | str:
        """Returns a conversation with its current turn and the turns that it follows, as data or as Markdown."""
        call = calls.export_conversation(conversation_id, format)
        if format == "markdown":
            return self._transport.request_text(call)
        return cast(ConversationExport, self._transport.request(call))
