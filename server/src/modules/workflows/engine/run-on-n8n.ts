import { setTimeout as wait } from "node:timers/promises";
import { MAX_RESPONSE_BYTES } from "@stoa/workflow";
import { RouteRefusal } from "../../../platform/run-routes/route-refusal.ts";
import { callWebhook } from "./call-webhook.ts";
import type { N8nApi } from "./n8n-api.ts";
import type { N8nServer, ServerAnswer } from "./n8n-server.ts";

/** n8n writes an execution down when it has ended, a moment after its webhook has answered. */
const FIRST_LOOK_MS = 100;
const LAST_PAUSE_MS = 2_000;
/** Nothing to be seen of it for so long after its webhook: the server keeps none. */
const UNSEEN_MS = 15_000;
/** Longer than any run. */
const WEBHOOK_MS = 600_000;

/** What is run: a workflow in the form of n8n's API, begun by a webhook of its own. */
export interface EngineCall {
  workflow: unknown;
  path: string;
  input: unknown;
}

export interface EngineAnswer {
  /** JSON of n8n's API. */
  execution: Buffer;
  /** What the webhook answered, where an answer came. */
  response: ServerAnswer | undefined;
}

async function endedExecution(api: N8nApi, workflowId: string, signal: AbortSignal): Promise<string> {
  const unseenAt = performance.now() + UNSEEN_MS;
  for (let pause = FIRST_LOOK_MS; ; pause = Math.min(LAST_PAUSE_MS, pause * 1.5)) {
    const found = await api.newest(workflowId, signal);
    if (found?.isOver) return found.id;
    if (!found && performance.now() > unseenAt)
      throw new RouteRefusal("The n8n server keeps no record of the run, so that its answer cannot be read", {
        status: 502,
        code: "engine_failed",
      });
    await wait(pause, undefined, { signal });
  }
}

/**
 * Creates a copy on the server, publishes it, begins it, and reads what came of it. The copy is handed to `left` as soon
 * as it is there. The caller of this function removes it in every case.
 */
export async function runOnN8n(
  server: N8nServer,
  api: N8nApi,
  { workflow, path, input }: EngineCall,
  { signal, left }: { signal: AbortSignal; left: (workflowId: string) => void },
): Promise<EngineAnswer> {
  signal.throwIfAborted();
  // Not given up with the run: a copy whose id nobody has heard would stay.
  const workflowId = await api.create(workflow);
  left(workflowId);
  signal.throwIfAborted();
  await api.publish(workflowId, signal);
  const bounds = { maxBytes: MAX_RESPONSE_BYTES, timeoutMs: WEBHOOK_MS, signal };
  const response = await callWebhook(server, api, { workflowId, path, input, ...bounds });
  const executionId = await endedExecution(api, workflowId, signal);
  return { execution: await api.execution(executionId, signal), response };
}

/** Takes a copy away, after what still runs of it. @throws Error where it may still be there */
export async function removeCopy(api: N8nApi, workflowId: string): Promise<void> {
  const running = await api.newest(workflowId).catch(() => undefined);
  if (running && !running.isOver) await api.stop(running.id).catch(() => undefined);
  if (await api.remove(workflowId)) return;
  // What cannot be deleted is at least begun by nobody.
  await api.unpublish(workflowId);
  throw new Error("the server did not delete it");
}
