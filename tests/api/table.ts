import type { Row } from "./row.ts";
import * as accounts from "./rows/accounts.ts";
import * as agents from "./rows/agents.ts";
import * as billing from "./rows/billing.ts";
import * as connectors from "./rows/connectors.ts";
import * as notifications from "./rows/notifications.ts";
import * as runs from "./rows/runs.ts";
import type { RowName } from "./specified-calls.ts";

/** The tests of each call in the specification. */
export const TABLE: Readonly<Record<RowName, Row>> = {
  "POST /v1/users/login": accounts.login,
  "POST /v1/users/register": accounts.register,
  "GET /v1/users/me": accounts.me,
  "PUT /users/me": accounts.updateMe,
  "POST /users/refresh-api-key": accounts.refreshApiKey,
  "GET /v1/users/usage-stats": accounts.usageStats,
  "GET /v1/billing/balance": billing.balance,
  "GET /v1/billing/spending-stats": billing.spendingStats,
  "GET /v1/billing/history": billing.history,
  "GET /billing/agent/{id}/revenue": billing.revenue,
  "GET /v1/agents/": agents.list,
  "GET /v1/agents/my-agents": agents.mine,
  "GET /v1/agents/{id}": agents.get,
  "POST /v1/agents/upload": agents.upload,
  "POST /v1/execute/run": runs.run,
  "POST /execute/run": runs.run,
  "GET /v1/execute/my-usage": runs.myUsage,
  "GET /v1/execute/agent/{id}/usage-history": runs.agentUsage,
  "POST /v1/recommendations/recommend": agents.recommend,
  "GET /v1/templates/catalog": agents.templates,
  "GET /templates/download/{id}": agents.download,
  "GET /v1/connectors/list": connectors.list,
  "GET /connectors/": connectors.list,
  "GET /connectors/supported-services": connectors.services,
  "POST /v1/connectors/add": connectors.add,
  "POST /connectors/": connectors.add,
  "PUT /connectors/{id}": connectors.update,
  "DELETE /connectors/{id}": connectors.remove,
  "POST /connectors/{id}/test": connectors.test,
  "GET /v1/notifications/": notifications.list,
  "PUT /v1/notifications/{id}/read": notifications.read,
  "PUT /v1/notifications/mark-all-read": notifications.readAll,
  "GET /api/v1/sdk/agents": agents.sdkList,
  "GET /api/v1/sdk/agents/{agent_id}": agents.sdkGet,
  "POST /api/v1/sdk/agents/{agent_id}/execute": runs.execute,
  "POST /agents/{id}/invoke": runs.execute,
  "POST /api/v1/sdk/agents/upload": agents.sdkUpload,
  "GET /api/v1/sdk/usage/stats": runs.sdkUsageStats,
  "GET /api/v1/sdk/balance": billing.sdkBalance,
};
