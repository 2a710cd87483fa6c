/**
 * Marks every movement as not rolled up, for a database that was restored from a backup. Roll-ups are tracked by
 * transaction numbers, and these start over in a new database. Call this in the transaction that loads the data.
 */
export async function resetRollUps(run: (statement: string) => Promise<unknown>): Promise<void> {
  await run("SELECT ledger_reset_roll_ups()");
}
