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
    "AgentPause",
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
    "MaxCostSetBy",
    "NextPrice",
    "Ok",
    "PriceAdvice",
    "Problem",
    "ProblemErrorsItem",
    "Receipt",
    "ReceiptModelsItem",
    "RunEvent",
    "RunEventCost",
    "RunEventCostData",
    "RunEventNode",
    "RunEventNodeData",
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
    "Visibility",
]


class AcceptedRun(TypedDict):
    run_id: str
    """ID of the run"""
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
    """Username of the developer"""
    owner_username: str
    description: str
    category: Category
    price: str
    """USD per token as text"""
    price_per_token: Usd
    """USD a token"""
    rating: Union[float, None]
    """Average rating; null without reviews"""
    average_rating: Union[float, None]
    """Average rating; null without reviews"""
    reviews: int
    """Number of items"""
    users: int
    """Accounts other than its owner's that were charged for a run"""
    total_executions: int
    """Completed runs by other people than its owner"""
    success_rate: Union[float, None]
    """Percent of runs by other people that completed and did not fail through the agent's own code"""
    median_time: Union[float, None]
    """Seconds that completed runs by other people took"""
    tags: List[str]
    """Keywords for search"""
    is_active: bool
    """Whether it is active"""
    visibility: Visibility
    created_at: Timestamp
    agent_type: str
    """Kind of agent, such as `python` or `langchain`"""
    framework: Framework
    """Framework"""
    full_description: str
    """The documentation: in lists its first 500 characters"""
    features: List[str]
    """What it can do, one line each"""
    use_cases: List[str]
    """Purpose"""
    input_params: List[InputParam]
    """Its inputs, each with type and meaning"""
    examples: List[Dict[str, Json]]
    """Inputs that work"""
    models: List[str]
    """The models that its file names"""
    missing_models: List[str]
    """Those of them that this server does not offer now. While there is one, the agent cannot run and is
    in no list"""
    connectors: List[ConnectorUse]
    """Its callers' services that it uses, and for what"""
    called_agents: List[CalledAgent]
    """Other agents that it may call; what they cost comes out of the same limit per run"""
    hosts: NotRequired[List[str]]
    """Servers that an n8n workflow asks without a connector, and the only ones that its runs reach so; *
    stands for those that only a run names"""
    engine: NotRequired[Literal["n8n"]]
    """Where it runs on an n8n server of its developer's own, which is given what its caller gives;
    otherwise left out"""
    version: int
    """Version number"""
    next_price: Union[NextPrice, None]
    """Announced higher price, and when it takes effect"""
    updated_at: Timestamp
    max_cost_per_run: Usd
    """Maximum cost of one of its runs, in USD"""
    typical_tokens: Union[float, None]
    """Median tokens of a charged run"""
    is_owner: bool
    is_archived: bool
    """Put away by its owner: in no list, not run, and not counted by the plan's limit"""
    sponsor_limit_per_run: NotRequired[Usd]
    """For its owner: what their balance adds to a run at most, where its models cost more than its price
    brings in"""
    price_advice: NotRequired[PriceAdvice]
    """For its owner: what its models mean for its price"""
    suspension: NotRequired[Suspension]
    """Why an operator has suspended the agent, for its owner alone; left out where none has"""
    pause: NotRequired[AgentPause]
    """For its owner: why the server paused the agent because it failed for everybody. A paused agent is
    inactive until its owner sets `is_active` to true or makes another version current; left out otherwise"""
    environment_digest: NotRequired[str]
    """For its owner: names the locked packages that the version was checked with, if it uses any"""


class AgentConnector(TypedDict):
    service: str
    """A service, the host of an API, `*` for servers that only a run names, or an address such as
    `http://0.0.0.0:9925` that a server of the caller's own takes the place of"""
    display_name: str
    methods: List[ConnectorMethod]
    paths: List[str]
    state: Literal["granted", "not_granted", "changed", "no_connector", "inactive"]
    choose: NotRequired[Literal["one", "several"]]
    """How many of their connectors for any API the caller names there"""
    chosen: NotRequired[List[str]]
    """The connectors that the caller has allowed there, by their hosts"""


class AgentList(TypedDict):
    agents: List[AgentSummary]
    total: int
    """Total number of items"""
    next_cursor: Union[str, None]
    """Send it as `cursor` to get the next page; null on the last page"""
    facets: Facets
    """Number of agents per choice of a filter"""


