import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";

/** Lets a test change existing transfers in its own database. */
export async function allowMoving(db: Database): Promise<void> {
  await sql`ALTER TABLE transfers DISABLE TRIGGER transfers_immutable`.execute(db);
  await sql`ALTER TABLE postings DISABLE TRIGGER postings_immutable`.execute(db);
}

/**
 * Moves a transfer to another time. The transfer must not be rolled up yet.
 * @param idMoment the creation time of its id, if that is later than the start of its transaction.
 * @returns the new id of the transfer.
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
