"""What the API takes and gives. Generated from contract/openapi.json by `npm run generate`."""

from __future__ import annotations

import sys
from typing import Dict, List, Literal, TypeAlias, TypedDict, Union

if sys.version_info >= (3, 11):
    from typing import NotRequired
else:
    from typing_extensions import NotRequired

__all__ = [
    "AcceptedRun",
    "Agent",
    "AgentConnector",
    "AgentList",
    "AgentListQuery",
    "AgentSummary",
    "Balance",
    "CalledAgent",
    "CalledRun",
    "CancelledRun",
    "Category",
    "ConnectorMethod",
    "ConnectorUse",
    "CreateScheduleRequest",
    "ErrorCode",
    "ExecuteRequest",
    "ExecutionResult",
    "ExecutionResultMetadata",
    "Facets",
    "Framework",
    "InputData",
    "InputParam",
    "Json",
    "NextPrice",
    "Ok",
    "Problem",
    "ProblemErrorsItem",
    "Receipt",
    "ReceiptModelsItem",
    "RunEvent",
    "RunEventCost",
    "RunEventCostData",
    "RunEventOutput",
    "RunEventOutputData",
    "RunEventResult",
    "RunEventStatus",
    "RunEventStatusData",
    "RunEventStep",
    "RunEventStepData",
    "RunStatus",
    "Schedule",
    "ScheduleHistory",
    "ScheduleList",
    "ScheduleTime",
    "SdkExecutionResult",
    "Suspension",
    "Timestamp",
    "UpdateScheduleRequest",
    "UploadCheck",
    "UploadFields",
    "UploadReply",
    "UsageStats",
    "UsageStatsAgentsItem",
    "UsageStatsMostUsedAgent",
    "Usd",
    "VersionFields",
]


class AcceptedRun(TypedDict):
    run_id: str
    status: RunStatus
    """running; how it ended where the idempotency key's run has ended"""
    url: str
    """Where to ask for it, as in the header Location"""
    events_url: str
    """Where to follow it as server-sent events"""
    cancel_url: str
    """Where to POST to stop it"""


class Agent(TypedDict):
    id: int
    name: str
    developer: str
    owner_username: str
    description: str
    category: Category
    price: str
    """USD per token as text"""
    price_per_token: Usd
    rating: Union[float, None]
    average_rating: Union[float, None]
    reviews: int
    users: int
    total_executions: int
    success_rate: Union[float, None]
    """Percent of ended runs that completed"""
    median_time: Union[float, None]
    """Seconds"""
    tags: List[str]
    is_active: bool
    created_at: Timestamp
    agent_type: str
    framework: Framework
    full_description: str
    features: List[str]
    use_cases: List[str]
    input_params: List[InputParam]
    examples: List[Dict[str, Json]]
    models: List[str]
    connectors: List[ConnectorUse]
    """Its callers' services that it uses, and for what"""
    called_agents: List[CalledAgent]
    """Other agents that it may call; what they cost comes out of the same limit per run"""
    version: int
    next_price: Union[NextPrice, None]
    updated_at: Timestamp
    max_cost_per_run: Usd
    typical_tokens: Union[float, None]
    """Median tokens of a charged run"""
    is_owner: bool
    suspension: NotRequired[Suspension]
    """Why an operator has suspended the agent, for its owner alone; left out where none has"""
    environment_digest: NotRequired[str]
    """For its owner: names the locked packages that the version was checked with, if it uses any"""


class AgentConnector(TypedDict):
    service: str
    display_name: str
    methods: List[ConnectorMethod]
    paths: List[str]
    state: Literal["granted", "not_granted", "changed", "no_connector", "inactive"]


class AgentList(TypedDict):
    agents: List[AgentSummary]
    total: int
    next_cursor: Union[str, None]
    facets: Facets


class AgentListQuery(TypedDict):
    limit: NotRequired[int]
    offset: NotRequired[int]
    cursor: NotRequired[str]
    category: NotRequired[Category]
    framework: NotRequired[Framework]
    pricing: NotRequired[Literal["free", "paid"]]
    search: NotRequired[str]
    sort: NotRequired[Literal["most_run", "best_rated", "newest", "cheapest", "fastest"]]


class AgentSummary(TypedDict):
    id: int
    name: str
    developer: str
    owner_username: str
    description: str
    category: Category
    price: str
    """USD per token as text"""
    price_per_token: Usd
    rating: Union[float, None]
    average_rating: Union[float, None]
    reviews: int
    users: int
    total_executions: int
    success_rate: Union[float, None]
    """Percent of ended runs that completed"""
    median_time: Union[float, None]
    """Seconds"""
    tags: List[str]
    is_active: bool
    created_at: Timestamp
    agent_type: str
    framework: Framework


class Balance(TypedDict):
    current_balance: Usd
    available: Usd
    held: Usd
    total_spent: Usd
    total_earned: Usd
    currency: Literal["USD"]


