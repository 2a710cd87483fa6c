"""The API calls that both clients send."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from decimal import Decimal
from enum import Enum
from io import BytesIO
from os import PathLike
from pathlib import Path
from typing import Any, BinaryIO, Final, Literal, Mapping, TypeAlias, Union
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


class NotGiven(Enum):
    """The type of `NOT_GIVEN`, the default of options for which None has a meaning of its own."""

    NOT_GIVEN = "not given"


NOT_GIVEN: Final = NotGiven.NOT_GIVEN


@dataclass(frozen=True)
class Call:
    """A call to the API, which may be sent more than once."""

    method: Literal["GET", "POST", "PUT", "DELETE"]
    path: str
    """The path below `/api/v1`."""
    query: Mapping[str, str | int] = field(default_factory=dict[str, "str | int"])
    json: Mapping[str, Any] | None = None
    fields: Mapping[str, str] | None = None
    file: tuple[str, bytes] | None = None
    content: bytes | None = None
    """A body that is sent as it is."""
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    repeatable: bool = True
    """Whether the call still takes effect only once if it reaches the server twice."""
    timeout: float | None = None
    """Time limit for this call in seconds. Defaults to the settings."""
    deadline: Deadline = NO_DEADLINE
    """The time at which the caller stops waiting. It limits the call and its retries together."""


def listing(query: Mapping[str, str | int | None]) -> Call:
    """Returns the call that lists one page of the marketplace's agents."""
    return Call("GET", "/sdk/agents", query=_given(**query))


def agent(agent_id: int) -> Call:
    """Returns the call that gets an agent."""
    return Call("GET", f"/sdk/agents/{agent_id}")


