import { sql } from "kysely";
import * as z from "zod";
import {
  addFields,
  EXPORT_PAGE,
  type PersonalData,
  toUsd,
} from "../../platform/personal-data/personal-data.ts";
import { RunContents, type RunOwner } from "./run-contents.ts";

/**
 * The number of runs per transaction. Such a transaction takes well under a second even if each run has a thousand
 * events.
 */
const RUNS_PER_BATCH = 200;

const CONTENTS = ["run_contents", "run_events", "model_call_contents", "run_shares"] as const;

const Sealed = z
  .string()
  .transform((text) => Buffer.from(text, "base64"))
  .nullable();
const SealedRun = z.object({
  task: Sealed,
  input: Sealed,
  output: Sealed,
  error_detail: Sealed,
  events: z.array(z.object({ row: z.string(), seq: z.int(), payload: Sealed.unwrap() })).nullable(),
  calls: z.array(z.object({ row: z.string(), id: z.string(), content: Sealed })).nullable(),
});

/** Returns the contents of a run as JSON texts, by field. Contents stay exactly as they were written. */
function openRun(contents: RunContents, run: RunOwner, sealed: z.output<typeof SealedRun>) {
  const events = sealed.events?.map(({ row, seq, payload }) =>
    addFields(row, { payload: contents.openEvent(run, seq, payload) }),
  );
  const calls = sealed.calls?.map(({ row, id, content }) =>
    addFields(row, { content: content === null ? "null" : contents.openCall(run, id, content) }),
  );
  const toList = (rows: string[] | undefined) => (rows === undefined ? "null" : `[${rows.join(",")}]`);
  return {
    task: JSON.stringify(contents.openTask(run, sealed.task)),
    input: contents.openJsonText("input", run, sealed.input) ?? "null",
    output: contents.openJsonText("output", run, sealed.output) ?? "null",
    error_detail: JSON.stringify(contents.openText("error_detail", run, sealed.error_detail)),
    events: toList(events),
    model_calls: toList(calls),
  };
}

/**
 * Exports run settings and runs. Deletes the contents of runs, such as inputs and outputs. The runs themselves are
 * accounting records and stay.
 */
export const personalData: PersonalData = {
  export: [
    {
      name: "run_settings",
      pageRows: EXPORT_PAGE.small,
      select: ({ accountId }, after, limit) => sql`
        SELECT s.account_id AS cursor, row_to_json(r)::text AS row
        FROM run_settings s, LATERAL (SELECT s.keep_model_content) r
        WHERE s.account_id = ${accountId} AND s.account_id > ${after} ORDER BY 1 ${limit}`,
    },
    // Exports runs with their inputs and outputs, while these are kept. What an agent keeps between turns is left out,
    // because it can contain its developer's prompts and secrets.
    {
      name: "runs",
      pageRows: EXPORT_PAGE.large,
      select: ({ accountId }, after, limit) => sql`
        SELECT n.id AS cursor, row_to_json(r)::text AS row, row_to_json(s) AS sealed
        FROM runs n LEFT JOIN run_contents c ON c.run_id = n.id,
        LATERAL (SELECT n.id, n.created_at, n.ended_at, n.status, n.stop_reason, n.error_code, n.agent_id, n.agent_name,
          n.version, n.parent_id, n.root_id, n.api_key_id, ${toUsd("n.price_per_token")} AS price_per_token, n.tokens_charged,
          ${toUsd("n.cost")} AS cost, ${toUsd("n.failure_charge")} AS failure_charge, n.execution_ms,
          EXISTS (SELECT FROM run_shares h WHERE h.run_id = n.id) AS shared_with_developer) r,
        LATERAL (SELECT encode(c.task, 'base64') AS task, encode(c.input, 'base64') AS input,
          encode(c.output, 'base64') AS output, encode(c.error_detail, 'base64') AS error_detail,
          (SELECT json_agg(json_build_object('row', json_build_object('seq', e.seq, 'kind', e.kind, 'at', e.at)::text,
              'seq', e.seq, 'payload', encode(e.payload, 'base64')) ORDER BY e.seq)
            FROM run_events e WHERE e.run_id = n.id) AS events,
          (SELECT json_agg(json_build_object('row', json_build_object('model', m.model_answered,
              'prompt_tokens', m.prompt_tokens, 'completion_tokens', m.completion_tokens, 'started_at', m.started_at,
              'duration_ms', m.duration_ms, 'outcome', m.outcome)::text,
              'id', m.id, 'content', encode(k.content, 'base64')) ORDER BY m.started_at)
            FROM model_calls m LEFT JOIN model_call_contents k ON k.run_id = m.run_id AND k.call_id = m.id
            WHERE m.run_id = n.id) AS calls) s
        WHERE n.account_id = ${accountId} AND n.id > ${after} ORDER BY n.id ${limit}`,
      open: ({ cursor: id, row, sealed }, vault, { accountId }) =>
        addFields(row, openRun(new RunContents(vault), { id, accountId }, SealedRun.parse(sealed))),
    },
  ],
  async erase(tx, { accountId }) {
    await sql`DELETE FROM idempotency_keys WHERE account_id = ${accountId}`.execute(tx);
    await sql`DELETE FROM run_storage WHERE account_id = ${accountId}`.execute(tx);
    await sql`DELETE FROM run_settings WHERE account_id = ${accountId}`.execute(tx);
  },
  eraseContents(db, { accountId }, afterId) {
    return db.transaction().execute(async (tx) => {
      const runs = await tx
        .selectFrom("runs")
        .select("id")
        .where("account_id", "=", accountId)
        .where("id", ">", afterId)
        .orderBy("id")
        .limit(RUNS_PER_BATCH)
        .execute();
      const ids = runs.map(({ id }) => id);
      if (ids.length === 0) return undefined;
      for (const table of CONTENTS) await tx.deleteFrom(table).where("run_id", "in", ids).execute();
      return ids.at(-1);
    });
  },
};
