import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";

/** From now on a test's own database takes changes of what is booked. */
export async function allowMoving(db: Database): Promise<void> {
  await sql`ALTER TABLE transfers DISABLE TRIGGER transfers_immutable`.execute(db);
  await sql`ALTER TABLE postings DISABLE TRIGGER postings_immutable`.execute(db);
}

/**
 * A transfer that is not rolled up yet as it would have been made then.
 * @param idMoment when its id was made, where its transaction had begun before.
 * @returns its id.
 */
export async function movedTo(
  db: Database,
  transferId: string,
  moment: string,
  idMoment = moment,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    UPDATE transfers SET created_at = ${moment}::timestamptz,
      id = overlay(id placing substr(transfer_id_at(${idMoment}::timestamptz), 5, 12) from 5 for 12)
    WHERE id = ${transferId} RETURNING id`.execute(db);
  const id = rows[0]?.id ?? "";
  await sql`UPDATE postings SET transfer_id = ${id} WHERE transfer_id = ${transferId}`.execute(db);
  return id;
}
