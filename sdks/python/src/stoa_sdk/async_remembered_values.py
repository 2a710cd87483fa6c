"""Lists and deletes what agents remember."""

from __future__ import annotations

from typing import List, cast

from . import calls
from .api_types import RememberedValueList, RememberingAgent, RememberingAgentList
from .async_transport import AsyncTransport


class AsyncRememberedValues:
    """Lists and deletes what agents remember about you between runs."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def agents(self) -> List[RememberingAgent]:
        """Returns the agents that remember something about you, the most recently updated first."""
        listed = cast(RememberingAgentList, await self._transport.request(calls.remembering_agents()))
        return listed["agents"]

    async def list(self, agent_id: int) -> RememberedValueList:
        """Returns what an agent remembers about you."""
        return cast(RememberedValueList, await self._transport.request(calls.remembered_values(agent_id)))

    async def delete(self, agent_id: int, key: str) -> None:
        """Deletes a value that an agent remembers about you."""
        await self._transport.request(calls.delete_remembered_value(agent_id, key))

    async def delete_all_of_agent(self, agent_id: int) -> None:
        """Deletes everything that an agent remembers about you."""
        await self._transport.request(calls.delete_remembered_values(agent_id))

    async def delete_all(self) -> None:
        """Deletes everything that all agents remember about you."""
        await self._transport.request(calls.delete_remembered_values(None))
