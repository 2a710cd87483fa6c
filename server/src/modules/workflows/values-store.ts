import { formatBytes, PLAN_STORAGE_BYTES, type PlanType, WORKFLOW_STORAGE_SHARE } from "@stoa/contract";
import { sql } from "kysely";
import type { ContentPlace, ContentVault } from "../../platform/crypto/content-vault.ts";
import type { Database } from "../../platform/db/database.ts";
import { lockTimedOut } from "../../platform/db/errors.ts";
import { RouteRefusal } from "../../platform/run-routes/route-refusal.ts";
import type { StoredKey, StoredValues } from "./stored-values.ts";
import type { WorkflowRun } from "./workflow-runs.ts";

/**
 * The limit for one agent and one account, which is enough for the chats of a busy year or for eight of the largest
 * vector stores.
 */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_KEYS = 2_000;

const BUSY = new RouteRefusal("Other runs of your account are writing. Please try again shortly.", {
  status: 503,
  code: "storage_busy",
});

const createStorageFull = (message: string) =>
  new RouteRefusal(message, { status: 413, code: "storage_full" });

/**
 * Returns whether a string contains U+0000, which PostgreSQL does not accept. JSON may contain it only as an escape.
 */
const hasNull = (text: string) => text.includes("\0");

/** Returns how many bytes workflows may store for an account with this plan, over all agents. */
export type WorkflowStorageLimit = (plan: PlanType) => number;

const limitByPlan: WorkflowStorageLimit = (plan) => PLAN_STORAGE_BYTES[plan] * WORKFLOW_STORAGE_SHARE;

interface Kept {
  /** The number of keys of the agent that writes. */
  keys: number;
  bytes: number;
  /** The number of bytes of all agents. */
  account_bytes: number;
  plan: PlanType;
}

/** Returns the place of a value, to which its seal is bound. */
export function placeValue(
  { accountId, agentId }: Pick<WorkflowRun, "accountId" | "agentId">,
  { kind, key }: StoredKey,
): ContentPlace {
  const scope = `${accountId} ${agentId}`;
  return { column: "workflow_values.value", scope, row: `${kind} ${key}`, owner: accountId };
}

/** Creates a store that keeps encrypted values in the database. */
export function createValuesStore(db: Database, vault: ContentVault, getLimit = limitByPlan): StoredValues {
  return {
    async read(run, stored) {
      const { accountId, agentId } = run;
      const { kind, key } = stored;
      if (hasNull(key)) return undefined;
      const row = await db
        .selectFrom("workflow_values")
        .select("value")
        .where("account_id", "=", accountId)
        .where("agent_id", "=", agentId)
        .where("kind", "=", kind)
        .where("key", "=", key)
        .executeTakeFirst();
      return row && vault.open(row.value, placeValue(run, stored));
    },
    async write(run, stored, text) {
      const { accountId, agentId } = run;
      const { kind, key } = stored;
      if (hasNull(key))
        throw new RouteRefusal("A name must not contain U+0000.", { status: 400, code: "bad_key" });
      const value = vault.seal(text, placeValue(run, stored));
      const bytes = Buffer.byteLength(text);
      await db.transaction().execute(async (tx) => {
        // Writes for one account are serialized, so that each counts what the others wrote.
        await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`workflow ${accountId}`}, 0))`
          .execute(tx)
          .catch((error: unknown) => {
            throw lockTimedOut(error) ? BUSY : error;
          });
        await tx
          .insertInto("workflow_values")
          .values({ account_id: accountId, agent_id: agentId, kind, key, value, bytes })
          .onConflict((conflict) =>
            conflict
              .columns(["account_id", "agent_id", "kind", "key"])
              .doUpdateSet({ value, bytes, updated_at: sql`now()` }),
          )
          .execute();
        const { rows } = await sql<Kept>`
          SELECT count(*) FILTER (WHERE agent_id = ${agentId})::integer AS keys,
            coalesce(sum(bytes) FILTER (WHERE agent_id = ${agentId}), 0)::float8 AS bytes,
            coalesce(sum(bytes), 0)::float8 AS account_bytes,
            (SELECT plan_type FROM account_plans a WHERE a.account_id = ${accountId}) AS plan
          FROM workflow_values WHERE account_id = ${accountId}`.execute(tx);
        const [kept] = rows;
        if (kept) requireRoom(kept, getLimit);
      });
    },
  };
}

/** @throws RouteRefusal 413 if the agent or the account would exceed its limit */
function requireRoom({ keys, bytes, account_bytes, plan }: Kept, getLimit: WorkflowStorageLimit): void {
  if (bytes > MAX_BYTES || keys > MAX_KEYS)
    throw createStorageFull(
      `An agent can store at most ${MAX_KEYS} values and ${MAX_BYTES / 1_048_576} MB per account.`,
    );
  const limit = getLimit(plan);
  if (account_bytes > limit)
    throw createStorageFull(
      `Workflows of this account can store ${formatBytes(limit)} on its plan. Remove values that you no longer need, or change the plan.`,
    );
}
