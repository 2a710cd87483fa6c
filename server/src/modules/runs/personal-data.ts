import { sql } from "kysely";
import type { PersonalData } from "../../platform/personal-data/personal-data.ts";

/** A batch takes well under a second, also if each run has a thousand events. */
const RUNS_PER_BATCH = 200;

const CONTENTS = ["run_contents", "run_events", "model_call_contents", "run_shares"] as const;

/** What runs were given and returned is deleted. The runs themselves are books and stay. */
export const personalData: PersonalData = {
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
