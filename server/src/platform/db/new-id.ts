import { sql } from "kysely";
import type { Queryable } from "./database.ts";

/**
 * Returns a new id. It is needed before the row is written, because values that are sealed for a row are bound to its
 * id.
 */
export async function generateId(db: Queryable, prefix: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`SELECT new_id(${prefix}) AS id`.execute(db);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error("new_id returned nothing");
  return id;
}