class CalledAgent(TypedDict):
    id: int
    name: Union[str, None]
    price_per_token: Union[Usd, None]


class CalledRun(TypedDict):
    run_id: str
    agent_id: int
    agent_name: str
    status: RunStatus
    tokens_used: int
    cost: Usd


class CancelledRun(TypedDict):
    run_id: str
    status: RunStatus


Category: TypeAlias = Literal["general", "research", "analysis", "analytics", "customer-service", "content", "automation", "finance", "healthcare", "education"]


ConnectorMethod: TypeAlias = Literal["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]


class ConnectorUse(TypedDict):
    service: str
    methods: List[ConnectorMethod]
    paths: List[str]


class CreateScheduleRequest(TypedDict):
    name: str
    agent_id: int
    input_data: InputData
    cron: str
    """Minute, hour, day of the month, month, day of the week; L, W and # as in Quartz. At least 5 minutes
    apart"""
    time_zone: str
    """Its IANA name, such as Europe/Berlin"""
    monthly_cap: float
    """What its runs of a calendar month (UTC) may cost together, in USD"""
    max_cost: NotRequired[float]
    timeout: NotRequired[int]
    version: NotRequired[int]
    ends_at: NotRequired[Timestamp]


ErrorCode: TypeAlias = Literal["invalid_request", "malformed_json", "unauthorized", "insufficient_credits", "forbidden", "account_suspended", "agent_suspended", "agent_limit_reached", "key_limit_reached", "spending_limit_reached", "schedule_limit_reached", "account_in_use", "balance_left", "not_found", "conflict", "grant_needed", "email_taken", "username_taken", "link_invalid", "sign_in_failed", "email_unverified", "provider_unavailable", "idempotency_in_flight", "idempotency_mismatch", "too_large", "unsupported_media_type", "upload_refused", "rate_limited", "at_capacity", "runtime_unavailable", "agent_failed", "agent_timeout", "agent_crashed", "output_limit", "cancelled", "internal"]


class ExecuteRequest(TypedDict):
    input_data: InputData
    max_cost: NotRequired[float]
    timeout: NotRequired[int]
    version: NotRequired[int]


class ExecutionResultMetadata(TypedDict):
    agent_id: int
    agent_name: str
    agent_type: str
    version: int
    timestamp: Timestamp


class ExecutionResult(TypedDict):
    run_id: str
    success: bool
    status: RunStatus
    execution_time: float
    tokens_used: int
    cost: Usd
    called_runs: List[CalledRun]
    """Runs of other agents that this one led to, each with a cost of its own"""
    total_cost: Usd
    """What the balance falls by: the cost of this run and of those it led to"""
    agent_output: Json
    stop_reason: Union[Literal["end", "limit", "cancelled", "error"], None]
    metadata: ExecutionResultMetadata
    receipt: Union[Receipt, None]
    error: Union[ErrorCode, None]
    detail: Union[str, None]


class Facets(TypedDict):
    category: Dict[str, int]
    framework: Dict[str, int]
    pricing: Dict[str, int]


Framework: TypeAlias = Literal["langchain", "autogen", "n8n", "stoa"]


InputData: TypeAlias = Dict[str, "Json"]


class InputParam(TypedDict):
    name: str
    type: Literal["string", "integer", "number", "boolean", "array", "object"]
    required: bool
    description: str
    default: NotRequired[Json]
    choices: NotRequired[List[str]]


Json: TypeAlias = Union[str, float, bool, None, List["Json"], Dict[str, "Json"]]


class NextPrice(TypedDict):
    price_per_token: Usd
    effective_from: Timestamp


class Ok(TypedDict):
    success: Literal[True]


class ProblemErrorsItem(TypedDict):
    field: str
    message: str


class Problem(TypedDict):
    type: str
    title: str
    status: int
    detail: str
    error: ErrorCode
    request_id: str
    errors: NotRequired[List[ProblemErrorsItem]]
    checks: NotRequired[List[UploadCheck]]
    needs: NotRequired[List[AgentConnector]]


class ReceiptModelsItem(TypedDict):
    model: str
    calls: int
    prompt_tokens: int
    completion_tokens: int


class Receipt(TypedDict):
    gross: Usd
    model_cost: Usd
    fee: Usd
    net: Usd
    price_per_token: Usd
    tokens_metered: int
    tokens_charged: int
    models: List[ReceiptModelsItem]


class RunEventStatusData(TypedDict):
    run_id: str
    status: RunStatus
    message: NotRequired[str]
    fraction: NotRequired[float]


class RunEventStatus(TypedDict):
    id: int
    """Its place in the run's log: following goes on after it"""
    event: Literal["status"]
    data: RunEventStatusData


class RunEventOutputData(TypedDict):
    text: str


class RunEventOutput(TypedDict):
    id: int
    """Its place in the run's log: following goes on after it"""
    event: Literal["output"]
    data: RunEventOutputData


class RunEventStepData(TypedDict):
    kind: Literal["message", "tool_call", "tool_result"]
    source: str
    text: str


class RunEventStep(TypedDict):
    id: int
    """Its place in the run's log: following goes on after it"""
    event: Literal["step"]
    data: RunEventStepData


class RunEventCostData(TypedDict):
    tokens: int
    cost: Usd


class RunEventCost(TypedDict):
    id: int
    """Its place in the run's log: following goes on after it"""
    event: Literal["cost"]
    data: RunEventCostData


class RunEventResult(TypedDict):
    id: int
    """Its place in the run's log: following goes on after it"""
    event: Literal["result"]
    data: ExecutionResult


RunEvent: TypeAlias = Union["RunEventStatus", "RunEventOutput", "RunEventStep", "RunEventCost", "RunEventResult"]


RunStatus: TypeAlias = Literal["queued", "running", "completed", "failed", "timeout", "cancelled"]


class Schedule(TypedDict):
    id: str
    name: str
    agent_id: int
    agent_name: str
    version: Union[int, None]
    """null: the current one at the time"""
    input_data: InputData
    cron: str
    time_zone: str
    monthly_cap: Usd
    max_cost: Union[Usd, None]
    timeout: Union[int, None]
    ends_at: Union[Timestamp, None]
    agreed_price_per_token: Usd
    """Where the agent becomes dearer, the schedule is paused"""
    status: Literal["active", "paused", "ended"]
    paused_because: Union[Literal["owner", "price_rise", "failures", "key_gone", "cap_reached"], None]
    paused_reason: Union[str, None]
    """The same in words"""
    resumes_at: Union[Timestamp, None]
    """Of cap_reached: when it goes on by itself"""
    next_times: List[Timestamp]
    """The next five times; fewer where it ends"""
    spent_this_month: Usd
    """What its runs of this month (UTC) cost, and what is held"""
    failures_in_a_row: int
    api_key_id: Union[str, None]
    """The key whose limits its runs count to"""
    created_at: Timestamp
    updated_at: Timestamp


class ScheduleHistory(TypedDict):
    times: List[ScheduleTime]
    next_cursor: Union[str, None]


class ScheduleList(TypedDict):
    schedules: List[Schedule]
    next_cursor: Union[str, None]


class ScheduleTime(TypedDict):
    id: str
    due_at: Timestamp
    last_due_at: Union[Timestamp, None]
    """The last of several that were missed together"""
    trigger: Literal["schedule", "manual"]
    status: Literal["starting", "running", "completed", "failed", "timeout", "cancelled", "not_started", "skipped"]
    reason: Union[str, None]
    """Why there was no run"""
    run_id: Union[str, None]
    cost: Usd
    """Of the run and of those it led to"""
    ended_at: Union[Timestamp, None]


class SdkExecutionResult(TypedDict):
    success: bool
    data: ExecutionResult


class Suspension(TypedDict):
    reason: str
    since: Timestamp


Timestamp: TypeAlias = str


class UpdateScheduleRequest(TypedDict):
    name: NotRequired[str]
    input_data: NotRequired[InputData]
    cron: NotRequired[str]
    """Minute, hour, day of the month, month, day of the week; L, W and # as in Quartz. At least 5 minutes
    apart"""
    time_zone: NotRequired[str]
    """Its IANA name, such as Europe/Berlin"""
    monthly_cap: NotRequired[float]
    """What its runs of a calendar month (UTC) may cost together, in USD"""
    max_cost: NotRequired[Union[float, None]]
    timeout: NotRequired[Union[int, None]]
    version: NotRequired[Union[int, None]]
    ends_at: NotRequired[Union[Timestamp, None]]


class UploadCheck(TypedDict):
    name: Literal["size", "syntax", "framework", "entry_point", "connectors", "agents", "secrets", "trial_run", "environment"]
    label: str
    status: Literal["passed", "warning", "failed", "skipped"]
    """A warning stops nothing: it says what may have changed since the upload"""
    detail: str
    line: NotRequired[int]


class UploadFields(TypedDict):
    name: str
    description: str
    documentation: str
    category: NotRequired[Category]
    price_per_token: NotRequired[float]


class UploadReply(TypedDict):
    agent: Agent
    checks: List[UploadCheck]


class UsageStatsMostUsedAgent(TypedDict):
    id: int
    name: str


class UsageStatsAgentsItem(TypedDict):
    id: int
    name: str
    executions: int


class UsageStats(TypedDict):
    total_executions: int
    total_cost: Usd
    total_tokens: int
    average_time: Union[float, None]
    """Seconds"""
    success_rate: Union[float, None]
    most_used_agent: Union[UsageStatsMostUsedAgent, None]
    agents: List[UsageStatsAgentsItem]


Usd: TypeAlias = float
"""US dollars"""


class VersionFields(TypedDict):
    notes: NotRequired[str]
    """What is new, for everybody who sees the agent"""
