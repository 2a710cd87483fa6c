"""Provides fixtures that run each test with the synchronous and the asynchronous client, on one scripted server."""

from __future__ import annotations

import asyncio
from contextlib import aclosing, closing
from dataclasses import dataclass
from typing import Any, AsyncIterator, Callable, Iterator

import pytest
import scripted_server
from scripted_server import Script
from stoa_sdk.agents import Agents
from stoa_sdk.async_agents import AsyncAgents
from stoa_sdk.async_conversations import AsyncConversations
from stoa_sdk.async_files import AsyncFiles
from stoa_sdk.async_remembered_values import AsyncRememberedValues
from stoa_sdk.async_runs import AsyncRuns
from stoa_sdk.async_transport import AsyncTransport
from stoa_sdk.conversations import Conversations
from stoa_sdk.files import Files
from stoa_sdk.remembered_values import RememberedValues
from stoa_sdk.runs import Runs
from stoa_sdk.settings import read_settings
from stoa_sdk.transport import Transport

KEY = "stoa_a-secret-that-nobody-prints"


@dataclass
class Resources:
    """The parts of a client."""

    agents: Agents | AsyncAgents
    conversations: Conversations | AsyncConversations
    files: Files | AsyncFiles
    remembered_values: RememberedValues | AsyncRememberedValues
    runs: Runs | AsyncRuns


@dataclass
class Stage:
    """A server, and a client that records its pauses instead of waiting."""

    server: Script
    pauses: list[float]
    is_async: bool

    def agents(self, method: str, *args: Any, **options: Any) -> Any:
        """Calls a method of `agents`. Iterators are returned as lists."""
        return self._call(lambda resources: getattr(resources.agents, method)(*args, **options))

    def runs(self, method: str, *args: Any, **options: Any) -> Any:
        """Calls a method of `runs`. Iterators are returned as lists."""
        return self._call(lambda resources: getattr(resources.runs, method)(*args, **options))

    def conversations(self, method: str, *args: Any, **options: Any) -> Any:
        """Calls a method of `conversations`. Iterators are returned as lists."""
        return self._call(lambda resources: getattr(resources.conversations, method)(*args, **options))

    def remembered_values(self, method: str, *args: Any, **options: Any) -> Any:
        """Calls a method of `remembered_values`."""
        return self._call(lambda resources: getattr(resources.remembered_values, method)(*args, **options))

    def files(self, method: str, *args: Any, **options: Any) -> Any:
        """Calls a method of `files`. Iterators are returned as lists."""
        return self._call(lambda resources: getattr(resources.files, method)(*args, **options))

    def leave_stream(self, then: Callable[[], bool]) -> bool:
        """Leaves a stream after its first event. Returns the result of `then`, which it calls before the client does
        anything else.
        """

        def leave(resources: Any) -> bool:
            with closing(resources.agents.stream(1, {})) as events:
                next(events)
            return then()

        async def leave_async(resources: Any) -> bool:
            async with aclosing(resources.agents.stream(1, {})) as events:
                await anext(events)
            return then()

        return self._call(leave_async if self.is_async else leave)

    def _call(self, call: Callable[[Any], Any]) -> Any:
        settings = read_settings(KEY, self.server.url, 60, 4)
        if self.is_async:
            return asyncio.run(self._call_async(call, settings))
        transport = Transport(settings, self.pauses.append)
        try:
            resources = Resources(
                Agents(transport), Conversations(transport), Files(transport), RememberedValues(transport), Runs(transport)
            )
            result = call(resources)
            return list(result) if isinstance(result, Iterator) else result
        finally:
            transport.close()

    async def _call_async(self, call: Callable[[Any], Any], settings: Any) -> Any:
        async def pause(seconds: float) -> None:
            self.pauses.append(seconds)

        transport = AsyncTransport(settings, pause)
        try:
            resources = Resources(
                AsyncAgents(transport),
                AsyncConversations(transport),
                AsyncFiles(transport),
                AsyncRememberedValues(transport),
                AsyncRuns(transport),
            )
            result = call(resources)
            if isinstance(result, AsyncIterator):
                return [item async for item in result]
            return await result
        finally:
            await transport.close()


@pytest.fixture(scope="session")
def server() -> Iterator[Script]:
    script, stop = scripted_server.start()
    yield script
    stop()


@pytest.fixture(params=["sync", "async"])
def stage(server: Script, request: pytest.FixtureRequest) -> Stage:
    return Stage(server, [], request.param == "async")
