/**
 * Makes every movement count as not rolled up yet, in a database that was filled from a backup: its transaction numbers
 * start over, and roll-ups are remembered by them. Call it in the transaction of the load.
 */
export async function resetRollUps(run: (statement: string) => Promise<unknown>): Promise<void> {
  await run("SELECT ledger_reset_roll_ups()");
}
