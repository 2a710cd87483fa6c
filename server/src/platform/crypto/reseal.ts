/** A table with sealed values, for a rotation of the master key. */
export interface SealedTable<Row extends { id: string }, Sealed> {
  /** Rows that the current key has not sealed, in the order of their ids. */
  nextRows(afterId: string, limit: number): Promise<Row[]>;
  /** What a row holds, sealed by the current key. @throws Error where it does not open. */
  sealAnew(row: Row): Sealed;
  /** Unless the row was changed meanwhile. */
  replace(row: Row, sealed: Sealed): Promise<void>;
}

export interface Resealed {
  count: number;
  /** Rows that did not open. */
  failed: string[];
}

/** Each row is a statement of its own, so the size only bounds memory: a sealed value is below 200 kB. */
const BATCH = 100;

/** Seals what the current key has not sealed yet. May be ended at any point and be begun again. */
export async function resealTable<Row extends { id: string }, Sealed>(
  table: SealedTable<Row, Sealed>,
): Promise<Resealed> {
  const resealed: Resealed = { count: 0, failed: [] };
  let after = "";
  for (;;) {
    const rows = await table.nextRows(after, BATCH);
    for (const row of rows) {
      const sealed = sealedAnew(table, row);
      if (sealed === undefined) resealed.failed.push(row.id);
      else {
        await table.replace(row, sealed);
        resealed.count += 1;
      }
    }
    const last = rows.at(-1);
    if (!last) return resealed;
    after = last.id;
  }
}

function sealedAnew<Row extends { id: string }, Sealed>(
  table: SealedTable<Row, Sealed>,
  row: Row,
): Sealed | undefined {
  try {
    return table.sealAnew(row);
  } catch {
    return undefined;
  }
}
