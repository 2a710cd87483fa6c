import type { ModelCall } from "@stoa/gateway";
import { sql } from "kysely";
import type { Queryable } from "../../platform/db/database.ts";

/** Writes a call once: the gateway tries again where it heard no answer, with the same reservation. */
export async function insertModelCall(
  db: Queryable,
  runId: string,
  reservationId: string,
  call: ModelCall,
): Promise<void> {
  const row = sql`
    INSERT INTO model_calls (run_id, id, provider, model_requested, model_answered, prompt_tokens,
      cached_prompt_tokens, completion_tokens, counted_by, cost, started_at, duration_ms, outcome, error_code)
    VALUES (${runId}, ${reservationId}, ${call.provider}, ${call.modelRequested}, ${call.modelAnswered}, ${call.promptTokens},
      ${call.cachedPromptTokens}, ${call.completionTokens}, ${call.countedBy}, ${call.costNano},
      ${call.startedAt}, ${Math.round(call.durationMs)}, ${call.outcome}, ${call.errorCode ?? null})
    ON CONFLICT DO NOTHING`;
  if (call.content === undefined) await row.execute(db);
  else
    await sql`
      WITH called AS (${row})
      INSERT INTO model_call_contents (run_id, call_id, content)
      VALUES (${runId}, ${reservationId}, ${JSON.stringify(call.content)}::json)
      ON CONFLICT DO NOTHING`.execute(db);
}
