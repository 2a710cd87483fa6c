import type { Framework, Inspection, RuntimeName } from "@stoa/runtime/protocol";
import type { AgentRuntime } from "@stoa/runtime/supervisor";
import type { AgentPackages } from "../agents/agent-packages.ts";
import type { CallableAgents } from "../agents/callable-agents.ts";
import type { TrialRunner } from "../agents/runnable-agent.ts";
import type { OpenedArchive } from "./archive/open-archive.ts";
import type { ConnectorServices } from "./connector-uses.ts";
import type { OfferedModels } from "./offered-models.ts";

export interface UploadedFile {
  /** The path in the archive, if the file came in one. */
  filename: string;
  bytes: Buffer;
  /** The archive whose main file this is. */
  archive?: OpenedArchive;
  /** The agent that the file is a version of; undefined for a new agent. */
  agentId?: number;
  /** The workflow node whose output the developer chose as the answer. */
  outputNode?: string;
  /** Whether the developer accepts that some of the file's models are not offered yet. */
  allowMissingModels?: boolean;
}

/** The methods of a runtime that uploads need. */
export type InspectingRuntime = Pick<AgentRuntime, "getStatus" | "inspect" | "environmentDigest">;

/** The runtimes of this server. A supervisor implements this. */
export interface UploadRuntimes {
  runtime(name: RuntimeName): InspectingRuntime | undefined;
}

/** The services that checks need in addition to the file. */
export interface CheckTools {
  runtimes: UploadRuntimes;
  connectorServices: ConnectorServices;
  models: OfferedModels;
  /** Returns the agents among `agentIds` that anyone may run. */
  findCallableAgents: (agentIds: readonly number[]) => Promise<CallableAgents>;
  /** Returns the names of the secrets that an agent has. */
  listSecretNames: (agentId: number) => Promise<readonly string[]>;
  trials: TrialRunner;
  packages: AgentPackages;
}

/** The input of the first check of an upload. */
export interface UploadContext {
  file: UploadedFile;
  /** The developer's account. Accounts take turns if checks take long. */
  accountId: string;
  tools: CheckTools;
}

/** The results of the checks of a file's syntax and framework. */
export interface FrameworkFacts {
  framework: Framework;
  /** The runtime that will run the file. */
  runtime: InspectingRuntime;
  inspection: Inspection;
}
