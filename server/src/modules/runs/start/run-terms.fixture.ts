import type { Caller } from "../../../platform/http/caller.ts";
import type { RunnableAgent } from "../../catalog/index.ts";
import type { RunTerms } from "./run-terms.ts";

interface TermsOptions extends Partial<Omit<RunTerms, "caller" | "agent">> {
  caller?: Partial<Caller>;
  agent?: Partial<RunnableAgent>;
}

/** Returns the terms of a run. By default it costs 1 nano-USD per token and at most 100 nano-USD. */
export function someTerms({ caller, agent, ...terms }: TermsOptions = {}): RunTerms {
  return {
    caller: { accountId: "acc_caller", userId: "usr_caller", username: "caller", ...caller },
    agent: {
      agentId: 1,
      name: "Agent",
      ownerAccountId: "acc_developer",
      framework: "stoa",
      agentType: "stoa",
      versionId: "ver",
      version: 1,
      source: "",
      archive: undefined,
      filename: "agent.py",
      entry: { name: "main", kind: "function", takes: "parameters" },
      inputParameters: [],
      connectors: [],
      calledAgents: [],
      hosts: [],
      models: [],
      packages: undefined,
      hasSecrets: false,
      pricePerToken: 1n,
      maxCostPerRun: 100n,
      sponsorLimit: 0n,
      sharePercent: 70,
      p95Tokens: null,
      ...agent,
    },
    input: {},
    files: [],
    earlier: [],
    conversation: undefined,
    task: null,
    inputTokens: 1,
    pays: "tokens",
    pricePerToken: 1n,
    cap: 100n,
    capSetBy: "agent",
    sponsorLimit: 0n,
    hold: 0n,
    timeoutSeconds: 60,
    ...terms,
  };
}
