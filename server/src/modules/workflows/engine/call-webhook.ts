import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod";
import { OutboundError } from "../../../platform/outbound/outbound.ts";
import { RouteRefusal } from "../../../platform/run-routes/route-refusal.ts";
import type { N8nApi } from "./n8n-api.ts";
import type { N8nServer, ServerAnswer } from "./n8n-server.ts";

/**
 * n8n registers a webhook immediately after its workflow is published, or within a second or two if several
 * processes share the work. If n8n missed the registration, the workflow is published a second time. Both
 * series of pauses together last about 12 s.
 */
const PAUSES_MS = [100, 200, 400, 800, 1_500, 3_000];

/**
 * The statuses that proxies in front of the server return after a timeout. The workflow continues to run behind them.
 */
const CUT_OFF: ReadonlySet<number> = new Set([502, 503, 504, 524]);

const NotRegistered = z.object({ message: z.string().regex(/not registered/) });

/** Returns whether n8n itself returned this 404. A 404 from the workflow has another body and is a normal answer. */
function isUnregistered({ status, body }: ServerAnswer): boolean {
  if (status !== 404) return false;
  try {
    return NotRegistered.safeParse(JSON.parse(body.toString())).success;
  } catch {
    return false;
  }
}

export interface WebhookCall {
  workflowId: string;
  path: string;
  input: unknown;
  maxBytes: number;
  timeoutMs: number;
  signal: AbortSignal;
}

/**
 * Starts a published workflow exactly once: repeats only calls that never reached the workflow.
 * @returns the workflow's answer; undefined if the connection was cut while the workflow ran
 */
export async function callWebhook(
  server: N8nServer,
  api: N8nApi,
  { workflowId, path, input, maxBytes, timeoutMs, signal }: WebhookCall,
): Promise<ServerAnswer | undefined> {
  const send = () =>
    server.send({
      method: "POST",
      path: `/webhook/${path}`,
      body: input,
      isApi: false,
      maxBytes,
      timeoutMs,
      signal,
    });
  try {
    for (const isPublishedAnew of [false, true]) {
      if (isPublishedAnew) {
        await api.unpublish(workflowId);
        await api.publish(workflowId, signal);
      }
      for (const pause of PAUSES_MS) {
        const answer = await send();
        if (!isUnregistered(answer)) return CUT_OFF.has(answer.status) ? undefined : answer;
        await wait(pause, undefined, { signal });
      }
    }
  } catch (error) {
    const isCut =
      error instanceof OutboundError && ["timeout", "unreachable", "bad_answer"].includes(error.code);
    if (isCut && !signal.aborted) return undefined;
    throw error;
  }
  throw new RouteRefusal("The n8n server published the workflow but did not register its webhook", {
    status: 502,
    code: "engine_failed",
  });
}
