"""The inputs and outputs of the API. Generated from contract/openapi.json by `npm run generate`."""

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
    "AgentMemory",
    "AgentPause",
    "AgentSummary",
    "Artifact",
    "Balance",
    "CalledAgent",
    "CalledRun",
    "CancelledRun",
    "Category",
    "ConnectorMethod",
    "ConnectorUse",
    "Conversation",
    "ConversationExport",
    "ConversationLink",
    "ConversationList",
    "ConversationListQuery",
    "CreateConversationRequest",
    "CreateScheduleRequest",
    "ErrorCode",
    "ExecuteRequest",
    "ExecutionResult",
    "ExecutionResultMetadata",
    "Facets",
    "FileListQuery",
    "FileUpload",
    "Framework",
    "InputData",
    "InputParam",
    "Json",
    "MaxCostSetBy",
    "NextPrice",
    "Ok",
    "ParameterType",
    "PriceAdvice",
    "Problem",
    "ProblemErrorsItem",
    "Receipt",
    "ReceiptModelsItem",
    "RememberedValue",
    "RememberedValueList",
    "RememberingAgent",
    "RememberingAgentList",
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
    "StartFileUploadRequest",
    "StoredFile",
    "StoredFileList",
    "Suspension",
    "Timestamp",
    "Turn",
    "TurnList",
    "UpdateConversationRequest",
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
    """`running`, or the final status if the run of this `Idempotency-Key` has already ended"""
    url: str
    """URL of the run, as in the header `Location`"""
    events_url: str
    """URL of its server-sent events"""
    cancel_url: str
    """URL that stops the run when you send a POST request to it"""


class Agent(TypedDict):
    id: int
    name: str
    developer: str
    """Username of the developer"""
    owner_username: str
    description: str
    category: Category
    price: str
    """Price in USD per token, as text"""
    price_per_token: Usd
    """USD per token"""
    rating: Union[float, None]
    """Average rating; null without reviews"""
    average_rating: Union[float, None]
    """Average rating; null without reviews"""
    reviews: int
    """Number of reviews"""
    users: int
    """Number of accounts, except the owner's, that were charged for a run"""
    total_executions: int
    """Number of completed runs by users other than the owner"""
    success_rate: Union[float, None]
    """Percentage of completed runs among the runs by other users that completed or failed because of the
    agent; null without such runs"""
    median_time: Union[float, None]
    """Median duration of completed runs by other users, in seconds; null until measured"""
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
    """Documentation. Lists contain only its first 500 characters"""
    features: List[str]
    """What the agent can do, one line per feature"""
    use_cases: List[str]
    """What the agent can be used for"""
    input_params: List[InputParam]
    """Inputs of the agent, each with its type and description"""
    examples: List[Dict[str, Json]]
    """Example inputs"""
    models: List[str]
    """Models that its file names"""
    missing_models: List[str]
    """Models that its file names and that this server does not offer now. If there are any, the agent is
    not listed and cannot run"""
    connectors: List[ConnectorUse]
    """Services that it uses with the connectors of its callers, with methods and paths"""
    called_agents: List[CalledAgent]
    """Other agents that it can call. Their cost counts toward the cost limit of the run"""
    hosts: NotRequired[List[str]]
    """Hosts that its runs reach on the internet. They can reach no other hosts without a connector. `*`
    stands for any public host, `*.example.com` for all hosts below a domain"""
    model_hosts: NotRequired[List[str]]
    """The subset of `hosts` at which the developer calls models with their own key. Stoa does not meter
    these calls"""
    packages: NotRequired[List[str]]
    """Packages that the file of the current version declares. Omitted if it runs with the packages of the
    server"""
    engine: NotRequired[Literal["n8n"]]
    """`n8n` if the agent runs on its developer's own n8n server, which receives the caller's input;
    otherwise omitted"""
    memory: AgentMemory
    remembers_callers: NotRequired[Literal[True]]
    """Set if the agent remembers values about its callers between runs. Each caller sees and deletes
    theirs in Settings"""
    version: int
    """Version number"""
    next_price: Union[NextPrice, None]
    """Announced higher price and the time at which it takes effect"""
    updated_at: Timestamp
    max_cost_per_run: Usd
    """Maximum cost of one run of the agent, in USD"""
    typical_tokens: Union[float, None]
    """Median number of tokens of a charged run"""
    is_owner: bool
    is_archived: bool
    """Whether its owner archived it. An archived agent is not listed, cannot run and does not count toward
    the plan's limit"""
    sponsor_limit_per_run: NotRequired[Usd]
    """Maximum amount in USD that the owner pays per run if its model cost is higher than the caller's
    price covers. Returned only to the owner"""
    price_advice: NotRequired[PriceAdvice]
    """How its price compares to the cost of its models. Returned only to the owner"""
    suspension: NotRequired[Suspension]
    """Why an operator suspended the agent; omitted if it is not suspended. Returned only to the owner"""
    pause: NotRequired[AgentPause]
    """Why the server paused the agent: it failed for all callers. A paused agent is inactive until its
    owner sets `is_active` to true or makes another version current. Omitted if it is not paused. Returned
    only to the owner"""
    environment_digest: NotRequired[str]
    """Identifies the locked packages that the version was checked with; omitted if it uses none. Returned
    only to the owner"""


