import type { IncomingMessage } from "node:http";
import { LIMITS, PLANS, usdToNano } from "@stoa/contract";
import type { ModelMatch } from "@stoa/gateway";
import { AppError } from "../../../platform/http/app-error.ts";
import type { Caller } from "../../../platform/http/caller.ts";
import type { RunnableAgent } from "../../catalog/index.ts";
import { LiveRun } from "../live/live-run.ts";
import type { RunNode } from "../live/run-node.ts";
import type { RunTerms } from "../start/run-terms.ts";
import { createReconnectingError, type StartOptions, startRun } from "../start/start-run.ts";
import type { NodeLease } from "../upkeep/node-lease.ts";
import { ModelCall, type ModelRequest } from "./model-call.ts";

/**
 * How long the end of a run waits for the gateway to record the call: longer than the gateway waits for the rest of an
 * answer whose client is gone. Without the record, a canceled call would cost its caller nothing.
 */
const RECORD_WAIT_MS = 60_000;

export interface ModelRunsOptions {
  start: StartOptions;
  lease: NodeLease;
  node: RunNode;
  /** Returns the maximum cost of a run whose request does not state one, in nano-USD. */
  getUnconfirmedRunLimit: (accountId: string) => Promise<bigint>;
  isDraining(): boolean;
}

/** The platform's agent to which the runs of models belong, with its only version. */
export interface ModelsAgent {
  agentId: number;
  versionId: string;
  ownerAccountId: string;
}

/** A call of a model that the caller pays for. */
export interface ModelPurchase extends ModelRequest {
  agent: ModelsAgent;
  model: ModelMatch;
  /** The maximum cost in USD. By default, it is the account's limit for runs without one. */
  maxCost: number | undefined;
}

/** A call that has started as a run. */
export interface StartedModelCall {
  runId: string;
  answer: Promise<IncomingMessage>;
  /** Yields the pieces of the answer. Call it even if nobody wants them, because an answer that is not read never ends. */
  read(): AsyncGenerator<Buffer>;
  /** Stops the call. What was read before is charged. */
  cancel(): void;
  /** Resolves when the run is charged. */
  ended: Promise<void>;
}

/** Returns the platform's fee on the price of models for a caller, in percent: what the plan's developers do not get. */
export const getModelFeePercent = ({ plan }: Pick<Caller, "plan">): number =>
  100 - PLANS[plan ?? "free"].revenueSharePercent;

/** Runs model calls of callers. Each is a run, so holds, limits, metering, settlement and receipts are those of runs. */
export class ModelRuns {
  readonly #options: ModelRunsOptions;

  constructor(options: ModelRunsOptions) {
    this.#options = options;
  }

  /** @throws AppError 402, 403, 429 or 503, as for the start of every run. In that case nothing is called or charged. */
  async start(caller: Caller, purchase: ModelPurchase): Promise<StartedModelCall> {
    const { start, lease, node, isDraining } = this.#options;
    const terms = await this.#createTerms(caller, purchase);
    const { epoch } = lease;
    if (epoch === undefined) throw createReconnectingError();
    if (isDraining())
      throw new AppError(503, "at_capacity", "This server is restarting. Please try again", {
        headers: { "retry-after": "5" },
      });
    const run = await startRun(start, epoch, terms, undefined);
    if (!(run instanceof LiveRun)) throw new Error("a run without an idempotency key is not new");
    const call = new ModelCall(purchase);
    node.carry(run, call.slot);
    return {
      runId: run.id,
      answer: call.answer,
      read: () => call.read(),
      cancel: () => run.stop("cancelled"),
      ended: run.done,
    };
  }

  async #createTerms(caller: Caller, { agent, model, maxCost }: ModelPurchase): Promise<RunTerms> {
    const limit =
      maxCost === undefined
        ? {
            cap: await this.#options.getUnconfirmedRunLimit(caller.accountId),
            capSetBy: "account" as const,
          }
        : { cap: usdToNano(maxCost), capSetBy: "request" as const };
    return {
      pays: "model_cost",
      feePercent: getModelFeePercent(caller),
      pricePerToken: 0n,
      ...limit,
      sponsorLimit: 0n,
      caller,
      agent: toRunnableAgent(agent, model.model),
      input: {},
      files: [],
      conversation: undefined,
      earlier: [],
      task: null,
      inputTokens: 0,
      hold: 0n,
      timeoutSeconds: LIMITS.runTimeoutMaxSeconds,
      recordWaitMs: RECORD_WAIT_MS,
    };
  }
}

/** Returns the platform's agent as a run needs it. It has the name of the model, which the caller sees in their usage. */
function toRunnableAgent({ agentId, versionId, ownerAccountId }: ModelsAgent, name: string): RunnableAgent {
  return {
    ...{ agentId, versionId, ownerAccountId, name },
    framework: "stoa",
    agentType: "model",
    version: 1,
    source: "",
    filename: "model.json",
    archive: undefined,
    entry: { kind: "declaration", name: "", takes: "none" },
    inputParameters: [],
    connectors: [],
    calledAgents: [],
    hosts: [],
    models: [name],
    packages: undefined,
    hasSecrets: false,
    pricePerToken: 0n,
    maxCostPerRun: 0n,
    sponsorLimit: 0n,
    // The platform itself sells models, so no developer has a share.
    sharePercent: 0,
    p95Tokens: null,
  };
}
