import type { MaxCostSetBy } from "@stoa/contract";
import type { HistoryMessage, JobFile, JsonValue } from "@stoa/runtime/protocol";
import type { Caller } from "../../../platform/http/caller.ts";
import type { RunnableAgent } from "../../catalog/index.ts";
import type { OpenedConversation } from "./open-conversation.ts";

/** The terms on which a run is charged. Amounts are in nano-USD. */
export interface ChargeTerms {
  /**
   * With `tokens`, the caller pays the price of each token. With `model_cost`, the caller runs their own agent and pays
   * only for its model calls.
   */
  pays: "tokens" | "model_cost";
  pricePerToken: bigint;
  /** The platform's fee on model cost, in percent. Only calls of models have it. Runs that a developer starts of their own agents have none. */
  feePercent?: number;
  /** The maximum that the caller pays. */
  cap: bigint;
  /** The limit that determined the cap. */
  capSetBy: MaxCostSetBy;
  /** The most that the developer pays if the price does not cover the model cost. */
  sponsorLimit: bigint;
}

/**
 * Everything that is fixed when a run starts: the caller, the agent's version, the input and the terms of payment.
 * While the run is active, a `LiveRun` contains its terms. A `RunEnd` describes its end. After that, the caller sees it
 * as a `RunRow`.
 */
export interface RunTerms extends ChargeTerms {
  caller: Caller;
  agent: RunnableAgent;
  /** The input after it was checked against the entry point. */
  input: { [key: string]: JsonValue };
  /** The files to which the input refers. */
  files: readonly JobFile[];
  /** The turn that the run starts, and the tokens of its message alone. Undefined if the run stands alone. */
  conversation: (OpenedConversation & { messageTokens: number }) | undefined;
  /** The earlier messages of a conversation that the caller keeps. Empty if the agent does not get earlier messages. */
  earlier: readonly HistoryMessage[];
  /** The beginning of the message, for lists of runs. */
  task: string | null;
  /** The tokens of the input and of the earlier turns that the agent gets. */
  inputTokens: number;
  /** The amount that the run holds when it starts, in nano-USD. */
  hold: bigint;
  timeoutSeconds: number;
  /** How long the end of the run waits for model calls that are being recorded, if not as long as for other runs. */
  recordWaitMs?: number;
}

type PricedAgent = Pick<
  RunnableAgent,
  "ownerAccountId" | "pricePerToken" | "maxCostPerRun" | "sponsorLimit" | "calledAgents"
>;

/** A limit on a run in addition to the agent's limit, in nano-USD. */
export interface CallerLimit {
  amount: bigint;
  setBy: Exclude<MaxCostSetBy, "agent">;
}

/** Returns the maximum cost of a run of this agent for a caller without a limit of their own, in nano-USD. */
export function getAgentCap(
  agent: PricedAgent,
  { callerAccountId, ownRunCap }: { callerAccountId: string; ownRunCap: bigint },
): bigint {
  if (agent.ownerAccountId === callerAccountId)
    return agent.maxCostPerRun === 0n ? ownRunCap : agent.maxCostPerRun;
  /** A free agent still costs its caller the runs of the agents that it calls. */
  return agent.pricePerToken === 0n && agent.calledAgents.length === 0 ? 0n : agent.maxCostPerRun;
}

/** Returns the terms on which a caller runs an agent. Without a `limit` the agent's own cap applies. */
export function toChargeTerms(
  agent: PricedAgent,
  options: { callerAccountId: string; limit: CallerLimit | undefined; ownRunCap: bigint },
): ChargeTerms {
  const most = getAgentCap(agent, options);
  const limited = options.limit !== undefined && options.limit.amount < most ? options.limit : undefined;
  const bound = { cap: limited?.amount ?? most, capSetBy: limited?.setBy ?? ("agent" as const) };
  if (agent.ownerAccountId === options.callerAccountId)
    return { pays: "model_cost", pricePerToken: 0n, ...bound, sponsorLimit: 0n };
  return {
    pays: "tokens",
    pricePerToken: agent.pricePerToken,
    ...bound,
    sponsorLimit: agent.sponsorLimit,
  };
}

/** Returns the terms with a cost limit that this number of tokens, input included, does not exceed. */
export function limitTokens(charge: ChargeTerms, maxTokens: number | undefined): ChargeTerms {
  if (maxTokens === undefined || charge.pricePerToken === 0n) return charge;
  const cap = charge.pricePerToken * BigInt(maxTokens);
  return cap < charge.cap ? { ...charge, cap, capSetBy: "request" } : charge;
}

/** Returns the cost of the input alone. A run does not start if the balance is lower. */
export function computeInputCost(terms: ChargeTerms, inputTokens: number): bigint {
  return terms.pricePerToken * BigInt(inputTokens);
}

/**
 * Returns the amount to hold when a run starts, within the cap: the price of the input tokens, and of the further
 * tokens that 95 % of the agent's runs do not exceed.
 */
export function estimateHold(
  terms: ChargeTerms,
  inputTokens: number,
  usual: { p95Tokens: number | null; defaultOutputTokens: number },
): bigint {
  const tokens = inputTokens + Math.ceil(usual.p95Tokens ?? usual.defaultOutputTokens);
  return getSmaller(terms.pricePerToken * BigInt(tokens), terms.cap);
}

export function getSmaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

export function getLarger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
