import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Queryable } from "./database.ts";

/**
 * Returns a new id from the database. It is needed before the row is written, because values that are sealed for a row are bound to its
 * id.
 */
export async function generateId(db: Queryable, prefix: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`SELECT new_id(${prefix}) AS id`.execute(db);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error("new_id returned nothing");
  return id;
}

/** A UUIDv7 has 12 bits for the part of a millisecond. They count the ids of a millisecond here. */
const IDS_PER_MS = 4096;
let lastId = 0;

/**
 * Returns a new id in the form of `new_id`, without a query. The ids of a process sort by the time at which they were made,
 * even if its clock is set back. Those of different nodes do so as far as their clocks agree.
 */
export function createId(prefix: string): string {
  lastId = Math.max(Date.now() * IDS_PER_MS, lastId + 1);
  const ms = Math.floor(lastId / IDS_PER_MS);
  const random = randomBytes(8);
  random.writeUInt8((random.readUInt8(0) & 0x3f) | 0x80, 0);
  const count = (lastId % IDS_PER_MS).toString(16).padStart(3, "0");
  return `${prefix}_${ms.toString(16).padStart(12, "0")}7${count}${random.toString("hex")}`;
}
