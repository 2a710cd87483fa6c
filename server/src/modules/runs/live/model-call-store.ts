import type { ModelCall } from "@stoa/gateway";
import { sql } from "kysely";
import type { LogAccess } from "./live-store.ts";

/** A completed call, and the reservation that it used. */
export interface ReservedModelCall {
  runId: string;
  /** Undefined if this node no longer executes the run. The content of its call is not stored then. */
  accountId: string | undefined;
  reservationId: string;
  call: ModelCall;
}

/** Writes a call once, even if the gateway received no reply and retries with the same reservation. */
export function insertModelCall(access: LogAccess, call: ReservedModelCall): Promise<void> {
  return insertModelCalls(access, [call]);
}

/** Writes each call once. Writes all of the calls, or none. */
export async function insertModelCalls(
  { db, contents }: LogAccess,
  calls: readonly ReservedModelCall[],
): Promise<void> {
  const column = <T>(value: (reserved: ReservedModelCall) => T): T[] => calls.map(value);
  const rows = sql`
    INSERT INTO model_calls (run_id, id, provider, model_requested, model_answered, prompt_tokens,
      cached_prompt_tokens, completion_tokens, counted_by, cost, started_at, duration_ms, outcome, error_code)
    SELECT * FROM unnest(${column(({ runId }) => runId)}::text[], ${column(({ reservationId }) => reservationId)}::text[],
      ${column(({ call }) => call.provider)}::text[], ${column(({ call }) => call.modelRequested)}::text[],
      ${column(({ call }) => call.modelAnswered)}::text[], ${column(({ call }) => call.promptTokens)}::int[],
      ${column(({ call }) => call.cachedPromptTokens)}::int[], ${column(({ call }) => call.completionTokens)}::int[],
      ${column(({ call }) => call.countedBy)}::text[], ${column(({ call }) => call.costNano)}::bigint[],
      ${column(({ call }) => call.startedAt)}::timestamptz[],
      ${column(({ call }) => Math.round(call.durationMs))}::int[],
      ${column(({ call }) => call.outcome)}::text[], ${column(({ call }) => call.errorCode ?? null)}::text[])
    ON CONFLICT DO NOTHING`;
  const kept = calls.flatMap(({ runId, accountId, reservationId: id, call: { content } }) =>
    content === undefined || accountId === undefined
      ? []
      : [{ runId, id, sealed: contents.sealCall({ id: runId, accountId }, id, content) }],
  );
  if (kept.length === 0) await rows.execute(db);
  else
    await sql`
      WITH called AS (${rows})
      INSERT INTO model_call_contents (run_id, call_id, content)
      SELECT * FROM unnest(${kept.map(({ runId }) => runId)}::text[],
        ${kept.map(({ id }) => id)}::text[], ${kept.map(({ sealed }) => sealed)}::bytea[])
      ON CONFLICT DO NOTHING`.execute(db);
}
