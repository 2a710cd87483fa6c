"""The API calls that both clients send."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from decimal import Decimal
from os import PathLike
from pathlib import Path
from typing import Any, Literal, Mapping, TypeAlias, Union
from urllib.parse import quote

from .api_types import InputData
from .deadline import NO_DEADLINE, Deadline

LONGEST_RUN_SECONDS = 600
"""The longest duration of a run. A test compares it with the contract."""
MARGIN_SECONDS = 30.0
"""The additional time in which a run can wait for a slot and its response can arrive."""
UPLOAD_TIMEOUT_SECONDS = 180.0
"""A trial run takes up to two minutes."""

Sort: TypeAlias = Literal["most_run", "best_rated", "newest", "cheapest", "fastest"]
Pricing: TypeAlias = Literal["free", "paid"]
AgentFile: TypeAlias = Union[str, "PathLike[str]", tuple[str, bytes]]
"""The path of an agent's file, or its name and content."""


@dataclass(frozen=True)
class Call:
    """A call to the API, which may be sent more than once."""

    method: Literal["GET", "POST"]
    path: str
    """The path below `/api/v1/sdk`."""
    query: Mapping[str, str | int] = field(default_factory=dict[str, "str | int"])
    json: Mapping[str, Any] | None = None
    fields: Mapping[str, str] | None = None
    file: tuple[str, bytes] | None = None
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    repeatable: bool = True
    """Whether the call still takes effect only once if it reaches the server twice."""
    timeout: float | None = None
    """Time limit for this call in seconds. Defaults to the settings."""
    deadline: Deadline = NO_DEADLINE
    """The time at which the caller stops waiting. It limits the call and its retries together."""


def listing(query: Mapping[str, str | int | None]) -> Call:
    """Returns the call that lists one page of the marketplace's agents."""
    return Call("GET", "/agents", query={name: value for name, value in query.items() if value is not None})


def agent(agent_id: int) -> Call:
    """Returns the call that gets an agent."""
    return Call("GET", f"/agents/{agent_id}")


def start(
    agent_id: int,
    input_data: InputData,
    *,
    max_cost: float | None,
    timeout: int | None,
    version: int | None,
    idempotency_key: str | None,
    headers: Mapping[str, str] | None = None,
) -> Call:
    """Returns the call that starts a run. Only one run starts, however often the call is sent."""
    chosen = {"max_cost": max_cost, "timeout": timeout, "version": version}
    options = {name: value for name, value in chosen.items() if value is not None}
    key = f"sdk-{uuid.uuid4().hex}" if idempotency_key is None else idempotency_key
    return Call(
        "POST",
        f"/agents/{agent_id}/execute",
        json={"input_data": input_data, **options},
        headers={"idempotency-key": key, **(headers or {})},
        timeout=(timeout or LONGEST_RUN_SECONDS) + MARGIN_SECONDS,
    )


def run(run_id: str) -> Call:
    """Returns the call that gets a run's status or result."""
    return Call("GET", _run_path(run_id))


def run_events(run_id: str, after: int) -> Call:
    """Returns the call that streams the events of a run that follow the event with the ID `after`."""
    return Call("GET", f"{_run_path(run_id)}/events", headers={"last-event-id": str(after)})


def cancel(run_id: str) -> Call:
    """Returns the call that cancels a run."""
    return Call("POST", f"{_run_path(run_id)}/cancel")


def upload(path: str, file: AgentFile, fields: Mapping[str, object]) -> Call:
    """Returns the call that uploads an agent's file. It is not repeatable, because a second upload would create a
    second agent or version.
    """
    given = {name: _as_text(value) for name, value in fields.items() if value is not None}
    return Call(
        "POST",
        path,
        fields=given,
        file=_content(file),
        repeatable=False,
        timeout=UPLOAD_TIMEOUT_SECONDS,
    )


def balance() -> Call:
    """Returns the call that gets the balance."""
    return Call("GET", "/balance")


def usage() -> Call:
    """Returns the call that gets the usage totals."""
    return Call("GET", "/usage/stats")


def _as_text(value: object) -> str:
    """Returns a value as text. Python formats a small float as 1e-05, which the API does not accept as a price, so this
    uses plain decimals.
    """
    return format(Decimal(repr(value)), "f") if isinstance(value, float) else str(value)


def _content(file: AgentFile) -> tuple[str, bytes]:
    if isinstance(file, tuple):
        return file
    path = Path(file)
    return path.name, path.read_bytes()


def _run_path(run_id: str) -> str:
    return f"/runs/{quote(run_id, safe='')}"
