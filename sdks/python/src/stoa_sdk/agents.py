# Generated from async_agents.py by `npm run generate`.
"""The marketplace: agents found, run and uploaded."""

from __future__ import annotations

from typing import Generator, Iterator, cast

from . import calls
from .api_types import (
    Agent,
    AgentList,
    AgentSummary,
    Category,
    ExecutionResult,
    Framework,
    InputData,
    RunEvent,
    UploadReply,
)
from .transport import Transport
from .calls import AgentFile, Pricing, Sort
from .followed_run import FollowedRun


class Agents:
    """Agents found, run and uploaded."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        search: str | None = None,
        category: Category | None = None,
        framework: Framework | None = None,
        pricing: Pricing | None = None,
        sort: Sort | None = None,
        limit: int | None = None,
    ) -> Iterator[AgentSummary]:
        """Every agent that the query finds, page after page as they are needed; `limit` is the size of a page."""
        cursor: str | None = None
        while True:
            page = self.page(
                search=search,
                category=category,
                framework=framework,
                pricing=pricing,
                sort=sort,
                limit=limit,
                cursor=cursor,
            )
            for agent in page["agents"]:
                yield agent
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def page(
        self,
        *,
        search: str | None = None,
        category: Category | None = None,
        framework: Framework | None = None,
        pricing: Pricing | None = None,
        sort: Sort | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> AgentList:
        """One page of them, with how many there are."""
        call = calls.listing(
            {
                "search": search,
                "category": category,
                "framework": framework,
                "pricing": pricing,
                "sort": sort,
                "limit": limit,
                "cursor": cursor,
            }
        )
        return cast(AgentList, self._transport.request(call))

    def get(self, agent_id: int) -> Agent:
        """One agent, with its inputs, examples and documentation."""
        return cast(Agent, self._transport.request(calls.agent(agent_id)))

    def execute(
        self,
        agent_id: int,
        input_data: InputData,
        *,
        max_cost: float | None = None,
        timeout: int | None = None,
        version: int | None = None,
        idempotency_key: str | None = None,
    ) -> ExecutionResult:
        """Runs an agent and waits for its answer. A run that failed is an answer, too: look at `success`.

        Args:
            agent_id: the agent
            input_data: what it asks for, by name
            max_cost: USD that the run may cost at most
            timeout: seconds after which it is ended
            version: of the agent, if not the current one
            idempotency_key: two calls with one key are one run, for 24 hours; without it each has a key of its own
        """
        call = calls.start(
            agent_id,
            input_data,
            max_cost=max_cost,
            timeout=timeout,
            version=version,
            idempotency_key=idempotency_key,
        )
        answer = self._transport.request(call)
        return cast(ExecutionResult, answer["data"])

    def stream(
        self,
        agent_id: int,
        input_data: InputData,
        *,
        max_cost: float | None = None,
        timeout: int | None = None,
        version: int | None = None,
        idempotency_key: str | None = None,
    ) -> Generator[RunEvent, None, None]:
        """Runs an agent and tells its events as they come; the last is its result. Leaving the loop does not stop the
        run. The arguments are those of `execute`."""
        call = calls.start(
            agent_id,
            input_data,
            max_cost=max_cost,
            timeout=timeout,
            version=version,
            idempotency_key=idempotency_key,
        )
        return self._transport.follow(FollowedRun(self._transport.max_retries, start=call))

    def upload(
        self,
        file: AgentFile,
        *,
        name: str,
        description: str,
        documentation: str,
        category: Category | None = None,
        price_per_token: float | None = None,
    ) -> UploadReply:
        """Uploads an agent, which is checked, tried and listed. Raises ApiError with every check where one fails."""
        fields = {
            "name": name,
            "description": description,
            "documentation": documentation,
            "category": category,
            "price_per_token": price_per_token,
        }
        return cast(UploadReply, self._transport.request(calls.upload("/agents/upload", file, fields)))

    def upload_version(self, agent_id: int, file: AgentFile, *, notes: str | None = None) -> UploadReply:
        """Uploads a version of an agent of yours, which becomes the current one."""
        call = calls.upload(f"/agents/{agent_id}/versions", file, {"notes": notes})
        return cast(UploadReply, self._transport.request(call))
