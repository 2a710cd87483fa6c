import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import { lockTimedOut } from "../../platform/db/errors.ts";
import { DoorRefusal } from "./door-refusal.ts";
import type { StoredValues } from "./stored-values.ts";

/** Of one agent for one account: chats of a busy year, or eight of the largest vector stores. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_KEYS = 2_000;

const BUSY = new DoorRefusal("Other runs of this agent are writing. Try again shortly.", {
  status: 503,
  code: "storage_busy",
});

/** U+0000, which PostgreSQL takes in no text; JSON may only have it as an escape. */
const hasNull = (text: string) => text.includes("\0");

/** Values in the database. */
export function createValuesStore(db: Database): StoredValues {
  return {
    async read({ accountId, agentId }, { kind, key }) {
      if (hasNull(key)) return undefined;
      const row = await db
        .selectFrom("workflow_values")
        .select("value")
        .where("account_id", "=", accountId)
        .where("agent_id", "=", agentId)
        .where("kind", "=", kind)
        .where("key", "=", key)
        .executeTakeFirst();
      return row?.value;
    },
    async write({ accountId, agentId }, { kind, key }, value) {
      if (hasNull(key)) throw new DoorRefusal("A name holds U+0000.", { status: 400, code: "bad_key" });
      await db.transaction().execute(async (tx) => {
        // Writers of the same agent and account count one another.
        await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`workflow ${accountId} ${agentId}`}, 0))`
          .execute(tx)
          .catch((error: unknown) => {
            throw lockTimedOut(error) ? BUSY : error;
          });
        await tx
          .insertInto("workflow_values")
          .values({ account_id: accountId, agent_id: agentId, kind, key, value })
          .onConflict((conflict) =>
            conflict
              .columns(["account_id", "agent_id", "kind", "key"])
              .doUpdateSet({ value, updated_at: sql`now()` }),
          )
          .execute();
        const { rows } = await sql<{ keys: number; bytes: number }>`
          SELECT count(*)::integer AS keys, coalesce(sum(octet_length(value)), 0)::integer AS bytes
          FROM workflow_values WHERE account_id = ${accountId} AND agent_id = ${agentId}`.execute(tx);
        const [kept] = rows;
        if (kept && (kept.bytes > MAX_BYTES || kept.keys > MAX_KEYS))
          throw new DoorRefusal(
            `An agent keeps at most ${MAX_KEYS} values and ${MAX_BYTES / 1_048_576} MB for one account.`,
            { status: 413, code: "storage_full" },
          );
      });
    },
  };
}
