import { sql } from "kysely";
import type { ContentPlace, ContentVault } from "../../../platform/crypto/content-vault.ts";
import type { Database } from "../../../platform/db/database.ts";

/** A resume URL that was given to a run. */
export interface AnnouncedAddress {
  hash: Buffer;
  sealed: Buffer;
  runId: string;
  accountId: string;
  /** The lifetime of the URL. */
  seconds: number;
}

/** A wait that a run opens. `asks` describes, as JSON, what the run asks for. */
export interface OpenWait extends WaitPlace {
  node: string;
  asks: string;
  waitMs: number;
}

export type WaitState = "announced" | "waiting" | "answered" | "over";

/** The state of the wait at a resume URL. */
export interface KnownWait {
  state: WaitState;
  accountId: string;
  asks: string | null;
}

/** An open wait of a run, as the caller of the run sees it. */
export interface ListedWait {
  node: string;
  asks: string;
  sealed: Buffer;
  until: Date;
}

/** Stores the resume URLs at which runs wait, for all nodes. */
export interface WaitStore {
  announce(address: AnnouncedAddress): Promise<void>;
  /** Returns false if the resume URL does not belong to the run or was already used. */
  open(wait: OpenWait): Promise<boolean>;
  find(runId: string, hash: Buffer): Promise<KnownWait | undefined>;
  /** Returns true only for the first answer that arrives in time. */
  answer(place: WaitPlace, answer: string): Promise<boolean>;
  /** Returns which of these waits were answered, on any node. */
  findAnswered(hashes: readonly Buffer[]): Promise<Buffer[]>;
  /** Ends a wait and returns its answer, if there is one. */
  take(hash: Buffer): Promise<string | undefined>;
  listByRun(runId: string, accountId: string): Promise<ListedWait[]>;
  forgetRun(runId: string): Promise<void>;
  forgetExpired(): Promise<void>;
}

/** Returns the place of a question or an answer. */
export function placeWait(column: "asks" | "answer", { runId, hash, accountId }: WaitPlace): ContentPlace {
  return { column: `run_waits.${column}`, scope: runId, row: hash.toString("hex"), owner: accountId };
}

interface WaitPlace {
  runId: string;
  hash: Buffer;
  accountId: string;
}

export function createWaitStore(db: Database, vault: ContentVault): WaitStore {
  return {
    async announce({ hash, sealed, runId, accountId, seconds }) {
      await sql`INSERT INTO run_waits (token_hash, sealed_token, run_id, account_id, expires_at)
        VALUES (${hash}, ${sealed}, ${runId}, ${accountId}, now() + make_interval(secs => ${seconds}))`.execute(
        db,
      );
    },
    async open({ node, asks, waitMs, ...place }) {
      const { hash, runId } = place;
      const { numAffectedRows } = await sql`UPDATE run_waits
        SET state = 'waiting', node = ${node}, asks = ${vault.seal(asks, placeWait("asks", place))},
          expires_at = now() + make_interval(secs => ${waitMs / 1_000})
        WHERE token_hash = ${hash} AND run_id = ${runId} AND state = 'announced'`.execute(db);
      return numAffectedRows === 1n;
    },
    async find(runId, hash) {
      const { rows } = await sql<Omit<KnownWait, "asks"> & { asks: Buffer | null }>`
        SELECT CASE WHEN state = 'waiting' AND expires_at <= now() THEN 'over' ELSE state END AS state,
          account_id AS "accountId", asks
        FROM run_waits WHERE token_hash = ${hash} AND run_id = ${runId}`.execute(db);
      const [row] = rows;
      if (!row) return undefined;
      const place = { runId, hash, accountId: row.accountId };
      return { ...row, asks: row.asks && vault.open(row.asks, placeWait("asks", place)) };
    },
    async answer(place, answer) {
      const { runId, hash } = place;
      const sealed = vault.seal(answer, placeWait("answer", place));
      const { numAffectedRows } = await sql`UPDATE run_waits SET state = 'answered', answer = ${sealed}
        WHERE token_hash = ${hash} AND run_id = ${runId} AND state = 'waiting' AND expires_at > now()`.execute(
        db,
      );
      return numAffectedRows === 1n;
    },
    async findAnswered(hashes) {
      const { rows } = await sql<{ hash: Buffer }>`SELECT token_hash AS hash FROM run_waits
        WHERE token_hash = ANY(${hashes}::bytea[]) AND state = 'answered'`.execute(db);
      return rows.map(({ hash }) => hash);
    },
    async take(hash) {
      const { rows } = await sql<{ answer: Buffer | null; runId: string; accountId: string }>`
        UPDATE run_waits SET state = 'over', answer = NULL
        WHERE token_hash = ${hash} RETURNING old.answer, run_id AS "runId", account_id AS "accountId"`.execute(
        db,
      );
      const [row] = rows;
      return row?.answer ? vault.open(row.answer, placeWait("answer", { ...row, hash })) : undefined;
    },
    async listByRun(runId, accountId) {
      const { rows } = await sql<Omit<ListedWait, "asks"> & { hash: Buffer; asks: Buffer }>`
        SELECT token_hash AS hash, node, asks, sealed_token AS sealed, expires_at AS until FROM run_waits
        WHERE run_id = ${runId} AND account_id = ${accountId} AND state = 'waiting' AND expires_at > now()
        ORDER BY created_at`.execute(db);
      return rows.map(({ hash, asks, ...row }) => ({
        ...row,
        asks: vault.open(asks, placeWait("asks", { runId, hash, accountId })),
      }));
    },
    async forgetRun(runId) {
      await sql`DELETE FROM run_waits WHERE run_id = ${runId}`.execute(db);
    },
    async forgetExpired() {
      await sql`DELETE FROM run_waits WHERE expires_at < now() - interval '1 hour'`.execute(db);
    },
  };
}
