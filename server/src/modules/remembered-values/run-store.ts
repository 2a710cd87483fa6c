import { createHash } from "node:crypto";
import { REMEMBERED_LIMITS } from "@stoa/contract";
import { type RawBuilder, sql } from "kysely";
import type { ContentPlace, ContentVault } from "../../platform/crypto/content-vault.ts";
import type { Database } from "../../platform/db/database.ts";

/** A store of an agent: of one person, or without a person the one that all of its runs share. */
export interface StoreName {
  agentId: number;
  userId: string | null;
}

export interface NewValue {
  key: string;
  /** JSON text. */
  text: string;
  /** The number of seconds until the value expires; undefined if it does not. */
  ttl: number | undefined;
  /** The tag of the value that this one may replace; empty if there must be none; undefined if any. */
  expected: string | undefined;
}

/** The result of writing a value, as `remember_value` describes it. */
export interface WriteResult {
  outcome: "stored" | "changed" | "store_full" | "many_keys" | "no_agent";
  /** How many bytes key and value may have together. */
  freeBytes: number;
}

/** Returns the tag of a sealed value, which changes with every write. SQL compares it (remember_value). */
const getTag = (sealed: Buffer): string => createHash("sha256").update(sealed).digest("hex");

/** Returns the place of a value, to which its seal is bound. */
export function placeValue({ agentId, userId }: StoreName, key: string): ContentPlace {
  const scope = `${agentId} ${userId ?? "shared"}`;
  return { column: "remembered_values.value", scope, row: key, owner: userId ?? "" };
}

/** A value as JSON text, with its tag. */
export interface StoredValue {
  text: string;
  tag: string;
}

/** Returns the FROM and WHERE clauses for the current values of a store, which are called `v`. */
export function selectFrom({ agentId, userId }: StoreName): RawBuilder<unknown> {
  const ofPerson = userId === null ? sql`v.user_id IS NULL` : sql`v.user_id = ${userId}`;
  return sql`unexpired_values v WHERE v.agent_id = ${agentId} AND ${ofPerson}`;
}

/** Reads and writes the values of a run's stores. */
export class RunStore {
  readonly #db: Database;
  readonly #vault: ContentVault;

  constructor(db: Database, vault: ContentVault) {
    this.#db = db;
    this.#vault = vault;
  }

  async read(store: StoreName, key: string): Promise<StoredValue | undefined> {
    const { rows } = await sql<{ value: Buffer }>`
      SELECT v.value FROM ${selectFrom(store)} AND v.key = ${key}`.execute(this.#db);
    const [row] = rows;
    return row && { text: this.#vault.open(row.value, placeValue(store, key)), tag: getTag(row.value) };
  }

  async listKeys(store: StoreName): Promise<string[]> {
    const { rows } = await sql<{ key: string }>`
      SELECT v.key FROM ${selectFrom(store)} ORDER BY v.key`.execute(this.#db);
    return rows.map(({ key }) => key);
  }

  async write({ agentId, userId }: StoreName, { key, text, ttl, expected }: NewValue): Promise<WriteResult> {
    const { storeBytes, storeKeys } = REMEMBERED_LIMITS;
    const value = this.#vault.seal(text, placeValue({ agentId, userId }, key));
    const bytes = Buffer.byteLength(key) + Buffer.byteLength(text);
    const { rows } = await sql<WriteResult>`
      SELECT outcome, free_bytes AS "freeBytes" FROM remember_value(
        ${agentId}, ${userId}, ${key}, ${value}, ${bytes}, ${ttl ?? null}, ${expected ?? null}, ${storeBytes}, ${storeKeys})`.execute(
      this.#db,
    );
    const [result] = rows;
    if (!result) throw new Error("remember_value returned no row");
    return result;
  }

  async remove({ agentId, userId }: StoreName, key: string): Promise<void> {
    await sql`SELECT forget_value(${agentId}, ${userId}, ${key})`.execute(this.#db);
  }
}
