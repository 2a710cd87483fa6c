/** A table with sealed values, for a rotation of the master key. */
export interface SealedTable<Row extends { id: string }> {
  /** Rows that the current key has not sealed, in the order of their ids. */
  nextRows(afterId: string, limit: number): Promise<Row[]>;
  /** Seals a row anew unless it was changed meanwhile. @throws Error where it does not open. */
  reseal(row: Row): Promise<void>;
}

export interface Resealed {
  count: number;
  /** Rows that did not open. */
  failed: string[];
}

/** Each is a statement of its own, so the size only bounds memory: a sealed value is below 20 kB. */
const BATCH = 100;

/** Seals what the current key has not sealed yet. May be ended at any point and be begun again. */
export async function resealTable<Row extends { id: string }>(table: SealedTable<Row>): Promise<Resealed> {
  const resealed: Resealed = { count: 0, failed: [] };
  let after = "";
  for (;;) {
    const rows = await table.nextRows(after, BATCH);
    for (const row of rows) {
      try {
        await table.reseal(row);
        resealed.count += 1;
      } catch {
        resealed.failed.push(row.id);
      }
    }
    const last = rows.at(-1);
    if (!last) return resealed;
    after = last.id;
  }
}
