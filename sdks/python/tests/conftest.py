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
from stoa_sdk.async_runs import AsyncRuns
from stoa_sdk.async_transport import AsyncTransport
from stoa_sdk.runs import Runs
from stoa_sdk.settings import read_settings
from stoa_sdk.transport import Transport

KEY = "stoa_a-secret-that-nobody-prints"


@dataclass
class Stage:
    """A server, and a client that records its pauses instead of waiting."""

    server: Script
    pauses: list[float]
    is_async: bool

    def agents(self, method: str, *args: Any, **options: Any) -> Any:
        """Calls a method of `agents`. Iterators are returned as lists."""
        return self._call(lambda agents, _: getattr(agents, method)(*args, **options))

    def runs(self, method: str, *args: Any, **options: Any) -> Any:
        """Calls a method of `runs`. Iterators are returned as lists."""
        return self._call(lambda _, runs: getattr(runs, method)(*args, **options))

    def leave_stream(self, then: Callable[[], bool]) -> bool:
        """Leaves a stream after its first event. Returns the result of `then`, which it calls before the client does
        anything else.
        """

        def leave(agents: Agents, _: Any) -> bool:
            with closing(agents.stream(1, {})) as events:
                next(events)
            return then()

        async def leave_async(agents: AsyncAgents, _: Any) -> bool:
            async with aclosing(agents.stream(1, {})) as events:
                await anext(events)
            return then()

        return self._call(leave_async if self.is_async else leave)

    def _call(self, call: Callable[[Any, Any], Any]) -> Any:
        settings = read_settings(KEY, self.server.url, 60, 4)
        if self.is_async:
            return asyncio.run(self._call_async(call, settings))
        transport = Transport(settings, self.pauses.append)
        try:
            result = call(Agents(transport), Runs(transport))
            return list(result) if isinstance(result, Iterator) else result
        finally:
            transport.close()

    async def _call_async(self, call: Callable[[Any, Any], Any], settings: Any) -> Any:
        async def pause(seconds: float) -> None:
            self.pauses.append(seconds)

        transport = AsyncTransport(settings, pause)
        try:
            result = call(AsyncAgents(transport), AsyncRuns(transport))
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
