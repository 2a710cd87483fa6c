import { sql } from "kysely";
import { EXPORT_PAGE, type PersonalData, toUsd } from "../../platform/personal-data/personal-data.ts";

/**
 * The number of runs per transaction. Such a transaction takes well under a second even if each run has a thousand
 * events.
 */
const RUNS_PER_BATCH = 200;

const CONTENTS = ["run_contents", "run_events", "model_call_contents", "run_shares"] as const;

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
    // Exports runs with their inputs and outputs, while these are kept.
    {
      name: "runs",
      pageRows: EXPORT_PAGE.large,
      select: ({ accountId }, after, limit) => sql`
        SELECT n.id AS cursor, row_to_json(r)::text AS row
        FROM runs n LEFT JOIN run_contents c ON c.run_id = n.id,
        LATERAL (SELECT n.id, n.created_at, n.ended_at, n.status, n.stop_reason, n.error_code, n.agent_id, n.agent_name,
          n.version, n.parent_id, n.root_id, n.api_key_id, ${toUsd("n.price_per_token")} AS price_per_token, n.tokens_charged,
          ${toUsd("n.cost")} AS cost, ${toUsd("n.failure_charge")} AS failure_charge, n.execution_ms, c.task, c.input, c.output, c.error_detail,
          EXISTS (SELECT FROM run_shares s WHERE s.run_id = n.id) AS shared_with_developer,
          (SELECT json_agg(json_build_object('seq', e.seq, 'kind', e.kind, 'at', e.at, 'payload', e.payload) ORDER BY e.seq)
            FROM run_events e WHERE e.run_id = n.id) AS events,
          (SELECT json_agg(json_build_object('model', m.model_answered, 'prompt_tokens', m.prompt_tokens,
              'completion_tokens', m.completion_tokens, 'started_at', m.started_at, 'duration_ms', m.duration_ms,
              'outcome', m.outcome, 'content', k.content) ORDER BY m.started_at)
            FROM model_calls m LEFT JOIN model_call_contents k ON k.run_id = m.run_id AND k.call_id = m.id
            WHERE m.run_id = n.id) AS model_calls) r
        WHERE n.account_id = ${accountId} AND n.id > ${after} ORDER BY n.id ${limit}`,
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
