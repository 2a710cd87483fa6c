import {
  type AcceptedRun,
  type ExecutionResult,
  LIMITS,
  type Route,
  runRoutes,
  sdkRoutes,
} from "@stoa/contract";
import type { FastifyReply } from "fastify";
import type { Caller } from "../../../platform/http/caller.ts";
import { HANDLED } from "../../../platform/http/mount.ts";
import type { Preferences } from "../../../platform/http/prefer.ts";
import type { Accepted, RunService } from "../run-service.ts";
import { isRunActive } from "../settle/run-reader.ts";

/** The routes for reading, following and canceling a run. A caller with an API key gets URLs that accept the key. */
export const RUN_ROUTE_FAMILIES = {
  run: runRoutes,
  sdk: { get: sdkRoutes.run, events: sdkRoutes.runEvents, cancel: sdkRoutes.cancelRun },
} as const;
export type RunRouteFamily = keyof typeof RUN_ROUTE_FAMILIES;

/** The recommended pause between polls as a share of the run's age. The pause is limited to 1 to 10 seconds. */
const POLL_SHARE = 0.1;
const POLL_MAX_SECONDS = 10;

/** Returns whether the client accepts a reply before its run ends. `wait` without `respond-async` is enough. */
export function mayAnswerEarly({ respondAsync, wait }: Preferences): boolean {
  return respondAsync || wait !== undefined;
}

/**
 * Replies with the run's result if it ends within the time that the client waits, or else with 202 and the run's URLs.
 */
export async function answerEarly(
  runs: RunService,
  { caller, reply }: { caller: Caller; reply: FastifyReply },
  { runId, replayed, family, preferences }: Accepted & { family: RunRouteFamily; preferences: Preferences },
): Promise<ExecutionResult | typeof HANDLED> {
  const { wait } = preferences;
  const run_id = runId;
  if (wait === undefined) {
    if (!replayed) await runs.notifyOfEnd(runId);
    const status = replayed ? (await runs.getResult(caller, runId)).status : "running";
    reply.status(202).send(toAcceptedRun(reply, family, { run_id, status }, "respond-async"));
    return HANDLED;
  }
  const seconds = Math.min(wait, LIMITS.preferWaitMaxSeconds);
  const result = await runs.waitForResult(caller, runId, seconds * 1000);
  if (!isRunActive(result.status)) {
    reply.header("preference-applied", `wait=${seconds}`);
    return result;
  }
  if (!replayed) await runs.notifyOfEnd(runId);
  const applied = preferences.respondAsync ? `respond-async, wait=${seconds}` : `wait=${seconds}`;
  reply.status(202).send(toAcceptedRun(reply, family, { run_id, status: result.status }, applied));
  return HANDLED;
}

/** Returns the URLs for reading, following and canceling an active run, and sets the reply's headers. */
function toAcceptedRun(
  reply: FastifyReply,
  family: RunRouteFamily,
  { run_id, status }: Pick<AcceptedRun, "run_id" | "status">,
  applied: string,
): AcceptedRun {
  const { get, events, cancel } = RUN_ROUTE_FAMILIES[family];
  const address = ({ path }: Pick<Route, "path">) => `/api/v1${path.replace(":id", run_id)}`;
  const url = address(get);
  reply.headers({ location: url, "preference-applied": applied, "retry-after": "1" });
  return { run_id, status, url, events_url: address(events), cancel_url: address(cancel) };
}

/** Sets the header that says when to poll an active run again. */
export function advisePolling(reply: FastifyReply, result: ExecutionResult): ExecutionResult {
  if (isRunActive(result.status)) {
    const seconds = Math.min(Math.ceil(result.execution_time * POLL_SHARE), POLL_MAX_SECONDS);
    reply.header("retry-after", String(Math.max(seconds, 1)));
  }
  return result;
}