class AgentListQuery(TypedDict):
    limit: NotRequired[int]
    """Maximum number of items per page, 1 to 100"""
    offset: NotRequired[int]
    """Number of items to skip; a cursor is faster"""
    cursor: NotRequired[str]
    """`next_cursor` of the previous page"""
    category: NotRequired[Category]
    """Category; empty or `all` means every category"""
    framework: NotRequired[Framework]
    """Framework; empty or `all` means every framework"""
    pricing: NotRequired[Literal["free", "paid"]]
    """`free` or `paid`; empty or `all` means both"""
    model: NotRequired[str]
    """A model's `id` of `GET /models`: the agents alone that it answers; empty or `all` is every one"""
    search: NotRequired[str]
    """Search terms"""
    sort: NotRequired[Literal["most_run", "best_rated", "newest", "cheapest", "fastest"]]
    """Sort order"""
    developer: NotRequired[str]
    """The user name of a developer: their agents alone"""
    favourites: NotRequired[Literal["true", "false"]]
    """`true`: those alone that one has marked as favourites; asks for a credential"""


class AgentPause(TypedDict):
    reason: str
    since: Timestamp


class AgentSummary(TypedDict):
    id: int
    name: str
    developer: str
    """Username of the developer"""
    owner_username: str
    description: str
    category: Category
    price: str
    """USD per token as text"""
    price_per_token: Usd
    """USD a token"""
    rating: Union[float, None]
    """Average rating; null without reviews"""
    average_rating: Union[float, None]
    """Average rating; null without reviews"""
    reviews: int
    """Number of items"""
    users: int
    """Accounts other than its owner's that were charged for a run"""
    total_executions: int
    """Completed runs by other people than its owner"""
    success_rate: Union[float, None]
    """Percent of runs by other people that completed and did not fail through the agent's own code"""
    median_time: Union[float, None]
    """Seconds that completed runs by other people took"""
    tags: List[str]
    """Keywords for search"""
    is_active: bool
    """Whether it is active"""
    visibility: Visibility
    created_at: Timestamp
    agent_type: str
    """Kind of agent, such as `python` or `langchain`"""
    framework: Framework
    """Framework"""
    full_description: str
    """The documentation: in lists its first 500 characters"""
    features: List[str]
    """What it can do, one line each"""
    use_cases: List[str]
    """Purpose"""
    input_params: List[InputParam]
    """Its inputs, each with type and meaning"""


class Balance(TypedDict):
    current_balance: Usd
    """Balance, including what active runs hold"""
    available: Usd
    """Amount that can be spent now"""
    held: Usd
    """Amount that active runs hold"""
    total_spent: Usd
    """Total spending"""
    total_earned: Usd
    """Total earnings of the agents"""
    currency: Literal["USD"]


class CalledAgent(TypedDict):
    id: int
    name: Union[str, None]
    price_per_token: Union[Usd, None]
    """USD a token"""


class CalledRun(TypedDict):
    run_id: str
    """ID of the run"""
    agent_id: int
    """ID of the agent"""
    agent_name: str
    status: RunStatus
    """Where it stands"""
    tokens_used: int
    """Charged tokens"""
    cost: Usd
    """Cost to the caller, in USD"""
    failure_charge: Union[Usd, None]
    """What a run that failed was charged for its model calls, in USD. A run that fails costs nothing as
    long as the model calls of your failed runs come to at most 1 USD a day (UTC; the operator of a server
    may set another amount). What they cost beyond that is charged. null if nothing was charged"""


class CancelledRun(TypedDict):
    run_id: str
    """ID of the run"""
    status: RunStatus
    """Where it stands"""


Category: TypeAlias = Literal["general", "research", "analysis", "analytics", "customer-service", "content", "automation", "finance", "healthcare", "education"]


