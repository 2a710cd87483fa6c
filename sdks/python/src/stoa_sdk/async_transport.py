"""Sends calls, and retries failed calls if a retry can succeed."""

from __future__ import annotations

import asyncio
import time
from contextlib import aclosing, asynccontextmanager
from typing import Any, AsyncGenerator, Awaitable, Callable

import httpx

from .api_types import RunEvent
from .calls import Call
from .errors import StoaConnectionError, StoaError
from .followed_run import FollowedRun, broke_off
from .http_requests import client_options, error_of, json_of, own_errors, request_of, require_events
from .retry_policy import Attempts
from .settings import Settings


class AsyncTransport:
    """Sends calls to one server, with one key and one pool of connections."""

    def __init__(self, settings: Settings, pause: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self._settings = settings
        self._pause = pause
        self._client = httpx.AsyncClient(**client_options(settings))

    @property
    def max_retries(self) -> int:
        """How often failed calls are retried."""
        return self._settings.max_retries

    async def close(self) -> None:
        """Closes the connections."""
        await self._client.aclose()

    async def request(self, call: Call) -> Any:
        """Sends a call and returns the JSON value of its response. Raises StoaError."""
        response = await self._send(call, stream=False)
        return json_of(response)

    async def request_text(self, call: Call) -> str:
        """Sends a call and returns the text of its response. Raises StoaError."""
        response = await self._send(call, stream=False)
        return response.text

    async def request_bytes(self, call: Call) -> bytes:
        """Sends a call and returns the content of its response. Raises StoaError."""
        response = await self._send(call, stream=False)
        return response.content

    async def follow(self, run: FollowedRun) -> AsyncGenerator[RunEvent, None]:
        """Yields the events of a run up to its result."""
        while not run.ended:
            try:
                async with aclosing(self._events(run)) as events:
                    async for event in events:
                        yield event
                if not run.ended:
                    raise broke_off()
            except StoaConnectionError as error:
                pause = run.pause_after(error)
            else:
                return
            await self._pause(pause)

    async def _events(self, run: FollowedRun) -> AsyncGenerator[RunEvent, None]:
        with own_errors():
            async with self._open(run.call()) as response:
                run.opened()
                async for chunk in response.aiter_bytes():
                    for event in run.take(chunk):
                        yield event
                    if run.ended:
                        return
                    run.deadline.require_time()

    @asynccontextmanager
    async def _open(self, call: Call) -> AsyncGenerator[httpx.Response, None]:
        response = await self._send(call, stream=True)
        try:
            require_events(response)
            yield response
        finally:
            await response.aclose()

    async def _send(self, call: Call, *, stream: bool) -> httpx.Response:
        timeout = call.timeout if call.timeout is not None else self._settings.timeout
        attempts = Attempts(self._settings.max_retries, call.repeatable, time.monotonic() + timeout)
        while True:
            call.deadline.require_time()
            try:
                return await self._attempt(call, call.deadline.within(timeout), stream)
            except StoaError as error:
                pause = attempts.pause_after(error, time.monotonic())
                if pause is None:
                    raise
            await self._pause(call.deadline.within(pause))

    async def _attempt(self, call: Call, timeout: float, stream: bool) -> httpx.Response:
        with own_errors():
            request = self._client.build_request(**request_of(call, timeout))
            response = await self._client.send(request, stream=stream)
            if not response.is_success:
                await response.aread()
        if not response.is_success:
            await response.aclose()
            raise error_of(response)
        return response
