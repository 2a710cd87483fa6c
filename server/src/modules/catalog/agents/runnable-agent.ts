import type { ConnectorUse } from "@stoa/contract";
import type { EntryPoint, Framework, InputParameter, JsonValue } from "@stoa/runtime/protocol";

/** An agent version as `runs` needs it: its code and terms at this moment. Money in nano-USD. */
export interface RunnableAgent {
  agentId: number;
  name: string;
  ownerAccountId: string;
  framework: Framework;
  agentType: string;
  versionId: string;
  version: number;
  source: string;
  filename: string;
  entry: EntryPoint;
  inputParameters: InputParameter[];
  /** What this version declares that it uses its caller's connectors for. */
  connectors: ConnectorUse[];
  /** The other agents that this version declares to call, by their ids. */
  calledAgents: number[];
  /** The servers that this version declares to ask without a connector. */
  hosts: string[];
  /** The models that this version names, as they are written. */
  models: string[];
  pricePerToken: bigint;
  /** The developer's cap on one run's cost, nano-USD. */
  maxCostPerRun: bigint;
  /** What the developer pays at most per run if the price does not cover the model cost, nano-USD. */
  sponsorLimit: bigint;
  /** The developer's share by their plan now, percent. */
  sharePercent: number;
  /** 95th percentile of tokens charged per run; null before the first runs. */
  p95Tokens: number | null;
}

/** Measured figures of an agent, written by the statistics job of `runs`. */
export interface AgentStatistics {
  agentId: number;
  executions: number;
  completed: number;
  failed: number;
  /** Distinct accounts that were charged. */
  users: number;
  medianMs: number | null;
  medianTokens: number | null;
  p95Tokens: number | null;
}

/** What the catalogue offers to `runs`. */
export interface RunnableAgents {
  /**
   * `undefined` for an agent that is not there, not active or not open to this caller.
   * @throws AppError 403 for one that an operator has suspended; 404 in words for a named version that is not there, or
   *   not listed any more.
   */
  find(
    agentId: number,
    options: { callerAccountId: string; version?: number | undefined },
  ): Promise<RunnableAgent | undefined>;
  /** The file of a version, whatever became of it since. For its developer's eyes. */
  codeOf(versionId: string): Promise<Pick<RunnableAgent, "source" | "filename">>;
  /** What its current version declares that it uses of its callers; `undefined` where this account cannot see it. */
  declaredOf(
    agentId: number,
    accountId: string | undefined,
  ): Promise<(Pick<RunnableAgent, "ownerAccountId"> & { uses: ConnectorUse[] }) | undefined>;
  ownedBy(agentId: number, accountId: string): Promise<boolean>;
  /** Whether this caller may see the agent at all. */
  visibleTo(agentId: number, accountId: string): Promise<boolean>;
  recordStatistics(statistics: AgentStatistics[]): Promise<void>;
}

/** Runs a version once for the upload checks, at no cost. Provided by `runs`. */
export interface TrialRunner {
  try(trial: {
    /** Whose upload it is: accounts take turns. */
    accountId: string;
    source: string;
    filename: string;
    framework: Framework;
    entry: EntryPoint;
    input: Record<string, JsonValue>;
  }): Promise<
    | {
        ok: true;
        durationMs: number;
        output: string;
        /** It did not end by itself, but came as far as its first call of a connector or of another agent. */
        endedAtConnector?: true;
        /** What its developer should know although it passed. */
        warning?: string;
        /** Which of its tools were called, in a sentence. */
        tools?: string;
      }
    | { ok: false; detail: string; developerDetail: string }
  >;
}
