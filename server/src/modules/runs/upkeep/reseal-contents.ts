import { sql } from "kysely";
import {
  matchReseal,
  type ResealCause,
  type ResealContents,
} from "../../../platform/crypto/content-tables.ts";
import type { ContentVault } from "../../../platform/crypto/content-vault.ts";
import { resealTable, type SealedTable } from "../../../platform/crypto/reseal.ts";
import type { Database } from "../../../platform/db/database.ts";
import { placeCall, placeContent, placeEvent } from "../run-contents.ts";

/** The number of runs per query. Their inputs and outputs can have several megabytes. */
const RUNS_PER_PAGE = 10;

/** Returns a function that seals the contents of runs anew. */
export function createRunResealing(db: Database, vault: ContentVault): ResealContents {
  return async (cause, maxRows) => [
    await resealTable(createContentTable(db, vault, cause), maxRows),
    await resealTable(createEventTable(db, vault, cause), maxRows),
    await resealTable(createCallTable(db, vault, cause), maxRows),
  ];
}

const COLUMNS = ["input", "task", "output", "error_detail", "developer_detail", "state"] as const;
type Contents = { [Column in (typeof COLUMNS)[number]]: Buffer | null };
type ContentRow = Contents & { id: string; accountId: string };

function createContentTable(
  db: Database,
  vault: ContentVault,
  cause: ResealCause,
): SealedTable<ContentRow, Contents> {
  return {
    async readNextRows(afterId, limit) {
      const { rows } = await sql<ContentRow>`
        SELECT run_id AS id, account_id AS "accountId", ${sql.join(COLUMNS.map((column) => sql.ref(column)))}
        FROM run_contents WHERE run_id > ${afterId} AND ${matchReseal(vault, cause, COLUMNS)}
        ORDER BY run_id LIMIT ${Math.min(limit, RUNS_PER_PAGE)}`.execute(db);
      return rows;
    },
    sealAnew(row) {
      const seal = (column: keyof Contents) => {
        const value = row[column];
        return value === null ? null : vault.reseal(value, placeContent(column, row));
      };
      return {
        input: seal("input"),
        task: seal("task"),
        output: seal("output"),
        error_detail: seal("error_detail"),
        developer_detail: seal("developer_detail"),
        state: seal("state"),
      };
    },
    // The run may end in the meantime, which writes other columns. Each column is replaced unless it has changed.
    async replace(read, sealed) {
      const changes = COLUMNS.map((column) => {
        const name = sql.ref(column);
        return sql`${name} = CASE WHEN ${name} = ${read[column]}::bytea THEN ${sealed[column]}::bytea ELSE ${name} END`;
      });
      await sql`UPDATE run_contents SET ${sql.join(changes)} WHERE run_id = ${read.id}`.execute(db);
    },
  };
}

/** `id` is the run's id and the position of the event, so that ids sort as the rows do. */
interface EventRow {
  id: string;
  runId: string;
  accountId: string;
  seq: number;
  payload: Buffer;
}

function createEventTable(
  db: Database,
  vault: ContentVault,
  cause: ResealCause,
): SealedTable<EventRow, Buffer> {
  return {
    async readNextRows(afterId, limit) {
      const [runId = "", seq = "0"] = afterId.split(" ");
      const { rows } = await sql<EventRow>`
        SELECT e.run_id || ' ' || e.seq AS id, e.run_id AS "runId", r.account_id AS "accountId", e.seq, e.payload
        FROM run_events e JOIN runs r ON r.id = e.run_id
        WHERE (e.run_id, e.seq) > (${runId}, ${Number(seq)}::integer) AND ${matchReseal(vault, cause, ["e.payload"])}
        ORDER BY e.run_id, e.seq LIMIT ${limit}`.execute(db);
      return rows;
    },
    sealAnew: ({ runId: id, accountId, seq, payload }) =>
      vault.reseal(payload, placeEvent({ id, accountId }, seq)),
    async replace({ runId, seq, payload }, sealed) {
      await sql`
        UPDATE run_events SET payload = ${sealed}
        WHERE run_id = ${runId} AND seq = ${seq} AND payload = ${payload}`.execute(db);
    },
  };
}

interface CallRow {
  id: string;
  runId: string;
  accountId: string;
  callId: string;
  content: Buffer;
}

function createCallTable(
  db: Database,
  vault: ContentVault,
  cause: ResealCause,
): SealedTable<CallRow, Buffer> {
  return {
    async readNextRows(afterId, limit) {
      const [runId = "", callId = ""] = afterId.split(" ");
      const { rows } = await sql<CallRow>`
        SELECT k.run_id || ' ' || k.call_id AS id, k.run_id AS "runId", r.account_id AS "accountId", k.call_id AS "callId",
          k.content
        FROM model_call_contents k JOIN runs r ON r.id = k.run_id
        WHERE (k.run_id, k.call_id) > (${runId}, ${callId}) AND ${matchReseal(vault, cause, ["k.content"])}
        ORDER BY k.run_id, k.call_id LIMIT ${Math.min(limit, RUNS_PER_PAGE)}`.execute(db);
      return rows;
    },
    sealAnew: ({ runId: id, accountId, callId, content }) =>
      vault.reseal(content, placeCall({ id, accountId }, callId)),
    async replace({ runId, callId, content }, sealed) {
      await sql`
        UPDATE model_call_contents SET content = ${sealed}
        WHERE run_id = ${runId} AND call_id = ${callId} AND content = ${content}`.execute(db);
    },
  };
}
