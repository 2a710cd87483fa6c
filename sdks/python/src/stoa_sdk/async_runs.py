"""Starts, follows and cancels runs in the background."""

from __future__ import annotations

from contextlib import aclosing
from typing import AsyncGenerator, cast

from . import calls
from .api_types import AcceptedRun, CancelledRun, ExecutionResult, InputData, RunEvent
from .async_transport import AsyncTransport
from .calls import NOT_GIVEN, NotGiven
from .deadline import Deadline
from .followed_run import FollowedRun, broke_off


class AsyncRuns:
    """Starts, follows and cancels runs."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def start(
        self,
        agent_id: int,
        input_data: InputData,
        *,
        max_cost: float | None = None,
        timeout: int | None = None,
        version: int | None = None,
        conversation_id: str | None = None,
        parent_turn: int | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
    ) -> AcceptedRun:
        """Starts a run without waiting for it. Takes the same arguments as `Agents.execute`."""
        call = calls.start(
            agent_id,
            input_data,
            max_cost=max_cost,
            timeout=timeout,
            version=version,
            conversation_id=conversation_id,
            parent_turn=parent_turn,
            idempotency_key=idempotency_key,
            headers={"prefer": "respond-async"},
        )
        return cast(AcceptedRun, await self._transport.request(call))

    async def get(self, run_id: str) -> ExecutionResult:
        """Returns the status of your run, or its result."""
        return cast(ExecutionResult, await self._transport.request(calls.run(run_id)))

    def events(self, run_id: str, *, after: int = 0) -> AsyncGenerator[RunEvent, None]:
        """Yields the events of a run up to its result, from the beginning or after the event whose `id` is `after`."""
        return self._transport.follow(FollowedRun(self._transport.max_retries, run_id, last=after))

    async def wait(self, run_id: str, *, timeout: float | None = None) -> ExecutionResult:
        """Waits for a run to end. After `timeout` seconds, raises StoaTimeoutError when the server sends its next
        message, which takes up to 15 seconds, or 45 if the connection is lost. The run continues.
        """
        deadline = Deadline.after(timeout)
        followed = FollowedRun(self._transport.max_retries, run_id, last=0, deadline=deadline)
        async with aclosing(self._transport.follow(followed)) as events:
            async for event in events:
                if event["event"] == "result":
                    return event["data"]
        raise broke_off()

    async def cancel(self, run_id: str) -> CancelledRun:
        """Cancels a run. If it has produced output, you are charged for what it has used so far."""
        return cast(CancelledRun, await self._transport.request(calls.cancel(run_id)))