class AgentConnector(TypedDict):
    service: str
    """Name of a service, host of an API, `*` for hosts that are known only at run time, or a placeholder
    URL such as `http://0.0.0.0:9925`, which is replaced by the caller's own server"""
    display_name: str
    methods: List[ConnectorMethod]
    paths: List[str]
    state: Literal["granted", "not_granted", "changed", "no_connector", "inactive"]
    choose: NotRequired[Literal["one", "several"]]
    """Whether the caller chooses one or several of their connectors for any API"""
    chosen: NotRequired[List[str]]
    """Connectors that the caller has allowed for this service, by host"""


class AgentList(TypedDict):
    agents: List[AgentSummary]
    total: int
    """Total number of items"""
    next_cursor: Union[str, None]
    """Send it as `cursor` to get the next page; null on the last page"""
    facets: Facets
    """Number of agents per value of each filter"""


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
    """`id` of a model from `GET /models`: only agents that use this model; empty or `all` means every
    agent"""
    search: NotRequired[str]
    """Search terms"""
    sort: NotRequired[Literal["most_run", "best_rated", "newest", "cheapest", "fastest"]]
    """Sort order"""
    developer: NotRequired[str]
    """Username of a developer: only their agents"""
    favourites: NotRequired[Literal["true", "false"]]
    """`true`: only your favorite agents. Requires a credential"""


AgentMemory: TypeAlias = Literal["messages", "history", "thread", "state", "session", "none"]
"""What the agent gets of the earlier turns. `messages`: the conversation as a list of messages. `history`:
the earlier turns as a list, beside the message. `thread`: its own checkpoints (LangGraph). `state`: its
saved state (AutoGen). `session`: the conversation's ID as the session of its memory nodes (n8n). `none`:
the message alone"""


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
    """Price in USD per token, as text"""
    price_per_token: Usd
    """USD per token"""
    rating: Union[float, None]
    """Average rating; null without reviews"""
    average_rating: Union[float, None]
    """Average rating; null without reviews"""
    reviews: int
    """Number of reviews"""
    users: int
    """Number of accounts, except the owner's, that were charged for a run"""
    total_executions: int
    """Number of completed runs by users other than the owner"""
    success_rate: Union[float, None]
    """Percentage of completed runs among the runs by other users that completed or failed because of the
    agent; null without such runs"""
    median_time: Union[float, None]
    """Median duration of completed runs by other users, in seconds; null until measured"""
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
    """Documentation. Lists contain only its first 500 characters"""
    features: List[str]
    """What the agent can do, one line per feature"""
    use_cases: List[str]
    """What the agent can be used for"""
    input_params: List[InputParam]
    """Inputs of the agent, each with its type and description"""


