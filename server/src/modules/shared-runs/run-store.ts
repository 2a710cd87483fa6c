import type { RunStatus } from "@stoa/contract";
import type { JsonValue } from "@stoa/runtime/protocol";
import { sql } from "kysely";
import type { Queryable } from "../../platform/db/database.ts";

/** Opens what was said in runs. The runs module provides it. */
export interface OpenContents {
  openInput(run: RunOwner, sealed: Buffer | null): { [key: string]: JsonValue } | null;
  openJson(column: "output", run: RunOwner, sealed: Buffer | null): JsonValue;
}

interface RunOwner {
  id: string;
  accountId: string;
}

/** A run with what a link may show of it. */
export interface LinkedRun {
  id: string;
  accountId: string;
  agentId: number;
  parentId: string | null;
  status: RunStatus;
  startedAt: Date;
  endedAt: Date | null;
  /** Null if the content of the run was deleted. */
  input: { [key: string]: JsonValue } | null;
  output: JsonValue;
  /** Whether an operator has suspended the agent. */
  isAgentSuspended: boolean;
}

interface SealedRun extends Omit<LinkedRun, "input" | "output"> {
  input: Buffer | null;
  output: Buffer | null;
}

/** Reads a run of this account; undefined for another account's run. */
export async function findRun(
  { db, contents }: { db: Queryable; contents: OpenContents },
  runId: string,
  accountId: string,
): Promise<LinkedRun | undefined> {
  const { rows } = await sql<SealedRun>`
    SELECT r.run_id AS id, r.account_id AS "accountId", r.agent_id AS "agentId", r.parent_id AS "parentId", r.status,
      r.created_at AS "startedAt", r.ended_at AS "endedAt", t.input, t.output,
      EXISTS (SELECT FROM suspended_agents s WHERE s.agent_id = r.agent_id) AS "isAgentSuspended"
    FROM run_records r JOIN run_texts t ON t.run_id = ${runId}
    WHERE r.run_id = ${runId} AND r.account_id = ${accountId}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  return {
    ...row,
    input: contents.openInput(row, row.input),
    output: contents.openJson("output", row, row.output),
  };
}
