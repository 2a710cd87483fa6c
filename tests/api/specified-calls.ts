/**
 * The calls as the specification writes them: the rows of its three tables, then the calls that only its prose
 * mentions.
 */
export const SPECIFIED_CALLS = {
  mainClient: [
    "POST /v1/users/login",
    "POST /v1/users/register",
    "GET /v1/users/me",
    "GET /v1/billing/balance",
    "GET /v1/billing/spending-stats",
    "GET /v1/billing/history",
    "GET /v1/agents/",
    "GET /v1/agents/my-agents",
    "GET /v1/agents/{id}",
    "POST /v1/agents/upload",
    "POST /v1/execute/run",
    "GET /v1/execute/my-usage",
    "GET /v1/execute/agent/{id}/usage-history",
    "GET /v1/users/usage-stats",
    "POST /v1/recommendations/recommend",
    "GET /v1/templates/catalog",
    "GET /templates/download/{id}",
    "GET /billing/agent/{id}/revenue",
    "GET /v1/connectors/list",
    "POST /v1/connectors/add",
    "GET /v1/notifications/",
    "PUT /v1/notifications/{id}/read",
    "PUT /v1/notifications/mark-all-read",
  ],
  settingsArea: [
    "GET /connectors/",
    "GET /connectors/supported-services",
    "POST /connectors/",
    "PUT /connectors/{id}",
    "DELETE /connectors/{id}",
    "POST /connectors/{id}/test",
    "PUT /users/me",
    "POST /users/refresh-api-key",
  ],
  tryTab: ["POST /execute/run"],
  publicApi: [
    "GET /api/v1/sdk/agents",
    "GET /api/v1/sdk/agents/{agent_id}",
    "POST /api/v1/sdk/agents/{agent_id}/execute",
    "POST /api/v1/sdk/agents/upload",
    "GET /api/v1/sdk/usage/stats",
    "GET /api/v1/sdk/balance",
  ],
  /**
   * The specification requires 'an invoke path authenticated with a bearer key'. The similar execute path belongs to
   * the public API.
   */
  otherExamples: ["POST /agents/{id}/invoke"],
} as const;

export type RowName = (typeof SPECIFIED_CALLS)[keyof typeof SPECIFIED_CALLS][number];

export const ROW_NAMES: readonly RowName[] = Object.values(SPECIFIED_CALLS).flat();

/**
 * Returns the two paths of a row, under `/api/v1` and under `/api`. One of them ends with a slash. `{...}` is a
 * placeholder for an id.
 */
export function getAddresses(row: RowName): { method: string; paths: [string, string] } {
  const [method = "", written = ""] = row.split(" ");
  const path = written
    .replace(/^\/api/, "")
    .replace(/^\/v1/, "")
    .replace(/\{\w+\}/, "{id}");
  const other = path.endsWith("/") ? path.slice(0, -1) : `${path}/`;
  return { method, paths: [`/api/v1${path}`, `/api${other}`] };
}