ConnectorMethod: TypeAlias = Literal["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]


class ConnectorUse(TypedDict):
    service: str
    methods: List[ConnectorMethod]
    paths: List[str]


class CreateScheduleRequest(TypedDict):
    name: str
    agent_id: int
    """The number of the agent, as in its address. The same number as text is accepted"""
    input_data: InputData
    """The agent's inputs by name, as declared in `input_params`"""
    cron: str
    """Minute, hour, day of the month, month, day of the week; L, W and # as in Quartz. At least 5 minutes
    apart"""
    time_zone: str
    """Its IANA name, such as Europe/Berlin"""
    monthly_cap: float
    """What its runs of a calendar month (UTC) may cost together, in USD"""
    max_cost: NotRequired[float]
    """The most that the run may cost in USD, within the agent's own limit. Without it the run is limited
    to the `unconfirmed_run_limit` of your account"""
    timeout: NotRequired[int]
    """Maximum duration of the run in seconds"""
    version: NotRequired[int]
    """Version number"""
    ends_at: NotRequired[Timestamp]


ErrorCode: TypeAlias = Literal["invalid_request", "malformed_json", "unauthorized", "insufficient_credits", "forbidden", "insufficient_scope", "account_suspended", "agent_suspended", "agent_limit_reached", "plan_required", "key_limit_reached", "spending_limit_reached", "schedule_limit_reached", "account_in_use", "balance_left", "not_found", "method_not_allowed", "conflict", "grant_needed", "email_taken", "username_taken", "link_invalid", "sign_in_failed", "email_unverified", "provider_unavailable", "idempotency_in_flight", "idempotency_mismatch", "too_large", "unsupported_media_type", "upload_refused", "price_below_cost", "rate_limited", "at_capacity", "runtime_unavailable", "model_unavailable", "agent_failed", "agent_timeout", "agent_crashed", "output_limit", "cancelled", "internal"]


class ExecuteRequest(TypedDict):
    input_data: InputData
    """The agent's inputs by name, as declared in `input_params`"""
    max_cost: NotRequired[float]
    """The most that the run may cost in USD, within the agent's own limit. Without it the run is limited
    to the `unconfirmed_run_limit` of your account"""
    timeout: NotRequired[int]
    """Maximum duration of the run in seconds"""
    version: NotRequired[int]
    """Version number"""


class ExecutionResultMetadata(TypedDict):
    agent_id: int
    """ID of the agent"""
    agent_name: str
    agent_type: str
    """Kind of agent, such as `python` or `langchain`"""
    version: int
    """Version number"""
    timestamp: Timestamp


class ExecutionResult(TypedDict):
    run_id: str
    """ID of the run"""
    success: bool
    """Whether it succeeded"""
    status: RunStatus
    """Where it stands"""
    execution_time: float
    """Seconds"""
    tokens_used: int
    """Charged tokens"""
    cost: Usd
    """Cost to the caller, in USD"""
    failure_charge: Union[Usd, None]
    """What a run that failed was charged for its model calls, in USD. A run that fails costs nothing as
    long as the model calls of your failed runs come to at most 1 USD a day (UTC; the operator of a server
    may set another amount). What they cost beyond that is charged. null if nothing was charged"""
    called_runs: List[CalledRun]
    """Runs of other agents that this run started, directly or through others, each with a cost of its own"""
    total_cost: Usd
    """What the balance falls by: the cost and the failure charge of this run and of all runs that it
    started"""
    max_cost: Usd
    """The most that this run and all runs that it starts can cost"""
    max_cost_set_by: MaxCostSetBy
    agent_output: Json
    """Output of the agent: text, or JSON of any form"""
    stop_reason: Union[Literal["end", "length", "limit", "cancelled", "error"], None]
    """`end`, or why it stopped early: `length` (the model reached its maximum length), `limit` (the cost
    limit), `cancelled` or `error`; null if there was no output"""
    metadata: ExecutionResultMetadata
    receipt: Union[Receipt, None]
    """Its cost and where the money went; null while it is active"""
    error: Union[ErrorCode, None]
    detail: Union[str, None]
    """Explanation for people"""


class Facets(TypedDict):
    category: Dict[str, int]
    framework: Dict[str, int]
    """Framework"""
    pricing: Dict[str, int]
    model: Dict[str, int]
    """By the models that answer: an agent can have several, or none"""


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


MaxCostSetBy: TypeAlias = Literal["agent", "request", "account", "spending_limit"]
"""Whose limit `max_cost` is. agent: the agent's maximum cost per run. request: the `max_cost` that was
sent. account: your account's limit for a run without `max_cost`; send a higher `max_cost` to allow more.
spending_limit: a limit of your account, your API key or your schedule"""


class NextPrice(TypedDict):
    price_per_token: Usd
    """USD a token"""
    effective_from: Timestamp


class Ok(TypedDict):
    success: Literal[True]
    """Whether it succeeded"""


class PriceAdvice(TypedDict):
    model_cost_per_1000_tokens: Usd
    """What 1,000 tokens of its dearest declared model cost, three prompt tokens for each completion token;
    0 for an agent that declares no model or a free one"""
    lowest_price_per_token: Usd
    """The lowest price that covers every token of its models"""
    suggested_price_per_token: Usd
    share_percent: int
    """Your plan's share of what is left after model cost"""


class ProblemErrorsItem(TypedDict):
    field: str
    message: str


class Problem(TypedDict):
    type: str
    title: str
    status: int
    """Where it stands"""
    detail: str
    """Explanation for people"""
    error: ErrorCode
    request_id: str
    """Identifies the request in the server's log"""
    errors: NotRequired[List[ProblemErrorsItem]]
    checks: NotRequired[List[UploadCheck]]
    """Every check of the file and its result"""
    needs: NotRequired[List[AgentConnector]]


class ReceiptModelsItem(TypedDict):
    model: str
    calls: int
    prompt_tokens: int
    completion_tokens: int


class Receipt(TypedDict):
    gross: Usd
    """Amount that callers paid"""
    model_cost: Usd
    """Cost of the models"""
    fee: Usd
    """Share of the platform"""
    net: Usd
    """Earnings of the developer"""
    price_per_token: Usd
    """USD a token"""
    tokens_metered: int
    """Counted tokens"""
    tokens_charged: int
    """Charged tokens"""
    models: List[ReceiptModelsItem]
    """Models that it uses"""


class RunEventStatusData(TypedDict):
    run_id: str
    status: RunStatus
    message: NotRequired[str]
    fraction: NotRequired[float]


class RunEventStatus(TypedDict):
    id: int
    """Its position in the run's log: pass it to continue after this event"""
    event: Literal["status"]
    data: RunEventStatusData


class RunEventOutputData(TypedDict):
    text: str


class RunEventOutput(TypedDict):
    id: int
    """Its position in the run's log: pass it to continue after this event"""
    event: Literal["output"]
    data: RunEventOutputData


class RunEventStepData(TypedDict):
    kind: Literal["message", "tool_call", "tool_result"]
    source: str
    text: str


class RunEventStep(TypedDict):
    id: int
    """Its position in the run's log: pass it to continue after this event"""
    event: Literal["step"]
    data: RunEventStepData


class RunEventNodeData(TypedDict):
    node: str
    within: Union[str, None]
    """The node that called the workflow which this one is in, where it is not the file's own"""
    serves: Union[str, None]
    """Of a sub-node: the node that it serves"""
    run: int
    """How often the node had run before"""
    state: Literal["running", "waiting", "done", "failed"]
    """waiting: for somebody's answer; `GET /execute/runs/{id}/waits` says where it is given"""
    duration: float
    items_in: List[int]
    """By input"""
    items_out: List[int]
    """By output"""
    error: Union[str, None]


class RunEventNode(TypedDict):
    id: int
    """Its position in the run's log: pass it to continue after this event"""
    event: Literal["node"]
    data: RunEventNodeData


class RunEventCostData(TypedDict):
    tokens: int
    cost: Usd


class RunEventCost(TypedDict):
    id: int
    """Its position in the run's log: pass it to continue after this event"""
    event: Literal["cost"]
    data: RunEventCostData


class RunEventResult(TypedDict):
    id: int
    """Its position in the run's log: pass it to continue after this event"""
    event: Literal["result"]
    data: ExecutionResult


RunEvent: TypeAlias = Union["RunEventStatus", "RunEventOutput", "RunEventStep", "RunEventNode", "RunEventCost", "RunEventResult"]


RunStatus: TypeAlias = Literal["queued", "running", "completed", "failed", "timeout", "cancelled"]


class Schedule(TypedDict):
    id: str
    name: str
    agent_id: int
    """ID of the agent"""
    agent_name: str
    version: Union[int, None]
    """null: the current one at the time"""
    input_data: InputData
    """The agent's inputs by name, as declared in `input_params`"""
    cron: str
    time_zone: str
    monthly_cap: Usd
    max_cost: Union[Usd, None]
    """The most that each run may cost. null: the `unconfirmed_run_limit` of your account, within the
    agent's own limit"""
    timeout: Union[int, None]
    """Maximum duration of the run in seconds"""
    ends_at: Union[Timestamp, None]
    agreed_price_per_token: Usd
    """If the agent's price rises above it, the schedule is paused"""
    status: Literal["active", "paused", "ended"]
    """Where it stands"""
    paused_because: Union[Literal["owner", "price_rise", "failures", "key_gone", "cap_reached"], None]
    paused_reason: Union[str, None]
    """The same in words"""
    resumes_at: Union[Timestamp, None]
    """Of cap_reached: when it goes on by itself"""
    next_times: List[Timestamp]
    """The next 5 times; fewer where it ends"""
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
    """Send it as `cursor` to get the next page; null on the last page"""


class ScheduleList(TypedDict):
    schedules: List[Schedule]
    next_cursor: Union[str, None]
    """Send it as `cursor` to get the next page; null on the last page"""


class ScheduleTime(TypedDict):
    id: str
    due_at: Timestamp
    last_due_at: Union[Timestamp, None]
    """The last of several that were missed together"""
    trigger: Literal["schedule", "manual"]
    status: Literal["starting", "running", "completed", "failed", "timeout", "cancelled", "not_started", "skipped"]
    """Where it stands"""
    reason: Union[str, None]
    """Why there was no run"""
    run_id: Union[str, None]
    """ID of the run"""
    cost: Usd
    """Of the run and of all runs that it started"""
    ended_at: Union[Timestamp, None]


class SdkExecutionResult(TypedDict):
    success: bool
    """Whether it succeeded"""
    data: ExecutionResult


class Suspension(TypedDict):
    reason: str
    since: Timestamp


Timestamp: TypeAlias = str


class UpdateScheduleRequest(TypedDict):
    name: NotRequired[str]
    input_data: NotRequired[InputData]
    """The agent's inputs by name, as declared in `input_params`"""
    cron: NotRequired[str]
    """Minute, hour, day of the month, month, day of the week; L, W and # as in Quartz. At least 5 minutes
    apart"""
    time_zone: NotRequired[str]
    """Its IANA name, such as Europe/Berlin"""
    monthly_cap: NotRequired[float]
    """What its runs of a calendar month (UTC) may cost together, in USD"""
    max_cost: NotRequired[Union[float, None]]
    """Maximum cost in USD"""
    timeout: NotRequired[Union[int, None]]
    """Maximum duration of the run in seconds"""
    version: NotRequired[Union[int, None]]
    """Version number"""
    ends_at: NotRequired[Union[Timestamp, None]]


class UploadCheck(TypedDict):
    name: Literal["size", "syntax", "framework", "entry_point", "models", "connectors", "agents", "secrets", "trial_run", "environment"]
    label: str
    status: Literal["passed", "warning", "failed", "skipped"]
    """A warning stops nothing: it says what a developer should know"""
    detail: str
    """Explanation for people"""
    line: NotRequired[int]


class UploadFields(TypedDict):
    name: str
    description: str
    documentation: str
    category: NotRequired[Category]
    price_per_token: NotRequired[float]
    confirm_price: NotRequired[bool]
    """A price above 0.0001 USD per token (100 USD per 1M tokens) is only taken with `confirm_price: true`"""
    sponsor_limit_per_run: NotRequired[float]
    """What your balance adds to a run at most, where its models cost more than its price brings in"""
    output_node: NotRequired[str]
    """Of an n8n workflow: the node whose output is the answer. Without one it is what the file names as
    `meta.stoa.output`, or else what Respond to Webhook or the last node gives"""
    allow_missing_models: NotRequired[Literal["true", "false"]]
    """If the file names models that this server does not offer: `true` accepts it, and the agent stays out
    of the lists and cannot run until they are offered. By default the file is refused"""
    visibility: NotRequired[Visibility]


class UploadReply(TypedDict):
    agent: Agent
    checks: List[UploadCheck]
    """Every check of the file and its result"""


class UsageStatsMostUsedAgent(TypedDict):
    id: int
    name: str


class UsageStatsAgentsItem(TypedDict):
    id: int
    name: str
    executions: int


class UsageStats(TypedDict):
    total_executions: int
    """Total number of runs"""
    total_cost: Usd
    """What all runs took from the balance, in USD: their costs, and what failed runs were charged"""
    total_tokens: int
    average_time: Union[float, None]
    """Seconds"""
    success_rate: Union[float, None]
    """Percent; null if nothing was counted"""
    most_used_agent: Union[UsageStatsMostUsedAgent, None]
    agents: List[UsageStatsAgentsItem]


Usd: TypeAlias = float
"""US dollars"""


class VersionFields(TypedDict):
    notes: NotRequired[str]
    """What is new, for everybody who sees the agent"""
    output_node: NotRequired[str]
    """Of an n8n workflow: the node whose output is the answer. Without one it is what the file names as
    `meta.stoa.output`, or else what Respond to Webhook or the last node gives"""
    allow_missing_models: NotRequired[Literal["true", "false"]]
    """If the file names models that this server does not offer: `true` accepts it, and the agent stays out
    of the lists and cannot run until they are offered. By default the file is refused"""


Visibility: TypeAlias = Literal["public", "unlisted", "private"]
"""`public`: listed, and everybody can run it. `unlisted`: in no list, and everybody who has the link can
run it. `private`: only members of its owner's account can see and run it; everybody else gets a 404"""
