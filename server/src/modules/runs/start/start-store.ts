import { CONVERSATION_LIMITS } from "@stoa/contract";
import { type RawBuilder, sql } from "kysely";
import pg from "pg";
import type { Database, Queryable } from "../../../platform/db/database.ts";
import { createId } from "../../../platform/db/new-id.ts";
import type { LiveRun } from "../live/live-run.ts";
import type { RunContents } from "../run-contents.ts";
import { createTitle } from "./open-conversation.ts";
import type { RunTerms } from "./run-terms.ts";
import { OVER_LIMIT, parseSpendingBound, type SpendingBound } from "./spending-bound.ts";

/** The SQLSTATE that start_run raises if the node has lost its epoch. */
const EPOCH_LOST = "RN001";
const INSUFFICIENT = "RN002";
/** The SQLSTATE that bound_live_runs raises if an account has as many active runs as its plan allows. */
const TOO_MANY_ACTIVE = "RN004";
/** The SQLSTATEs that add_conversation_turn raises. */
const CONVERSATION_GONE = "CV001";
const TURN_ACTIVE = "CV002";
const CONVERSATION_FULL = "CV003";

/** The node that starts a run, and the version of the providers' rates that applies to the run. */
export interface StartingNode {
  nodeId: string;
  epoch: bigint;
  priceTableVersion: string;
}

export interface IdempotencyKey {
  /** The operation that the key is for. */
  route: string;
  key: string;
  bodyHash: Buffer;
}

/** The database and the keys with which a run is written. */
export interface RunWriting {
  db: Database;
  contents: RunContents;
}

/** The requirements of a start. Money is in nano-USD. */
export interface StartRequirements {
  hold: bigint;
  /** The minimum amount that the run needs to start. */
  needed: bigint;
  /** How many active runs the account may have, including this one. */
  atOnce: number;
}

export type StartedRun =
  /** `cap` is the part of the run's cap that the spending limits left. */
  | { kind: "started"; runId: string; held: bigint; cap: bigint }
  /** The idempotency key already belongs to this run. */
  | { kind: "known"; runId: string; sameBody: boolean }
  | { kind: "insufficient" }
  | { kind: "over_limit"; bound: SpendingBound }
  | { kind: "too_many" }
  | { kind: "conversation_gone" }
  | { kind: "turn_active" }
  | { kind: "conversation_full" }
  | { kind: "epoch_lost" };

/**
 * Writes the idempotency key, run and hold, or nothing at all. A single statement does this, so it is one transaction
 * and one round trip.
 */
export async function insertRun(
  { db, contents }: RunWriting,
  terms: RunTerms,
  node: StartingNode,
  wanted: StartRequirements,
  key: IdempotencyKey | undefined,
): Promise<StartedRun> {
  const { accountId } = terms.caller;
  const id = createId("run");
  const started = sql<{ run_id: string; started: boolean; same_body: boolean; held: bigint; cap: bigint }>`
    SELECT s.*, CASE WHEN s.started THEN bound_live_runs(${accountId}, ${wanted.atOnce}) END${addTurn(contents, terms)}
    FROM start_run(jsonb_populate_record(NULL::runs, ${runAsJson(id, terms, node)}::jsonb),
      ${sealInput(contents, id, terms)}, ${wanted.hold}, ${wanted.needed},
      ${key?.route ?? null}, ${key?.key ?? null}, ${key?.bodyHash ?? null}) s`;
  try {
    const [row] = (await started.execute(db)).rows;
    if (!row) throw new Error("start_run returned no row");
    if (row.started) return { kind: "started", runId: row.run_id, held: row.held, cap: row.cap };
    return { kind: "known", runId: row.run_id, sameBody: row.same_body };
  } catch (error) {
    if (isRefusal(error, INSUFFICIENT)) return { kind: "insufficient" };
    if (isRefusal(error, OVER_LIMIT)) return { kind: "over_limit", bound: parseSpendingBound(error) };
    if (isRefusal(error, TOO_MANY_ACTIVE)) return { kind: "too_many" };
    if (isRefusal(error, EPOCH_LOST)) return { kind: "epoch_lost" };
    if (isRefusal(error, CONVERSATION_GONE)) return { kind: "conversation_gone" };
    if (isRefusal(error, TURN_ACTIVE)) return { kind: "turn_active" };
    if (isRefusal(error, CONVERSATION_FULL)) return { kind: "conversation_full" };
    throw error;
  }
}

