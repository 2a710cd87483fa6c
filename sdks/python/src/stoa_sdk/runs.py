# Generated from async_runs.py by `npm run generate`.
"""Runs that go on by themselves."""

from __future__ import annotations

from contextlib import closing
from typing import Generator, cast

from . import calls
from .api_types import AcceptedRun, CancelledRun, ExecutionResult, InputData, RunEvent
from .transport import Transport
from .deadline import Deadline
from .followed_run import FollowedRun, broke_off


class Runs:
    """Runs started, looked at, waited for and stopped."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def start(
        self,
        agent_id: int,
        input_data: InputData,
        *,
        max_cost: float | None = None,
        timeout: int | None = None,
        version: int | None = None,
        idempotency_key: str | None = None,
    ) -> AcceptedRun:
        """Starts a run and does not wait for it. The arguments are those of `Agents.execute`."""
        call = calls.start(
            agent_id,
            input_data,
            max_cost=max_cost,
            timeout=timeout,
            version=version,
            idempotency_key=idempotency_key,
            headers={"prefer": "respond-async"},
        )
        return cast(AcceptedRun, self._transport.request(call))

    def get(self, run_id: str) -> ExecutionResult:
        """How a run of yours stands, or how it ended."""
        return cast(ExecutionResult, self._transport.request(calls.run(run_id)))

    def events(self, run_id: str, *, after: int = 0) -> Generator[RunEvent, None, None]:
        """The events of a run to its result, from its beginning or after the event with this `id`."""
        return self._transport.follow(FollowedRun(self._transport.max_retries, run_id, last=after))

    def wait(self, run_id: str, *, timeout: float | None = None) -> ExecutionResult:
        """Waits for a run to end. Raises StoaTimeoutError after `timeout` seconds, when the server says something next:
        within 15 seconds, or 45 where the connection has gone. The run goes on."""
        deadline = Deadline.after(timeout)
        followed = FollowedRun(self._transport.max_retries, run_id, last=0, deadline=deadline)
        with closing(self._transport.follow(followed)) as events:
            for event in events:
                if event["event"] == "result":
                    return event["data"]
        raise broke_off()

    def cancel(self, run_id: str) -> CancelledRun:
        """Stops a run. What it cost until then is charged once it has given an output."""
        return cast(CancelledRun, self._transport.request(calls.cancel(run_id)))
