import { nanoToDecimal, type PlanType, TEXTS } from "@stoa/contract";
import type { JsonValue } from "@stoa/runtime/protocol";
import type { Database } from "../../../platform/db/database.ts";
import { AppError, invalidField } from "../../../platform/http/app-error.ts";
import type { Caller } from "../../../platform/http/caller.ts";
import type { RunnableAgent } from "../../catalog/index.ts";
import { LiveRun, type LiveRunFacts } from "../live/live-run.ts";
import { RunMeter } from "../live/run-meter.ts";
import { type IdempotencyKey, insertRun, type NewRun } from "../run-store.ts";
import { inputCost, larger, type RunTerms } from "./run-terms.ts";
import { tooManyAtOnce } from "./runs-at-once.ts";
import { overLimit } from "./spending-bound.ts";

/** A run about to be started: everything checked and counted. */
export interface PreparedRun {
  caller: Caller;
  agent: RunnableAgent;
  input: { [key: string]: JsonValue };
  task: string | null;
  inputTokens: number;
  terms: RunTerms;
  /** The most that a run of the agent may cost this caller, whatever the caller's own limit. Nano-USD. */
  agentCap: bigint;
  /** What it holds at its start, nano-USD. */
  hold: bigint;
  timeoutSeconds: number;
  key: IdempotencyKey | undefined;
}

export interface StartOptions {
  db: Database;
  nodeId: string;
  priceTableVersion: () => string;
  /** How many runs an account of this plan may have active. */
  atOnce: (plan: PlanType) => number;
}

export type Start = { kind: "started"; run: LiveRun } | { kind: "known"; runId: string; sameBody: boolean };

/**
 * Starts a run in one short transaction: idempotency key, run with its terms, hold.
 * @throws AppError 402 when the balance does not carry the input, 403 when a spending limit does not, 429 when too
 *   many are active, 503 when this node has lost its epoch; nothing has happened then, the key included.
 */
export async function startRun(options: StartOptions, epoch: bigint, prepared: PreparedRun): Promise<Start> {
  const { terms, inputTokens } = prepared;
  const needed = neededHold(prepared);
  const atOnce = options.atOnce(prepared.caller.plan ?? "free");
  const started = await insertRun(
    options.db,
    newRun(options, epoch, prepared),
    { task: prepared.task, input: JSON.stringify(prepared.input) },
    { hold: larger(prepared.hold, needed), needed, atOnce },
    prepared.key,
  );
  if (started.kind === "known") return started;
  if (started.kind === "insufficient") throw new AppError(402, "insufficient_credits", TEXTS.run.noCredits);
  if (started.kind === "over_limit") throw overLimit(started.bound);
  if (started.kind === "too_many") throw tooManyAtOnce(atOnce);
  if (started.kind === "epoch_lost") throw reconnecting();
  const capSetBy = started.cap < terms.cap ? "spending_limit" : terms.capSetBy;
  const meter = new RunMeter({ ...terms, cap: started.cap, capSetBy }, inputTokens, started.held);
  return { kind: "started", run: new LiveRun(factsOf(started.runId, epoch, prepared), meter) };
}

export function factsOf(id: string, epoch: bigint, prepared: PreparedRun): LiveRunFacts {
  const { caller, agent, timeoutSeconds } = prepared;
  return {
    id,
    epoch,
    accountId: caller.accountId,
    developerAccountId: agent.ownerAccountId,
    userId: caller.userId,
    username: caller.username,
    agentId: agent.agentId,
    framework: agent.framework,
    connectorUses: agent.connectors,
    calledAgents: agent.calledAgents,
    hosts: agent.hosts,
    input: prepared.input,
    timeoutSeconds,
  };
}

/** 503 for a node that must take a new epoch first, a matter of seconds. */
export function reconnecting(): AppError {
  const headers = { "retry-after": "5" };
  return new AppError(503, "at_capacity", "This server is reconnecting to its database; please try again", {
    headers,
  });
}

/** The input, and at least one token so that a paid agent never runs on nothing. */
export function minimumHold(terms: RunTerms, inputTokens: number): bigint {
  return larger(inputCost(terms, inputTokens), terms.pricePerToken);
}

/** What the input costs. @throws AppError 400 where the run's cap does not carry it. */
export function neededHold({ terms, inputTokens }: PreparedRun): bigint {
  const needed = minimumHold(terms, inputTokens);
  if (terms.pricePerToken > 0n && terms.cap < needed) throw capTooLow(terms, needed);
  return needed;
}

function capTooLow({ cap, capSetBy }: RunTerms, needed: bigint): AppError {
  const limit =
    capSetBy === "account"
      ? `your account's limit of ${nanoToDecimal(cap)} USD for a run without max_cost. Send max_cost to allow more, or raise the limit in Settings.`
      : `the limit of ${nanoToDecimal(cap)} USD for this run`;
  return invalidField("max_cost", `This input alone costs ${nanoToDecimal(needed)} USD, more than ${limit}`);
}

export function newRun(options: StartOptions, epoch: bigint, prepared: PreparedRun): NewRun {
  const { caller, agent, terms } = prepared;
  return {
    account_id: caller.accountId,
    user_id: caller.userId,
    agent_id: agent.agentId,
    agent_name: agent.name,
    agent_type: agent.agentType,
    version_id: agent.versionId,
    version: agent.version,
    price_per_token: String(terms.pricePerToken),
    share_percent: agent.sharePercent,
    price_table_version: options.priceTableVersion(),
    sponsor_limit: String(terms.sponsorLimit),
    developer_account_id: agent.ownerAccountId,
    pays: terms.pays,
    cap: String(terms.cap),
    cap_set_by: terms.capSetBy,
    timeout_seconds: prepared.timeoutSeconds,
    node_id: options.nodeId,
    epoch: String(epoch),
    input_tokens: prepared.inputTokens,
    api_key_id: caller.keyId ?? null,
  };
}
