import type { WorkflowRun } from "../workflow-runs.ts";

/** A developer's own n8n server, as their connector names it. */
export interface DeveloperServer {
  /** Its address, without a slash at the end. */
  address: string;
  /** What its API knows the developer by. */
  headers: Readonly<Record<string, string>>;
}

/** The server of the developer whose agent runs. Counts a use of their connector. @throws RouteRefusal */
export type ServerOf = (run: WorkflowRun) => Promise<DeveloperServer>;
