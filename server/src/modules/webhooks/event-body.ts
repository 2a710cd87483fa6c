import { type ExecutionResult, LOW_BALANCE_USD, WebhookPayload, type WebhookRun } from "@stoa/contract";
import { OUTPUT_MAX_BYTES } from "./bounds.ts";
import type { ClaimedDelivery } from "./queue-store.ts";

/** Returns a run as the account would receive it by polling. The runs module provides it. */
export type ReadRunResult = (accountId: string, runId: string) => Promise<ExecutionResult | undefined>;

type DeliveredEvent = Pick<ClaimedDelivery, "type" | "accountId" | "runId" | "facts" | "occurredAt">;

/**
 * Returns the body of an event's requests, which is the same for each attempt. The run is read when the event is sent,
 * because its content is stored only in its own table and may be deleted there. If `STOA_CONTENT_DAYS` is shorter than
 * the retention of events, an event that is resent after that time has no output.
 */
export async function createBody(event: DeliveredEvent, runResult: ReadRunResult): Promise<string> {
  const data = await createData(event, runResult);
  const { type, occurredAt } = event;
  return JSON.stringify(WebhookPayload.parse({ type, timestamp: occurredAt.toISOString(), data }));
}

async function createData(event: DeliveredEvent, runResult: ReadRunResult): Promise<object> {
  if (event.runId === null)
    return event.type === "balance.low" ? { ...event.facts, below: LOW_BALANCE_USD } : event.facts;
  return readRun(event, runResult);
}

/** Reads the run of an event, without an output that is too long. @throws Error for an event that has no run */
export async function readRun(
  { accountId, runId }: Pick<DeliveredEvent, "accountId" | "runId">,
  runResult: ReadRunResult,
): Promise<WebhookRun> {
  const run = runId === null ? undefined : await runResult(accountId, runId);
  if (!run) throw new Error(`run ${runId} of an event does not exist`);
  return removeLongOutput(run);
}

function removeLongOutput(run: ExecutionResult): WebhookRun {
  const isLong = Buffer.byteLength(JSON.stringify(run.agent_output)) > OUTPUT_MAX_BYTES;
  return { ...run, ...(isLong && { agent_output: null }), agent_output_omitted: isLong };
}
