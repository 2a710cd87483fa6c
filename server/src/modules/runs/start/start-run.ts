import { createHash } from "node:crypto";
import { CONVERSATION_TEXTS, nanoToDecimal, type PlanType, RATE_TEXTS, TEXTS } from "@stoa/contract";
import type { ModelListing } from "@stoa/gateway";
import { AppError, invalidField, notFound } from "../../../platform/http/app-error.ts";
import { LiveRun } from "../live/live-run.ts";
import { RunMeter } from "../live/run-meter.ts";
import { createActiveTurnError } from "./open-conversation.ts";
import { type ChargeTerms, computeInputCost, getLarger, type RunTerms } from "./run-terms.ts";
import { createOverLimitError } from "./spending-bound.ts";
import {
  type IdempotencyKey,
  insertCalledRun,
  insertRun,
  type RunWriting,
  type StartedRun,
  type StartingNode,
} from "./start-store.ts";

/** How many seconds to wait before a retry if too many runs are active. Most runs take seconds. */
const RETRY_SECONDS = 2;

export interface StartOptions extends RunWriting {
  nodeId: string;
  /** Returns the models of this server with the rates that their providers charge. */
  listModels: () => ModelListing[];
  /** Returns how many runs an account of this plan may have active. */
  getMaxConcurrentRuns: (plan: PlanType) => number;
}

/** The run that an earlier request with the same idempotency key started. */
export type KnownRun = Pick<Extract<StartedRun, { kind: "known" }>, "runId" | "sameBody">;

/**
 * Starts a run, and writes its idempotency key, terms and hold in one transaction.
 * @returns the run, or the run that an earlier request with the same idempotency key started
 * @throws AppError 400 if the run's cap does not pay for the input, 402 if the balance does not, 403 if a spending
 * limit does not allow the run, 404 if its conversation is gone, 409 if another turn began in the meantime, 429 if too
 * many runs are active, 503 if this node has lost its epoch. In that case no run starts, and the key stays unused.
 */
export async function startRun(
  options: StartOptions,
  epoch: bigint,
  terms: RunTerms,
  key: IdempotencyKey | undefined,
): Promise<LiveRun | KnownRun> {
  const needed = getNeededHold(terms);
  const atOnce = options.getMaxConcurrentRuns(terms.caller.plan ?? "free");
  const started = await insertRun(
    options,
    terms,
    createStartingNode(options, epoch),
    { hold: getLarger(terms.hold, needed), needed, atOnce },
    key,
  );
  if (started.kind === "known") return started;
  if (started.kind === "insufficient") throw new AppError(402, "insufficient_credits", TEXTS.run.noCredits);
  if (started.kind === "over_limit") throw createOverLimitError(started.bound);
  if (started.kind === "too_many") throw tooManyAtOnce(atOnce);
  if (started.kind === "epoch_lost") throw createReconnectingError();
  if (started.kind === "conversation_gone") throw notFound("Conversation");
  if (started.kind === "turn_active") throw createActiveTurnError();
  if (started.kind === "conversation_full") throw new AppError(409, "conflict", CONVERSATION_TEXTS.full);
  const { runId: id, cap, held } = started;
  const capSetBy = cap < terms.cap ? "spending_limit" : terms.capSetBy;
  const agreed = { ...terms, cap, capSetBy };
  return new LiveRun({ id, epoch, terms: agreed, meter: new RunMeter(agreed, terms.inputTokens, held) });
}

/**
 * Starts a run that `parent` calls. The meter already has its part of the root's hold.
 * @returns `undefined` if `parent` has ended
 */
export async function startCalledRun(
  options: StartOptions,
  parent: LiveRun,
  terms: RunTerms,
  meter: RunMeter,
): Promise<LiveRun | undefined> {
  const { epoch } = parent;
  const id = await insertCalledRun(options, terms, createStartingNode(options, epoch), parent);
  return id === undefined ? undefined : new LiveRun({ id, epoch, terms, meter, parent });
}

function createStartingNode({ nodeId, listModels }: StartOptions, epoch: bigint): StartingNode {
  return { nodeId, epoch, priceTableVersion: hashPriceTable(listModels()) };
}

/** Returns a name for this version of the providers' rates. The same rates give the same name. */
function hashPriceTable(models: ModelListing[]): string {
  const rates = models
    .map((model) => `${model.provider}/${model.id}:${model.promptRateNano}:${model.completionRateNano}`)
    .sort();
  return createHash("sha256").update(rates.join("\n")).digest("hex").slice(0, 12);
}

/** Returns a 429. No run was started, and the same request succeeds once another run has ended. */
function tooManyAtOnce(bound: number): AppError {
  return new AppError(429, "rate_limited", RATE_TEXTS.tooManyAtOnce(bound), {
    headers: { "retry-after": String(RETRY_SECONDS) },
  });
}

/** Returns a 503 for a node that must first start a new epoch, which takes seconds. */
export function createReconnectingError(): AppError {
  const headers = { "retry-after": "5" };
  return new AppError(503, "at_capacity", "This server is reconnecting to its database. Please try again", {
    headers,
  });
}

/**
 * Returns the cost of the input, or of one token if the input is empty, so that nobody runs a paid agent without
 * credits.
 */
export function getMinimumHold(terms: ChargeTerms, inputTokens: number): bigint {
  return getLarger(computeInputCost(terms, inputTokens), terms.pricePerToken);
}

/** Returns the minimum hold of a run. @throws AppError 400 if the run's cap does not cover it */
export function getNeededHold(terms: RunTerms): bigint {
  const needed = getMinimumHold(terms, terms.inputTokens);
  if (terms.pricePerToken > 0n && terms.cap < needed) throw capTooLow(terms, needed);
  return needed;
}

function capTooLow({ cap, capSetBy }: ChargeTerms, needed: bigint): AppError {
  const remedy = capSetBy === "request" ? "Raise max_cost or shorten the input." : "Shorten the input.";
  const limit =
    capSetBy === "account"
      ? `your account's limit of ${nanoToDecimal(cap)} USD for a run without max_cost. Send max_cost to allow more, or raise the limit in Settings.`
      : `the limit of ${nanoToDecimal(cap)} USD for this run. ${remedy}`;
  return invalidField("max_cost", `This input alone costs ${nanoToDecimal(needed)} USD, more than ${limit}`);
}
