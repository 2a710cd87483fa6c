import { setTimeout as wait } from "node:timers/promises";
import { MAX_RESPONSE_BYTES } from "@stoa/workflow";
import { RouteRefusal } from "../../../platform/run-routes/route-refusal.ts";
import { callWebhook } from "./call-webhook.ts";
import type { N8nApi } from "./n8n-api.ts";
import type { N8nServer, ServerAnswer } from "./n8n-server.ts";

/**
 * The pause before the execution is looked for again. n8n stores an execution when it has ended, shortly after its
 * webhook has answered.
 */
const FIRST_LOOK_MS = 100;
const LAST_PAUSE_MS = 2_000;
/** If no execution is visible this long after the call to the webhook ended, the server does not save executions. */
const UNSEEN_MS = 15_000;
/** The time limit of the webhook's answer: as long as the longest run. */
const WEBHOOK_MS = 600_000;

/** A workflow in the format of n8n's API, with its own webhook as the trigger. */
export interface EngineCall {
  workflow: unknown;
  path: string;
  input: unknown;
}

export interface EngineAnswer {
  /** The execution, as the JSON that n8n's API returns. */
  execution: Buffer;
  /** The answer of the webhook, if there was one. */
  response: ServerAnswer | undefined;
}

async function waitForExecution(api: N8nApi, workflowId: string, signal: AbortSignal): Promise<string> {
  const unseenAt = performance.now() + UNSEEN_MS;
  for (let pause = FIRST_LOOK_MS; ; pause = Math.min(LAST_PAUSE_MS, pause * 1.5)) {
    const found = await api.findNewest(workflowId, signal);
    if (found?.isOver) return found.id;
    if (!found && performance.now() > unseenAt)
      throw new RouteRefusal(
        "The n8n server saved no execution data, so the output cannot be read. Turn on saving of executions for the workflow",
        {
          status: 502,
          code: "engine_failed",
        },
      );
    await wait(pause, undefined, { signal });
  }
}

/**
 * Creates a copy on the server, publishes it, starts it, and returns its execution. Passes the ID of the copy to
 * `left` as soon as it exists. The caller of this function must always remove the copy.
 */
export async function runOnN8n(
  server: N8nServer,
  api: N8nApi,
  { workflow, path, input }: EngineCall,
  { signal, left }: { signal: AbortSignal; left: (workflowId: string) => void },
): Promise<EngineAnswer> {
  signal.throwIfAborted();
  // The run's signal does not abort this call: a copy whose ID is unknown could not be removed.
  const workflowId = await api.create(workflow);
  left(workflowId);
  signal.throwIfAborted();
  await api.publish(workflowId, signal);
  const bounds = { maxBytes: MAX_RESPONSE_BYTES, timeoutMs: WEBHOOK_MS, signal };
  const response = await callWebhook(server, api, { workflowId, path, input, ...bounds });
  const executionId = await waitForExecution(api, workflowId, signal);
  return { execution: await api.readExecution(executionId, signal), response };
}

/** Deletes a copy, after stopping its execution if it is still active. @throws Error if the copy may still exist */
export async function removeCopy(api: N8nApi, workflowId: string): Promise<void> {
  const running = await api.findNewest(workflowId).catch(() => undefined);
  if (running && !running.isOver) await api.stop(running.id).catch(() => undefined);
  if (await api.remove(workflowId)) return;
  // If the copy cannot be deleted, at least nobody can start it.
  await api.unpublish(workflowId);
  throw new Error("the server did not delete it");
}