/** Returns the column that adds the run's turn to its conversation; nothing for a run that stands alone. */
function addTurn(contents: RunContents, { caller, conversation, task }: RunTerms): RawBuilder<unknown> {
  if (!conversation) return sql``;
  const { id, parent, followsCurrent, messageTokens, counted } = conversation;
  return sql`, CASE WHEN s.started THEN add_conversation_turn(${id}, ${caller.userId}, ${parent}, ${followsCurrent},
    s.run_id, s.cap, ${messageTokens},
    ${contents.sealTitle({ id, userId: caller.userId }, createTitle(task))}, ${counted.map(({ turn }) => turn)}::integer[],
    ${counted.map(({ tokens }) => tokens)}::integer[], ${CONVERSATION_LIMITS.turns}) END`;
}

/**
 * Writes a run that `parent` calls. The root's hold pays for it.
 * @returns its id, or `undefined` if `parent` has ended
 */
export async function insertCalledRun(
  { db, contents }: RunWriting,
  terms: RunTerms,
  node: StartingNode,
  parent: Pick<LiveRun, "id" | "tree" | "depth">,
): Promise<string | undefined> {
  const id = createId("run");
  const run = runAsJson(id, terms, node, parent);
  try {
    await sql`
      SELECT start_called_run(jsonb_populate_record(NULL::runs, ${run}::jsonb), ${sealInput(contents, id, terms)})`.execute(
      db,
    );
    return id;
  } catch (error) {
    if (isRefusal(error, EPOCH_LOST)) return undefined;
    throw error;
  }
}

/** Returns the sealed task and input as two parameters. */
function sealInput(
  contents: RunContents,
  id: string,
  { caller, task, input }: RunTerms,
): RawBuilder<unknown> {
  const run = { id, accountId: caller.accountId };
  return sql`${contents.sealTask(run, task)}::bytea, ${contents.sealJson("input", run, input)}::bytea`;
}

/** Returns the row of a run that starts. Amounts are strings, because JSON has no bigint. */
function runAsJson(
  id: string,
  { caller, agent, ...terms }: RunTerms,
  { nodeId, epoch, priceTableVersion }: StartingNode,
  parent?: Pick<LiveRun, "id" | "tree" | "depth">,
): string {
  return JSON.stringify({
    id,
    account_id: caller.accountId,
    user_id: caller.userId,
    api_key_id: caller.keyId ?? null,
    agent_id: agent.agentId,
    agent_name: agent.name,
    agent_type: agent.agentType,
    version_id: agent.versionId,
    version: agent.version,
    developer_account_id: agent.ownerAccountId,
    share_percent: agent.sharePercent,
    pays: terms.pays,
    price_per_token: String(terms.pricePerToken),
    cap: String(terms.cap),
    cap_set_by: terms.capSetBy,
    sponsor_limit: String(terms.sponsorLimit),
    timeout_seconds: terms.timeoutSeconds,
    input_tokens: terms.inputTokens,
    price_table_version: priceTableVersion,
    node_id: nodeId,
    epoch: String(epoch),
    ...(parent && { parent_id: parent.id, root_id: parent.tree.rootId, depth: parent.depth + 1 }),
  });
}

/** Finds the run that an idempotency key started, if the key is still valid. This is the first check of a request. */
export async function findKey(
  db: Queryable,
  accountId: string,
  key: IdempotencyKey,
): Promise<{ runId: string; sameBody: boolean } | undefined> {
  const { rows } = await sql<{ run_id: string; same_body: boolean }>`
    SELECT run_id, body_hash = ${key.bodyHash} AS same_body FROM idempotency_keys
    WHERE account_id = ${accountId} AND route = ${key.route} AND key = ${key.key}
      AND created_at >= now() - interval '24 hours'`.execute(db);
  const row = rows[0];
  return row && { runId: row.run_id, sameBody: row.same_body };
}

/** Returns the median number of tokens of an agent's completed runs; null before the first run has completed. */
export async function readMedianTokens(db: Queryable, agentId: number): Promise<number | null> {
  const { rows } = await sql<{ median_tokens: number | null }>`
    SELECT median_tokens FROM run_agent_figures WHERE agent_id = ${agentId}`.execute(db);
  return rows[0]?.median_tokens ?? null;
}

function isRefusal(error: unknown, code: string): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.code === code;
}
