# Generated from async_transport.py by `npm run generate`.
"""Sends calls, and retries failed calls if a retry can succeed."""

from __future__ import annotations

import time
from contextlib import closing, contextmanager
from typing import Any, Generator, Callable

import httpx

from .api_types import RunEvent
from .calls import Call
from .errors import StoaConnectionError, StoaError
from .followed_run import FollowedRun, broke_off
from .http_requests import client_options, error_of, json_of, own_errors, request_of, require_events
from .retry_policy import Attempts
from .settings import Settings


class Transport:
    """Sends calls to one server, with one key and one pool of connections."""

    def __init__(self, settings: Settings, pause: Callable[[float], None] = time.sleep) -> None:
        self._settings = settings
        self._pause = pause
        self._client = httpx.Client(**client_options(settings))

    @property
    def max_retries(self) -> int:
        """How often failed calls are retried."""
        return self._settings.max_retries

    def close(self) -> None:
        """Closes the connections."""
        self._client.close()

    def request(self, call: Call) -> Any:
        """Sends a call and returns the JSON value of its response. Raises StoaError."""
        response = self._send(call, stream=False)
        return json_of(response)

    def request_text(self, call: Call) -> str:
        """Sends a call and returns the text of its response. Raises StoaError."""
        response = self._send(call, stream=False)
        return response.text

    def request_bytes(self, call: Call) -> bytes:
        """Sends a call and returns the content of its response. Raises StoaError."""
        response = self._send(call, stream=False)
        return response.content

    def follow(self, run: FollowedRun) -> Generator[RunEvent, None, None]:
        """Yields the events of a run up to its result."""
        while not run.ended:
            try:
                with closing(self._events(run)) as events:
                    for event in events:
                        yield event
                if not run.ended:
                    raise broke_off()
            except StoaConnectionError as error:
                pause = run.pause_after(error)
            else:
                return
            self._pause(pause)

    def _events(self, run: FollowedRun) -> Generator[RunEvent, None, None]:
        with own_errors():
            with self._open(run.call()) as response:
                run.opened()
                for chunk in response.iter_bytes():
                    for event in run.take(chunk):
                        yield event
                    if run.ended:
                        return
                    run.deadline.require_time()

    @contextmanager
    def _open(self, call: Call) -> Generator[httpx.Response, None, None]:
        response = self._send(call, stream=True)
        try:
            require_events(response)
            yield response
        finally:
            response.close()

    def _send(self, call: Call, *, stream: bool) -> httpx.Response:
        timeout = call.timeout if call.timeout is not None else self._settings.timeout
        attempts = Attempts(self._settings.max_retries, call.repeatable, time.monotonic() + timeout)
        while True:
            call.deadline.require_time()
            try:
                return self._attempt(call, call.deadline.within(timeout), stream)
            except StoaError as error:
                pause = attempts.pause_after(error, time.monotonic())
                if pause is None:
                    raise
            self._pause(call.deadline.within(pause))

    def _attempt(self, call: Call, timeout: float, stream: bool) -> httpx.Response:
        with own_errors():
            request = self._client.build_request(**request_of(call, timeout))
            response = self._client.send(request, stream=stream)
            if not response.is_success:
                response.read()
        if not response.is_success:
            response.close()
            raise error_of(response)
        return response
