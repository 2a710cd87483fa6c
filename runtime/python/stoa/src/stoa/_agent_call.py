"""Calls other agents. On Stoa, a call is a separate run, which this agent's caller pays for within their own limit."""

from __future__ import annotations

import os

from ._chat import error_text
from ._http import open_connection

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Longer than any run may take, so that the run ends first.
_TIMEOUT_SECONDS = 660
NO_SERVER = (
    "Other agents run on a Stoa server. Set STOA_URL to its URL, such as https://stoa.example, and STOA_API_KEY"
    " to your own API key there, whose credits pay for their runs."
)


class AgentCallError(Exception):
    """The other agent was not run, or it returned no answer. A refused call costs nothing. A failed run costs nothing
    until the caller reaches a daily amount of model calls.

    `detail` is the reason. `status` is the HTTP status if the call was refused, and `code` is Stoa's error code, such
    as "grant_needed" or "insufficient_credits". `run_id` is set if the agent ran and failed.
    """

    # Shows the public module name, including in tracebacks.
    __module__ = "stoa"

    def __init__(
        self, detail: str, status: int | None = None, code: str | None = None, run_id: str | None = None
    ) -> None:
        super().__init__(detail)
        self.detail = detail
        self.status = status
        self.code = code
        self.run_id = run_id


class AgentAnswer:
    """The answer of another agent.

    `output` is a string or parsed JSON. `cost` is the cost of its run in USD, including its child runs.
    `stopped_at_limit` is true if the run reached its cost limit, so the output may be incomplete.
    """

    # Shows the public module name.
    __module__ = "stoa"

    def __init__(self, output: Any, cost: float, run_id: str, stopped_at_limit: bool) -> None:
        self.output = output
        self.cost = cost
        self.run_id = run_id
        self.stopped_at_limit = stopped_at_limit

    def __repr__(self) -> str:
        return f"<stoa.AgentAnswer of {self.run_id}>"


def _access(agent_id: int) -> tuple[str, dict[str, str]]:
    """Returns the URL that runs the agent, and the authorization header. Raises AgentCallError if no server is set."""
    gateway = os.environ.get("STOA_AGENTS_URL")
    if gateway:
        token = os.environ.get("STOA_AGENTS_TOKEN", "")
        return f"{gateway.rstrip('/')}/{agent_id}/invoke", {"Authorization": f"Bearer {token}"}
    server, key = os.environ.get("STOA_URL", ""), os.environ.get("STOA_API_KEY", "")
    if not server.startswith(("http://", "https://")) or not key:
        raise AgentCallError(NO_SERVER)
    return f"{server.rstrip('/')}/api/v1/sdk/agents/{agent_id}/execute", {"X-API-Key": key}


def _sent(agent_id: int, fields: dict[str, Any]) -> tuple[int, bytes]:
    import http.client
    import json

    address, access = _access(agent_id)
    body = json.dumps({"input_data": fields}, allow_nan=False).encode()
    # Each request uses its own connection, so the answer ends when the connection is closed.
    headers = {"Accept": "application/json", "Content-Type": "application/json", "Connection": "close", **access}
    connection, path = open_connection(address, _TIMEOUT_SECONDS)
    try:
        connection.request("POST", path, body, headers)
        answer = connection.getresponse()
        return answer.status, answer.read()
    except (OSError, http.client.HTTPException) as error:
        raise AgentCallError(f"Could not call agent {agent_id}: {error}") from error
    finally:
        connection.close()


def _code_in(body: bytes) -> str | None:
    import json

    try:
        return str(json.loads(body)["error"])
    except (ValueError, LookupError, TypeError):
        return None


def _answer_in(body: bytes) -> AgentAnswer:
    """Reads the answer of the gateway, or of a server's public API, which wraps the run in `data`."""
    import json

    try:
        fields = json.loads(body)
        run = fields.get("data", fields)
        cost = run.get("total_cost", run["cost"])
        answer = AgentAnswer(run["agent_output"], float(cost), run["run_id"], run["stop_reason"] == "limit")
        completed, detail = run["success"], run["detail"]
    except (ValueError, AttributeError, LookupError, TypeError) as error:
        raise AgentCallError("The agent's response is invalid. Try again.") from error
    if not completed:
        raise AgentCallError(detail or "The agent returned no output and no error.", run_id=answer.run_id)
    return answer


def run_agent(agent_id: int, message: str | None = None, /, **input: Any) -> AgentAnswer:
    """Runs another agent and waits for its answer: `run_agent(12, "Hello", tone="kind")`.

    `agent_id` is the number in the agent's URL. Passes the message as `message` and the other inputs by name. The
    calling agent must declare the call: `@stoa.agent(agents=[12])`. Raises AgentCallError if the call is refused or the
    other agent fails.
    """
    if not isinstance(agent_id, int) or agent_id < 1:
        raise TypeError("the agent must be its ID, such as 12 for /agent/12")
    if message is not None and "message" in input:
        raise TypeError("the message is passed twice")
    status, body = _sent(agent_id, input if message is None else {"message": message, **input})
    if status != 200:
        raise AgentCallError(error_text(body), status, _code_in(body))
    return _answer_in(body)


async def arun_agent(agent_id: int, message: str | None = None, /, **input: Any) -> AgentAnswer:
    """Runs another agent, like `run_agent`, for async agents, which can wait for several calls at the same time."""
    import asyncio

    return await asyncio.to_thread(run_agent, agent_id, message, **input)
