import type { RunnableAgent } from "../catalog/index.ts";

/** On which terms a run is charged, fixed when it starts (reading 15). Nano-USD. */
export interface RunTerms {
  /** `tokens`: tokens x price. `model_cost`: one's own agent costs its model cost (reading 19). */
  pays: "tokens" | "model_cost";
  pricePerToken: bigint;
  /** The most the caller pays. */
  cap: bigint;
  /** The most the developer bears where the price does not cover the models. */
  sponsorLimit: bigint;
}

/** The terms on which a caller runs an agent; `maxCost` is the caller's own lower cap (reading 17). */
export function termsOf(
  agent: Pick<
    RunnableAgent,
    "ownerAccountId" | "pricePerToken" | "maxCostPerRun" | "sponsorLimit" | "calledAgents"
  >,
  options: { callerAccountId: string; maxCost: bigint | undefined; ownRunCap: bigint },
): RunTerms {
  const own = agent.ownerAccountId === options.callerAccountId;
  const developerCap = own && agent.maxCostPerRun === 0n ? options.ownRunCap : agent.maxCostPerRun;
  const cap =
    options.maxCost !== undefined && options.maxCost < developerCap ? options.maxCost : developerCap;
  if (own) return { pays: "model_cost", pricePerToken: 0n, cap, sponsorLimit: 0n };
  return {
    pays: "tokens",
    pricePerToken: agent.pricePerToken,
    /** What a free agent may cost is what those that it calls cost. */
    cap: agent.pricePerToken === 0n && agent.calledAgents.length === 0 ? 0n : cap,
    sponsorLimit: agent.sponsorLimit,
  };
}

/** What the input alone costs: without it nothing starts (reading 17). */
export function inputCost(terms: RunTerms, inputTokens: number): bigint {
  return terms.pricePerToken * BigInt(inputTokens);
}

/** What a run holds when it starts: its input plus the agent's 95th percentile, within the cap (reading 17). */
export function estimatedHold(
  terms: RunTerms,
  inputTokens: number,
  usual: { p95Tokens: number | null; defaultOutputTokens: number },
): bigint {
  const tokens = inputTokens + Math.ceil(usual.p95Tokens ?? usual.defaultOutputTokens);
  return smaller(terms.pricePerToken * BigInt(tokens), terms.cap);
}

export function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

export function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
