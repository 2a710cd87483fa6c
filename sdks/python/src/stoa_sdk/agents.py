# Generated from async_agents.py by `npm run generate`.
"""Lists, runs and uploads the agents of the marketplace."""

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
from .calls import NOT_GIVEN, AgentFile, NotGiven, Pricing, Sort
from .followed_run import FollowedRun


class Agents:
    """Lists, runs and uploads agents."""

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
        """Yields every agent that matches the query, and fetches pages as needed. `limit` is the page size."""
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
        """Returns one page of agents and the total number."""
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
        """Returns an agent with its inputs, examples and documentation."""
        return cast(Agent, self._transport.request(calls.agent(agent_id)))

    def execute(
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
    ) -> ExecutionResult:
        """Runs an agent and waits for its result. A failed run also returns a result, so check `success`.

        Args:
            agent_id: the agent
            input_data: its inputs, by name
            max_cost: the maximum cost of the run, in USD
            timeout: the maximum duration of the run, in seconds
            version: the agent's version; the current one by default
            conversation_id: the conversation that the run continues; by default, the run stands alone
            parent_turn: the turn that the run follows, or None to begin anew; the current turn by default
            idempotency_key: calls with the same key within 24 hours start only one run; unique by default
        """
        call = calls.start(
            agent_id,
            input_data,
            max_cost=max_cost,
            timeout=timeout,
            version=version,
            conversation_id=conversation_id,
            parent_turn=parent_turn,
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
        conversation_id: str | None = None,
        parent_turn: int | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
    ) -> Generator[RunEvent, None, None]:
        """Runs an agent and yields its events as they arrive. The last one is the result. Leaving the loop does not
        stop the run. Takes the same arguments as `execute`.
        """
        call = calls.start(
            agent_id,
            input_data,
            max_cost=max_cost,
            timeout=timeout,
            version=version,
            conversation_id=conversation_id,
            parent_turn=parent_turn,
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
        """Uploads an agent. The server checks it, runs it once as a trial and lists it. Raises ApiError with all
        checks if one fails.
        """
        fields = {
            "name": name,
            "description": description,
            "documentation": documentation,
            "category": category,
            "price_per_token": price_per_token,
        }
        return cast(UploadReply, self._transport.request(calls.upload("/sdk/agents/upload", file, fields)))

    def upload_version(self, agent_id: int, file: AgentFile, *, notes: str | None = None) -> UploadReply:
        """Uploads a new version of your agent, which becomes the current one."""
        call = calls.upload(f"/sdk/agents/{agent_id}/versions", file, {"notes": notes})
        return cast(UploadReply, self._transport.request(call))
