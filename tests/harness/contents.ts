import { sql } from "kysely";
import { placeContent, placeEvent } from "../../server/src/modules/runs/run-contents.ts";
import type { ContentVault } from "../../server/src/platform/crypto/content-vault.ts";
import type { Database } from "../../server/src/platform/db/database.ts";

interface StoredEvent {
  runId: string;
  seq: number;
  kind: string;
  payload: Record<string, unknown>;
}

/** Opens the events of all runs in a database. */
export async function readStoredEvents(db: Database, vault: ContentVault): Promise<StoredEvent[]> {
  const { rows } = await sql<{
    runId: string;
    accountId: string;
    seq: number;
    kind: string;
    payload: Buffer;
  }>`
    SELECT e.run_id AS "runId", r.account_id AS "accountId", e.seq, e.kind, e.payload
    FROM run_events e JOIN runs r ON r.id = e.run_id ORDER BY e.run_id, e.seq`.execute(db);
  return rows.map(({ runId, accountId, seq, kind, payload }) => ({
    ...{ runId, seq, kind },
    payload: JSON.parse(vault.open(payload, placeEvent({ id: runId, accountId }, seq))),
  }));
}

const COLUMNS = ["task", "input", "output", "error_detail", "developer_detail", "state"] as const;

/** Opens the contents and events of all runs in a database, as one text in which a test can search. */
export async function readStoredText(db: Database, vault: ContentVault): Promise<string> {
  const { rows } = await sql<
    Record<(typeof COLUMNS)[number], Buffer | null> & { id: string; accountId: string }
  >`
    SELECT run_id AS id, account_id AS "accountId", ${sql.join(COLUMNS.map((column) => sql.ref(column)))}
    FROM run_contents`.execute(db);
  const contents = rows.flatMap((row) =>
    COLUMNS.map((column) => {
      const value = row[column];
      return value === null ? "" : vault.open(value, placeContent(column, row));
    }),
  );
  const events = await readStoredEvents(db, vault);
  return [...contents, ...events.map((event) => JSON.stringify(event))].join("\n");
}
