import type {
  InspectedArchive,
  Job,
  JobConversation,
  JobFile,
  JobLimits,
  JsonValue,
} from "../../protocol/index.ts";
import { encodeBytes, encodeRequest } from "./frames.ts";

/** The settings for the monitor, which never reads the job. Read by `stoa_sandbox/settings.py`. */
export interface MonitorSettings extends JobLimits {
  /** The name of the run's gateway socket in its folder. If null, the run has no gateway. */
  gateway: string | null;
  /** The hosts that the version declares; none by default. */
  hosts?: readonly string[];
  /** Whether the files of an archive follow the job. */
  hasArchive?: boolean;
  /** The size of the state that the run may keep for its conversation, in addition to its output; none by default. */
  stateBytes?: number;
  /** The run's token, with which the monitor connects to these hosts through the gateway. */
  token?: string;
}

/** The part of the job that the agent process needs. Read by `stoa_sandbox/agent_process.py`. */
export type AgentJob =
  | {
      kind: "run";
      source: string;
      filename: string;
      entry: string;
      entryKind: Job["entry"]["kind"];
      takes: Job["entry"]["takes"];
      origin?: string;
      /** Whether the files of a message become parts of it. */
      messageFiles?: true;
      trial: boolean;
      /** Whether the version declares hosts. */
      hasHosts: boolean;
      input: { [key: string]: JsonValue };
      files?: readonly JobFile[];
      conversation?: JobConversation;
      /** The developer's secrets, keyed by name. */
      secrets: Readonly<Record<string, string>>;
      token: string;
    }
  | { kind: "inspect"; source: string; archive?: InspectedArchive | undefined };

/** Returns the agent process's view of a job: no limits, no host objects. */
export function toAgentJob(job: Job): AgentJob {
  return {
    kind: "run",
    source: job.source,
    filename: job.filename,
    entry: job.entry.name,
    entryKind: job.entry.kind,
    takes: job.entry.takes,
    ...(job.entry.origin !== undefined && { origin: job.entry.origin }),
    ...(job.entry.messageFiles && { messageFiles: true }),
    trial: job.trial ?? false,
    hasHosts: (job.hosts ?? []).length > 0,
    input: job.input,
    ...(job.files !== undefined && { files: job.files }),
    ...(job.conversation !== undefined && { conversation: job.conversation }),
    secrets: job.secrets ?? {},
    token: job.runToken,
  };
}

/** The bytes to send to a sandbox, prepared before it is started. */
export interface SandboxRequest {
  bytes: Buffer;
  wallMs: number;
  outputBytes: number;
}

/**
 * Returns the request for a job.
 * @throws RangeError if the input is nested too deeply to be written as JSON
 */
export function toSandboxRequest(
  settings: MonitorSettings,
  job: AgentJob,
  archive?: Uint8Array,
): SandboxRequest {
  const { wallMs, outputBytes, stateBytes = 0 } = settings;
  const frames = [encodeRequest("L", settings), encodeRequest("J", job)];
  return {
    bytes: Buffer.concat(archive ? [...frames, encodeBytes("A", archive)] : frames),
    wallMs,
    outputBytes: outputBytes + stateBytes,
  };
}
