import { RouteRefusal } from "../../../platform/run-routes/route-refusal.ts";
import type { WorkflowRun } from "../workflow-runs.ts";

/** A developer's own n8n server, as configured in their connector. */
export interface DeveloperServer {
  /** The URL of the server, without a trailing slash. */
  address: string;
  /** The headers that authenticate at the server's API. */
  headers: Readonly<Record<string, string>>;
}

/**
 * Returns the server of the agent's developer, and counts one use of the developer's connector.
 * @throws RouteRefusal 503 if the connector cannot be used
 */
export type FindDeveloperServer = (run: WorkflowRun) => Promise<DeveloperServer>;

/**
 * Counts one use of an account's connector. Returns the URL of its service with the headers for authentication, or the
 * reason why it cannot be used. The `connectors` module provides it.
 */
export type UseConnector = (
  accountId: string,
  serviceName: string,
) => Promise<
  { baseUrl: string; headers: Readonly<Record<string, string>> } | "gone" | "inactive" | "quota_reached"
>;

const SERVICE = "n8n";

const WHY_NOT = {
  quota_reached: "The developer's n8n connector reached its quota for this month",
  inactive: "The developer's n8n connector is switched off",
  gone: "The developer has no n8n connector",
} as const;

/**
 * Finds the server on which a developer's workflows run, from the developer's own n8n connector. The caller's
 * connectors and grants are not used; each run counts as one use of the developer's connector.
 */
export function createServerLookup(useConnector: UseConnector): FindDeveloperServer {
  return async ({ developerAccountId }) => {
    const used = await useConnector(developerAccountId, SERVICE);
    if (typeof used === "string") throw new RouteRefusal(WHY_NOT[used], { status: 503, code: "no_engine" });
    return { address: used.baseUrl.replace(/\/api\/v1$/, ""), headers: used.headers };
  };
}
