import type { ConnectorUse } from "@stoa/contract";
import type {
  EntryPoint,
  Framework,
  InputParameter,
  JobEnvironment,
  JobFile,
  JsonValue,
} from "@stoa/runtime/protocol";

/** An agent version as `runs` needs it: its code and its current terms. Money is in nano-USD. */
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
  /** A zip with the files of a version that was uploaded as an archive. */
  archive: Buffer | undefined;
  entry: EntryPoint;
  inputParameters: InputParameter[];
  /** The caller's connectors that this version declares. */
  connectors: ConnectorUse[];
  /** The ids of the agents that this version declares and may call. */
  calledAgents: number[];
  /** The hosts that this version declares for requests without a connector. */
  hosts: string[];
  /** The models that this version names, as written in its file. */
  models: string[];
  /** The version's own packages: the digest of their lock, and the modules that the file imports from them. */
  packages: { digest: string; imports: string[] } | undefined;
  /** Whether the developer has set secrets for the agent. */
  hasSecrets: boolean;
  pricePerToken: bigint;
  /** The developer's cap on one run's cost, nano-USD. */
  maxCostPerRun: bigint;
  /** The maximum that the developer pays per run if the price does not cover the model cost, nano-USD. */
  sponsorLimit: bigint;
  /** The developer's share under their current plan, percent. */
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
  /** The number of distinct accounts that were charged. */
  users: number;
  medianMs: number | null;
  medianTokens: number | null;
  p95Tokens: number | null;
}

/** The functions that the catalog provides to `runs`. */
export interface RunnableAgents {
  /**
   * Returns `undefined` for an agent that does not exist, is inactive, or that this caller is not allowed to run.
   * @throws AppError 403 for an agent that an operator has suspended; 404 with an explanation for the caller's own
   * archived agent, and for a requested version that does not exist or is no longer listed.
   */
  find(
    agentId: number,
    options: { callerAccountId: string; version?: number | undefined },
  ): Promise<RunnableAgent | undefined>;
  /** Returns the file of a version in any state. Show it only to the version's developer. */
  getCode(versionId: string): Promise<Pick<RunnableAgent, "source" | "filename" | "archive">>;
  /**
   * Returns the connectors and hosts that the current version declares. Returns `undefined` if this account is not
   * allowed to view the agent.
   */
  findDeclaration(
    agentId: number,
    accountId: string | undefined,
  ): Promise<(Pick<RunnableAgent, "ownerAccountId" | "hosts"> & { uses: ConnectorUse[] }) | undefined>;
  isOwnedBy(agentId: number, accountId: string): Promise<boolean>;
  /** Returns whether this caller may view the agent. */
  isVisibleTo(agentId: number, accountId: string): Promise<boolean>;
  recordStatistics(statistics: AgentStatistics[]): Promise<void>;
}

/** An n8n workflow to compare with its pinned data. */
export interface ComparedWorkflow {
  /** The account of the workflow's developer. Trial runs and comparisons of different accounts take turns. */
  accountId: string;
  source: string;
  filename: string;
  /** The input if the trigger has no pinned data. */
  input: Record<string, JsonValue>;
}

/** Runs a version once for the upload checks, at no cost. The `runs` module implements it. */
export interface TrialRunner {
  /**
   * Compares the nodes of a workflow with their pinned data, at no cost, in the place of a trial run. It reaches nothing
   * outside its process.
   * @returns the comparison as the workflow's process has sent it, or the reason why there is none
   * @throws AppError 503 if the server is at capacity
   */
  compare(
    workflow: ComparedWorkflow,
  ): Promise<{ ok: true; comparison: JsonValue } | { ok: false; detail: string }>;
  /** Returns the file that trial runs receive for a parameter that expects these extensions. */
  chooseSampleFile(accept?: readonly string[]): JobFile;
  try(trial: {
    /** The account that uploads the file. Trial runs of different accounts take turns. */
    accountId: string;
    source: string;
    filename: string;
    /** A zip with the files of an uploaded archive. */
    archive?: Buffer | undefined;
    framework: Framework;
    entry: EntryPoint;
    input: Record<string, JsonValue>;
    environment?: JobEnvironment;
    /** The hosts that the file declares. Trial runs cannot reach them. */
    hosts?: readonly string[];
    /** The connectors that the file declares. Trial runs cannot use them. */
    connectors?: readonly ConnectorUse[];
    /** The names of the secrets that the file reads. Trial runs get placeholders for them. */
    secretNames?: readonly string[];
  }): Promise<
    | {
        ok: true;
        durationMs: number;
        output: string;
        /** Whether the run stopped at its first call to a connector or to another agent. */
        endedAtConnector?: true;
        /** The hosts that the run tried to reach, if it stopped at that attempt. */
        endedAtHosts?: string[];
        /** A warning for the developer about a trial run that passed. */
        warning?: string;
        /** A sentence that names the tools that the run called. */
        tools?: string;
      }
    | { ok: false; detail: string; developerDetail: string }
  >;
}