class Artifact(TypedDict):
    id: str
    name: str
    type: str
    """Media type, as the server determined it from the content"""
    size: int
    """Size in bytes"""
    url: str
    """Link to the content that needs no credential and works for 60 minutes. Read the run again for a new
    one"""
    preview_url: Union[str, None]
    """Link to a smaller WebP image of a PNG, JPEG, GIF or WebP file, with at most 1,024 pixels per side
    and without metadata. It works as long as `url`. Null for other files. A broken image has no preview
    (404)"""


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
    """USD per token"""


class CalledRun(TypedDict):
    run_id: str
    """ID of the run"""
    agent_id: int
    """ID of the agent"""
    agent_name: str
    status: RunStatus
    """Status"""
    tokens_used: int
    """Number of charged tokens"""
    cost: Usd
    """Cost to the caller, in USD"""
    failure_charge: Union[Usd, None]
    """Amount charged for the model calls of a failed run, in USD; null if nothing was charged. A run that
    fails costs nothing as long as the model calls of your failed runs cost at most 1 USD per UTC day (the
    operator of a server can set another amount). Any cost beyond that is charged."""


class CancelledRun(TypedDict):
    run_id: str
    """ID of the run"""
    status: RunStatus
    """Status"""


Category: TypeAlias = Literal["general", "research", "analysis", "analytics", "customer-service", "content", "automation", "finance", "healthcare", "education"]


