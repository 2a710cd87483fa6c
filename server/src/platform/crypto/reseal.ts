/** A table with sealed values, as a rotation of the master key sees it. */
export interface SealedTable<Row extends { id: string }, Sealed> {
  /** Returns the rows that are not sealed with the current key, ordered by id. */
  readNextRows(afterId: string, limit: number): Promise<Row[]>;
  /** Returns the row's values, sealed with the current key. @throws Error if a value cannot be opened. */
  sealAnew(row: Row): Sealed;
  /** Saves the values unless the row has changed in the meantime. */
  replace(row: Row, sealed: Sealed): Promise<void>;
}

export interface Resealed {
  count: number;
  /** Rows that could not be opened. */
  failed: string[];
}

/**
 * The number of rows per query. Each row is updated by a separate statement, so this only limits memory: a sealed
 * value is smaller than 200 kB.
 */
const BATCH = 100;

/**
 * Seals all values that are not yet sealed with the current key, or those of about `maxRows` rows. It can be stopped at any
 * point and started again.
 */
export async function resealTable<Row extends { id: string }, Sealed>(
  table: SealedTable<Row, Sealed>,
  maxRows = Number.POSITIVE_INFINITY,
): Promise<Resealed> {
  const resealed: Resealed = { count: 0, failed: [] };
  let after = "";
  for (;;) {
    const rows = await table.readNextRows(after, BATCH);
    for (const row of rows) {
      const sealed = resealRow(table, row);
      if (sealed === undefined) resealed.failed.push(row.id);
      else {
        await table.replace(row, sealed);
        resealed.count += 1;
      }
    }
    const last = rows.at(-1);
    if (!last || resealed.count + resealed.failed.length >= maxRows) return resealed;
    after = last.id;
  }
}

function resealRow<Row extends { id: string }, Sealed>(
  table: SealedTable<Row, Sealed>,
  row: Row,
): Sealed | undefined {
  try {
    return table.sealAnew(row);
  } catch {
    return undefined;
  }
}
