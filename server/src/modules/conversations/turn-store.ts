import type { RunStatus } from "@stoa/contract";
import type { JsonValue } from "@stoa/runtime/protocol";
import { sql } from "kysely";
import type { Queryable, Tx } from "../../platform/db/database.ts";

/** A turn with what was said in it. Its cost is in nano-USD. */
export interface TurnRow {
  turn: number;
  parent: number | null;
  run_id: string;
  status: RunStatus;
  input: { [key: string]: JsonValue } | null;
  output: JsonValue;
  error_detail: string | null;
  cost: bigint;
  created_at: Date;
}

/** Opens what was said in runs. The runs module provides it. */
export interface OpenContents {
  openInput(run: { id: string; accountId: string }, sealed: Buffer | null): TurnRow["input"];
  openJson(column: "output", run: { id: string; accountId: string }, sealed: Buffer | null): JsonValue;
  openText(
    column: "error_detail",
    run: { id: string; accountId: string },
    sealed: Buffer | null,
  ): string | null;
}

/** The database, and the keys of what was said in it. */
interface ReadOptions {
  db: Queryable;
  contents: OpenContents;
}

interface SealedTurnRow extends Omit<TurnRow, "input" | "output" | "error_detail"> {
  account_id: string;
  input: Buffer | null;
  output: Buffer | null;
  error_detail: Buffer | null;
}

function openTurn(
  contents: OpenContents,
  { account_id: accountId, input, output, error_detail, ...turn }: SealedTurnRow,
): TurnRow {
  const run = { id: turn.run_id, accountId };
  return {
    ...turn,
    input: contents.openInput(run, input),
    output: contents.openJson("output", run, output),
    error_detail: contents.openText("error_detail", run, error_detail),
  };
}

const TURN_COLUMNS = sql`
  t.turn, t.parent, t.run_id, r.account_id, r.status, r.input, r.output, r.error_detail, cost_of_run_tree(t.run_id) AS cost,
  r.created_at`;

/** Lists the turns of a conversation before `before`, the newest first. */
export async function listTurns(
  { db, contents }: ReadOptions,
  id: string,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<TurnRow[]> {
  const { rows } = await sql<SealedTurnRow>`
    SELECT ${TURN_COLUMNS} FROM conversation_turns t JOIN run_texts r ON r.run_id = t.run_id
    WHERE t.conversation_id = ${id} AND (${before ?? null}::integer IS NULL OR t.turn < ${before ?? null})
    ORDER BY t.turn DESC LIMIT ${limit}`.execute(db);
  return rows.map((row) => openTurn(contents, row));
}

/** Returns a turn and the turns that it follows, the oldest first. */
export async function readPath({ db, contents }: ReadOptions, id: string, turn: number): Promise<TurnRow[]> {
  const { rows } = await sql<SealedTurnRow>`
    SELECT ${TURN_COLUMNS} FROM conversation_path(${id}, ${turn}) t
    CROSS JOIN LATERAL (SELECT * FROM run_texts WHERE run_id = t.run_id OFFSET 0) r ORDER BY t.turn`.execute(
    db,
  );
  return rows.map((row) => openTurn(contents, row));
}

export async function hasTurn(db: Queryable, id: string, turn: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM conversation_turns WHERE conversation_id = ${id} AND turn = ${turn}`.execute(db);
  return rows.length > 0;
}

/** Copies a turn and the turns that it follows into an empty conversation, numbered from 1. */
export async function copyPath(tx: Tx, from: string, turn: number, to: string): Promise<void> {
  await sql`
    WITH path AS (
      SELECT p.*, row_number() OVER (ORDER BY p.turn)::integer AS number FROM conversation_path(${from}, ${turn}) p
    ), copied AS (
      INSERT INTO conversation_turns (conversation_id, turn, parent, run_id, message_tokens, answer_tokens)
      SELECT ${to}, number, nullif(number - 1, 0), run_id, message_tokens, answer_tokens FROM path RETURNING turn
    )
    UPDATE conversations SET turns = c.last, current_turn = c.last
    FROM (SELECT max(turn) AS last FROM copied) c WHERE id = ${to}`.execute(tx);
}