ConnectorMethod: TypeAlias = Literal["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]


class ConnectorUse(TypedDict):
    service: str
    methods: List[ConnectorMethod]
    paths: List[str]


class Conversation(TypedDict):
    id: str
    agent_id: int
    """ID of the agent"""
    agent_name: str
    title: Union[str, None]
    """Null before the first turn"""
    memory: AgentMemory
    turns: int
    """Number of turns, including edited ones"""
    current_turn: Union[int, None]
    """The turn after which the conversation continues; null before the first turn"""
    total_cost: Usd
    """Cost of all turns and of all runs that they started"""
    max_cost: Union[Usd, None]
    """Maximum total cost; null means none"""
    is_shared: bool
    """Whether a link to read the conversation exists"""
    created_at: Timestamp
    updated_at: Timestamp


class ConversationExport(TypedDict):
    conversation: Conversation
    turns: List[Turn]


class ConversationLink(TypedDict):
    url: str
    """Anyone with this URL can read the turns up to the current one"""


class ConversationList(TypedDict):
    conversations: List[Conversation]
    next_cursor: Union[str, None]
    """Send it as `cursor` to get the next page; null on the last page"""


class ConversationListQuery(TypedDict):
    limit: NotRequired[int]
    """Maximum number of items per page, 1 to 100"""
    cursor: NotRequired[str]
    """`next_cursor` of the previous page"""
    agent_id: NotRequired[int]
    """ID of an agent"""
    search: NotRequired[str]
    """Search terms"""


class CreateConversationRequest(TypedDict):
    agent_id: int
    """ID of the agent. The same number as text is also accepted"""
    title: NotRequired[str]
    """Title. Default: the beginning of the first message"""
    max_cost: NotRequired[float]
    """Maximum total cost of the conversation in USD. Default: none"""


class CreateScheduleRequest(TypedDict):
    name: str
    agent_id: int
    """ID of the agent. The same number as text is also accepted"""
    input_data: InputData
    """The agent's inputs by name, as declared in `input_params`"""
    cron: str
    """Cron expression with five fields: minute, hour, day of the month, month, day of the week. Supports
    `L`, `W` and `#` as in Quartz. Times must be at least 5 minutes apart"""
    time_zone: str
    """IANA name of the time zone, such as Europe/Berlin"""
    monthly_cap: float
    """Maximum total cost of its runs per calendar month (UTC), in USD"""
    max_cost: NotRequired[float]
    """Maximum cost of the run in USD. The agent's own limit also applies. Default: the
    `unconfirmed_run_limit` of your account"""
    timeout: NotRequired[int]
    """Maximum duration of the run in seconds"""
    version: NotRequired[int]
    """Version of the agent to run. Default: the current version"""
    ends_at: NotRequired[Timestamp]


ErrorCode: TypeAlias = Literal["invalid_request", "malformed_json", "unauthorized", "insufficient_credits", "forbidden", "insufficient_scope", "account_suspended", "agent_suspended", "agent_limit_reached", "plan_required", "key_limit_reached", "spending_limit_reached", "schedule_limit_reached", "account_in_use", "balance_left", "not_found", "method_not_allowed", "conflict", "grant_needed", "email_taken", "username_taken", "link_invalid", "authorization_pending", "slow_down", "access_denied", "expired_token", "sign_in_failed", "email_unverified", "provider_unavailable", "idempotency_in_flight", "idempotency_mismatch", "too_large", "unsupported_media_type", "upload_refused", "price_below_cost", "rate_limited", "at_capacity", "runtime_unavailable", "model_unavailable", "agent_failed", "agent_timeout", "agent_crashed", "output_limit", "cancelled", "content_key_missing", "internal"]


class ExecuteRequest(TypedDict):
    input_data: InputData
    """The agent's inputs by name, as declared in `input_params`"""
    max_cost: NotRequired[float]
    """Maximum cost of the run in USD. The agent's own limit also applies. Default: the
    `unconfirmed_run_limit` of your account"""
    timeout: NotRequired[int]
    """Maximum duration of the run in seconds"""
    version: NotRequired[int]
    """Version of the agent to run. Default: the current version"""
    conversation_id: NotRequired[str]
    """Conversation that this run continues. Without it, the run stands alone"""
    parent_turn: NotRequired[Union[int, None]]
    """Turn of the conversation that this run follows; null to begin anew. Default: the conversation's
    current turn"""


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
    """Status"""
    execution_time: float
    """Execution time in seconds"""
    tokens_used: int
    """Number of charged tokens"""
    cost: Usd
    """Cost to the caller, in USD"""
    failure_charge: Union[Usd, None]
    """Amount charged for the model calls of a failed run, in USD; null if nothing was charged. A run that
    fails costs nothing as long as the model calls of your failed runs cost at most 1 USD per UTC day (the
    operator of a server can set another amount). Any cost beyond that is charged."""
    called_runs: List[CalledRun]
    """Runs of other agents that this run started, directly or indirectly, each with its own cost"""
    total_cost: Usd
    """Amount by which the balance decreases: the cost and the failure charge of this run and of all runs
    that it started"""
    max_cost: Usd
    """Maximum total cost of this run and all runs that it starts"""
    max_cost_set_by: MaxCostSetBy
    agent_output: Json
    """Output of the agent: text or any JSON value"""
    stop_reason: Union[Literal["end", "length", "limit", "cancelled", "error"], None]
    """`end`, or why it stopped early: `length` (the model reached its maximum length), `limit` (the cost
    limit), `cancelled` or `error`; null if there was no output"""
    metadata: ExecutionResultMetadata
    artifacts: List[Artifact]
    """Files that the agent returned"""
    receipt: Union[Receipt, None]
    """Cost of the run and who received it; null while the run is active"""
    error: Union[ErrorCode, None]
    detail: Union[str, None]
    """Explanation for people"""


class Facets(TypedDict):
    category: Dict[str, int]
    framework: Dict[str, int]
    """Framework"""
    pricing: Dict[str, int]
    model: Dict[str, int]
    """Number of agents per model that they use. An agent can use several models, or none"""


class FileListQuery(TypedDict):
    limit: NotRequired[int]
    """Maximum number of items per page, 1 to 100"""
    cursor: NotRequired[str]
    """`next_cursor` of the previous page"""
    run_id: NotRequired[str]
    """Only the files that this run returned"""


class FileUpload(TypedDict):
    id: str
    """ID of the upload, and of the file when it is complete"""
    offset: int
    """Number of bytes that the server has"""
    size: int
    part_bytes: int
    """Size of each part except the last one"""
    expires_at: Timestamp
    """When the server forgets an incomplete upload"""
    file: Union[StoredFile, None]


Framework: TypeAlias = Literal["langchain", "autogen", "n8n", "stoa"]


InputData: TypeAlias = Dict[str, "Json"]


class InputParam(TypedDict):
    name: str
    type: ParameterType
    required: bool
    description: str
    default: NotRequired[Json]
    choices: NotRequired[List[str]]
    accept: NotRequired[List[str]]
    """File name extensions that the agent expects, such as `.csv`; other files are allowed, too"""


Json: TypeAlias = Union[str, float, bool, None, List["Json"], Dict[str, "Json"]]


MaxCostSetBy: TypeAlias = Literal["agent", "request", "account", "spending_limit"]
"""Which limit determined `max_cost`. `agent`: the agent's maximum cost per run. `request`: the `max_cost`
of the request. `account`: your account's limit for runs without `max_cost`; send a higher `max_cost` to
allow more. `spending_limit`: a limit of your account, your API key or your schedule"""


class NextPrice(TypedDict):
    price_per_token: Usd
    """USD per token"""
    effective_from: Timestamp


class Ok(TypedDict):
    success: Literal[True]
    """Whether it succeeded"""


ParameterType: TypeAlias = Literal["string", "integer", "number", "boolean", "array", "object", "file", "files"]
"""`file`: the ID of one of your files. `files`: a list of such IDs"""


class PriceAdvice(TypedDict):
    model_cost_per_1000_tokens: Usd
    """Cost of 1,000 tokens of the most expensive declared model, at three prompt tokens per completion
    token; 0 if the agent declares no model or only free ones"""
    lowest_price_per_token: Usd
    """Lowest price that covers the cost of every token of its models"""
    suggested_price_per_token: Usd
    share_percent: int
    """Your share of the amount that remains after model cost, as set by your plan"""


class ProblemErrorsItem(TypedDict):
    field: str
    message: str


class Problem(TypedDict):
    type: str
    title: str
    status: int
    """HTTP status"""
    detail: str
    """Explanation for people"""
    error: ErrorCode
    request_id: str
    """Identifies the request in the server's log"""
    errors: NotRequired[List[ProblemErrorsItem]]
    checks: NotRequired[List[UploadCheck]]
    """Every check of the file and its result"""
    needs: NotRequired[List[AgentConnector]]
    hosts: NotRequired[List[str]]


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
    """Platform fee"""
    net: Usd
    """Earnings of the developer"""
    price_per_token: Usd
    """USD per token"""
    tokens_metered: int
    """Number of counted tokens"""
    tokens_charged: int
    """Number of charged tokens"""
    models: List[ReceiptModelsItem]
    """Models that it uses"""


class RememberedValue(TypedDict):
    key: str
    value: str
    """The value as JSON text, as the agent stored it"""
    bytes: int
    """Size of key and value"""
    updated_at: Timestamp
    expires_at: Union[Timestamp, None]
    """Null if the value does not expire"""


class RememberedValueList(TypedDict):
    values: List[RememberedValue]
    bytes: int
    limit_bytes: int


class RememberingAgent(TypedDict):
    agent_id: int
    """ID of the agent"""
    agent_name: str
    value_count: int
    """Number of values"""
    bytes: int
    """Size of all keys and values"""
    updated_at: Timestamp
    """When the agent last stored a value"""


class RememberingAgentList(TypedDict):
    agents: List[RememberingAgent]


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
    """Node that called the sub-workflow of this node; null for a node of the main workflow"""
    serves: Union[str, None]
    """For a sub-node, the node that uses it; null otherwise"""
    run: int
    """Number of earlier executions of this node in the run"""
    state: Literal["running", "waiting", "done", "failed"]
    """`waiting`: the node waits for an answer. While the run is active, `GET /execute/runs/{id}/waits`
    returns the URL for it; if a turn of a conversation has ended, the next message is the answer"""
    duration: float
    items_in: List[int]
    """Number of items per input"""
    items_out: List[int]
    """Number of items per output"""
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
    """Version to run; null means the version that is current at each time"""
    input_data: InputData
    """The agent's inputs by name, as declared in `input_params`"""
    cron: str
    time_zone: str
    monthly_cap: Usd
    max_cost: Union[Usd, None]
    """Maximum cost of each run; null means the `unconfirmed_run_limit` of your account. The agent's own
    limit also applies"""
    timeout: Union[int, None]
    """Maximum duration of the run in seconds"""
    ends_at: Union[Timestamp, None]
    agreed_price_per_token: Usd
    """Price that you agreed to. If the agent's price is higher, the schedule is paused"""
    status: Literal["active", "paused", "ended"]
    """Status"""
    paused_because: Union[Literal["owner", "price_rise", "failures", "key_gone", "cap_reached"], None]
    paused_reason: Union[str, None]
    """Explanation of `paused_because`"""
    resumes_at: Union[Timestamp, None]
    """If the schedule is paused because of `cap_reached`, the time at which it resumes automatically"""
    next_times: List[Timestamp]
    """Next 5 times; fewer if the schedule ends earlier"""
    spent_this_month: Usd
    """Cost of its runs in this month (UTC), including the amounts that active runs hold"""
    failures_in_a_row: int
    api_key_id: Union[str, None]
    """ID of the API key whose limits its runs count toward"""
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
    """Last of several consecutive times that were missed; null otherwise"""
    trigger: Literal["schedule", "manual"]
    status: Literal["starting", "running", "completed", "failed", "timeout", "cancelled", "not_started", "skipped"]
    """Status"""
    reason: Union[str, None]
    """Why there was no run; null if there was one"""
    run_id: Union[str, None]
    """ID of the run"""
    cost: Usd
    """Cost of the run and of all runs that it started"""
    ended_at: Union[Timestamp, None]


class SdkExecutionResult(TypedDict):
    success: bool
    """Whether it succeeded"""
    data: ExecutionResult


class StartFileUploadRequest(TypedDict):
    name: str
    size: int


class StoredFile(TypedDict):
    id: str
    name: str
    type: str
    """Media type, as the server determined it from the content"""
    size: int
    """Size in bytes"""
    url: str
    """Link to the content that needs no credential and works for 60 minutes. Read the run again for a new
    one"""
    preview_url: Union[str, None]
    """Link to a smaller WebP image of a PNG, JPEG, GIF or WebP file, with at most 1,024 pixels per side
    and without metadata. It works as long as `url`. Null for other files. A broken image has no preview
    (404)"""
    origin: Literal["upload", "artifact"]
    """`upload`: you uploaded it. `artifact`: an agent returned it to you"""
    run_id: Union[str, None]
    """Run that returned the file; null for an upload"""
    agent_id: Union[int, None]
    """Agent that returned the file; null for an upload"""
    agent_name: Union[str, None]
    """Name of this agent at the time of the run"""
    created_at: Timestamp
    expires_at: Timestamp
    """When the file is removed. Each run that receives the file postpones this"""


class StoredFileList(TypedDict):
    files: List[StoredFile]
    next_cursor: Union[str, None]
    """Send it as `cursor` to get the next page; null on the last page"""
    used_bytes: int
    """Total size of your files"""
    limit_bytes: int
    """Total size that your files can have"""
    limit_set_by: Literal["plan", "operator"]
    """`operator` if an operator of this server has set another limit for you than your plan's"""


class Suspension(TypedDict):
    reason: str
    since: Timestamp


Timestamp: TypeAlias = str


class Turn(TypedDict):
    turn: int
    """Number of the turn in the conversation"""
    parent: Union[int, None]
    """The turn that this turn follows. Turns with the same parent are versions of each other"""
    run_id: str
    """ID of the run"""
    status: RunStatus
    """Status"""
    input_data: Json
    """Null if the content was deleted"""
    message: str
    files: List[Artifact]
    """Files of the message, unless they were deleted"""
    agent_output: Json
    """Output of the agent: text or any JSON value"""
    artifacts: List[Artifact]
    """Files that the agent returned"""
    detail: Union[str, None]
    """Why the turn failed"""
    cost: Usd
    """Cost to the caller, in USD"""
    created_at: Timestamp


class TurnList(TypedDict):
    turns: List[Turn]
    next_cursor: Union[str, None]
    """Send it as `cursor` to get the next page; null on the last page"""


class UpdateConversationRequest(TypedDict):
    title: NotRequired[str]
    """Title. Default: the beginning of the first message"""
    max_cost: NotRequired[Union[float, None]]
    """Maximum cost in USD"""
    current_turn: NotRequired[int]
    """The turn after which the conversation continues"""


class UpdateScheduleRequest(TypedDict):
    name: NotRequired[str]
    input_data: NotRequired[InputData]
    """The agent's inputs by name, as declared in `input_params`"""
    cron: NotRequired[str]
    """Cron expression with five fields: minute, hour, day of the month, month, day of the week. Supports
    `L`, `W` and `#` as in Quartz. Times must be at least 5 minutes apart"""
    time_zone: NotRequired[str]
    """IANA name of the time zone, such as Europe/Berlin"""
    monthly_cap: NotRequired[float]
    """Maximum total cost of its runs per calendar month (UTC), in USD"""
    max_cost: NotRequired[Union[float, None]]
    """Maximum cost in USD"""
    timeout: NotRequired[Union[int, None]]
    """Maximum duration of the run in seconds"""
    version: NotRequired[Union[int, None]]
    """Version number"""
    ends_at: NotRequired[Union[Timestamp, None]]


class UploadCheck(TypedDict):
    name: Literal["size", "syntax", "framework", "entry_point", "models", "connectors", "network", "agents", "secrets", "trial_run", "environment"]
    label: str
    status: Literal["passed", "warning", "failed", "skipped"]
    """A `warning` does not prevent the upload"""
    detail: str
    """Explanation for people"""
    line: NotRequired[int]
    suggested_script: NotRequired[str]
    """Inline script metadata (PEP 723) to add at the top of the file. It declares the packages that the
    file imports. Only the check of packages returns it"""


class UploadFields(TypedDict):
    name: str
    description: str
    documentation: str
    category: NotRequired[Category]
    price_per_token: NotRequired[float]
    confirm_price: NotRequired[bool]
    """A price above 0.0001 USD per token (100 USD per 1M tokens) is accepted only with `confirm_price:
    true`"""
    sponsor_limit_per_run: NotRequired[float]
    """Maximum amount in USD that you pay per run if its model cost is higher than the caller's price
    covers"""
    output_node: NotRequired[str]
    """For an n8n workflow, the node whose output is the output of the agent. Default: the node that the
    file names in `meta.stoa.output`, otherwise Respond to Webhook or the last node"""
    allow_missing_models: NotRequired[Literal["true", "false"]]
    """Whether to accept a file that names models that this server does not offer. If `true`, the agent is
    not listed and cannot run until they are offered. By default, the file is refused"""
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
    """Amount that all runs deducted from the balance, in USD: their cost and the charges for failed runs"""
    total_tokens: int
    average_time: Union[float, None]
    """Average duration of a run, in seconds"""
    success_rate: Union[float, None]
    """Success rate in percent; null if nothing was counted"""
    most_used_agent: Union[UsageStatsMostUsedAgent, None]
    agents: List[UsageStatsAgentsItem]


Usd: TypeAlias = float
"""US dollars"""


class VersionFields(TypedDict):
    notes: NotRequired[str]
    """Release notes, visible to everyone who can see the agent"""
    output_node: NotRequired[str]
    """For an n8n workflow, the node whose output is the output of the agent. Default: the node that the
    file names in `meta.stoa.output`, otherwise Respond to Webhook or the last node"""
    allow_missing_models: NotRequired[Literal["true", "false"]]
    """Whether to accept a file that names models that this server does not offer. If `true`, the agent is
    not listed and cannot run until they are offered. By default, the file is refused"""


Visibility: TypeAlias = Literal["public", "unlisted", "private"]
"""`public`: listed, and anyone can run it. `unlisted`: not listed, but anyone who has the link can run it.
`private`: only members of its owner's account can see and run it; all others get a 404"""
