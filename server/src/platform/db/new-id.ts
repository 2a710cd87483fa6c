import { sql } from "kysely";
import type { Queryable } from "./database.ts";

/** An id before its row is written: what is sealed for a row is bound to it. */
export async function newId(db: Queryable, prefix: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`SELECT new_id(${prefix}) AS id`.execute(db);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error("new_id returned nothing");
  return id;
}