def start(
    agent_id: int,
    input_data: InputData,
    *,
    max_cost: float | None,
    timeout: int | None,
    version: int | None,
    conversation_id: str | None,
    parent_turn: int | None | NotGiven,
    idempotency_key: str | None,
    headers: Mapping[str, str] | None = None,
) -> Call:
    """Returns the call that starts a run. Only one run starts, however often the call is sent."""
    options = _given(max_cost=max_cost, timeout=timeout, version=version, conversation_id=conversation_id)
    if parent_turn is not NOT_GIVEN:
        options["parent_turn"] = parent_turn
    key = f"sdk-{uuid.uuid4().hex}" if idempotency_key is None else idempotency_key
    return Call(
        "POST",
        f"/sdk/agents/{agent_id}/execute",
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


def create_conversation(agent_id: int, title: str | None, max_cost: float | None) -> Call:
    """Returns the call that creates a conversation. It is not repeatable, because a second call would create a second
    conversation.
    """
    fields = _given(agent_id=agent_id, title=title, max_cost=max_cost)
    return Call("POST", "/conversations", json=fields, repeatable=False)


def conversations(query: Mapping[str, str | int | None]) -> Call:
    """Returns the call that lists one page of conversations."""
    return Call("GET", "/conversations", query=_given(**query))


def conversation(conversation_id: str) -> Call:
    """Returns the call that gets a conversation."""
    return Call("GET", _conversation_path(conversation_id))


def update_conversation(
    conversation_id: str, *, title: str | None, max_cost: float | None | NotGiven, current_turn: int | None
) -> Call:
    """Returns the call that changes a conversation."""
    fields = _given(title=title, current_turn=current_turn)
    if max_cost is not NOT_GIVEN:
        fields["max_cost"] = max_cost
    return Call("PUT", _conversation_path(conversation_id), json=fields)


def delete_conversation(conversation_id: str) -> Call:
    """Returns the call that deletes a conversation."""
    return Call("DELETE", _conversation_path(conversation_id))


def turns(conversation_id: str, query: Mapping[str, str | int | None]) -> Call:
    """Returns the call that lists one page of a conversation's turns."""
    return Call("GET", f"{_conversation_path(conversation_id)}/turns", query=_given(**query))


def branch(conversation_id: str, turn: int) -> Call:
    """Returns the call that copies turns into a new conversation. It is not repeatable, because a second call would
    create a second conversation.
    """
    return Call("POST", f"{_conversation_path(conversation_id)}/branch", json={"turn": turn}, repeatable=False)


def share(conversation_id: str) -> Call:
    """Returns the call that shares a conversation."""
    return Call("POST", f"{_conversation_path(conversation_id)}/share")


def unshare(conversation_id: str) -> Call:
    """Returns the call that revokes the link of a conversation."""
    return Call("DELETE", f"{_conversation_path(conversation_id)}/share")


def export_conversation(conversation_id: str, format: Literal["json", "markdown"]) -> Call:
    """Returns the call that exports a conversation."""
    accept = "text/markdown" if format == "markdown" else "application/json"
    path = f"{_conversation_path(conversation_id)}/export"
    return Call("GET", path, query={"format": format}, headers={"accept": accept})


def upload_file(name: str, content: bytes) -> Call:
    """Returns the call that uploads a file as a whole. It is not repeatable, because a second call would store a second
    file.
    """
    return Call("POST", "/files", file=(name, content), repeatable=False)


def start_file_upload(name: str, size: int) -> Call:
    """Returns the call that starts an upload in parts."""
    return Call("POST", "/files/uploads", json={"name": name, "size": size}, repeatable=False)


def send_file_part(upload_id: str, offset: int, content: bytes) -> Call:
    """Returns the call that sends a part of an upload."""
    headers = {"content-type": "application/octet-stream"}
    return Call("PUT", _upload_path(upload_id), query={"offset": offset}, content=content, headers=headers)


def file_upload(upload_id: str) -> Call:
    """Returns the call that gets the progress of an upload."""
    return Call("GET", _upload_path(upload_id))


def files(query: Mapping[str, str | int | None]) -> Call:
    """Returns the call that lists one page of files."""
    return Call("GET", "/files", query=_given(**query))


def file(file_id: str) -> Call:
    """Returns the call that gets a file's details."""
    return Call("GET", _file_path(file_id))


def download_file(file_id: str) -> Call:
    """Returns the call that gets the content of a file."""
    return Call("GET", f"{_file_path(file_id)}/content", headers={"accept": "*/*"})


def delete_file(file_id: str) -> Call:
    """Returns the call that deletes a file."""
    return Call("DELETE", _file_path(file_id))


def open_file(file: "str | PathLike[str] | tuple[str, bytes]") -> tuple[str, BinaryIO]:
    """Returns the name of a file and its content, which the caller closes."""
    if isinstance(file, tuple):
        name, content = file
        return name, BytesIO(content)
    path = Path(file)
    return path.name, path.open("rb")


def balance() -> Call:
    """Returns the call that gets the balance."""
    return Call("GET", "/sdk/balance")


def usage() -> Call:
    """Returns the call that gets the usage totals."""
    return Call("GET", "/sdk/usage/stats")


def _given(**values: Any) -> dict[str, Any]:
    """Returns the values that are not None."""
    return {name: value for name, value in values.items() if value is not None}


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


def remembering_agents() -> Call:
    """Returns the call that lists the agents that remember something."""
    return Call("GET", "/remembered-values")


def remembered_values(agent_id: int) -> Call:
    """Returns the call that lists what an agent remembers."""
    return Call("GET", f"/remembered-values/{agent_id}")


def delete_remembered_value(agent_id: int, key: str) -> Call:
    """Returns the call that deletes a value."""
    return Call("DELETE", f"/remembered-values/{agent_id}/value", query={"key": key})


def delete_remembered_values(agent_id: int | None) -> Call:
    """Returns the call that deletes everything that an agent remembers, or that all agents remember."""
    return Call("DELETE", "/remembered-values" if agent_id is None else f"/remembered-values/{agent_id}")


def _file_path(file_id: str) -> str:
    return f"/files/{quote(file_id, safe='')}"


def _upload_path(upload_id: str) -> str:
    return f"/files/uploads/{quote(upload_id, safe='')}"


def _conversation_path(conversation_id: str) -> str:
    return f"/conversations/{quote(conversation_id, safe='')}"


def _run_path(run_id: str) -> str:
    return f"/sdk/runs/{quote(run_id, safe='')}"
