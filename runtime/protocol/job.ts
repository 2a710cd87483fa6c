import type { Duplex } from "node:stream";
import type { EntryPoint } from "./inspection.ts";
import type { JsonValue } from "./json.ts";

/** The limits of one run. The sandbox enforces all of them. */
export interface JobLimits {
  /** Wall time in milliseconds from the moment the agent's code can start. */
  wallMs: number;
  /** CPU time in whole seconds. */
  cpuSeconds: number;
  /** The address space of each process, and the total memory of all processes, in bytes. */
  memoryBytes: number;
  /** The size of the run's private /tmp, in bytes. */
  diskBytes: number;
  /** The maximum number of processes and threads. */
  processes: number;
  /** The total size of everything that the agent may write (output, logs, progress), in bytes. */
  outputBytes: number;
}

/**
 * An installed environment with packages that a developer chose. A process that has imported these packages is not
 * trusted, so it serves only that developer's agents.
 */
export interface JobEnvironment {
  /** A hash of the lock and of the platform that the lock is resolved for. */
  digest: string;
  /** The folder of the packages on this machine, which the sandbox's user can read. */
  packages: string;
  /** The modules that the file imports from packages when it is loaded. */
  imports: readonly string[];
  /** The account of the agent's developer. */
  ownerId: string;
}

/** One message of an earlier turn. */
export interface HistoryMessage {
  role: "user" | "assistant";
  content: string;
  /** The IDs of the files that came with the message, if the run receives them again. They are among the job's files. */
  files?: readonly string[];
}

/** A file of the caller that a run receives. The run reads its content from `GET /files/{id}` of its gateway. */
export interface JobFile {
  id: string;
  /** A clean name without folders. */
  name: string;
  /** The media type that the server determined from the content. */
  type: string;
  bytes: number;
}

/** The conversation that a run continues. */
export interface JobConversation {
  id: string;
  /**
   * The earlier turns, the oldest first. Empty if the entry point does not read them. A `thread` begins with them if its
   * state is missing or cannot be read.
   */
  history: readonly HistoryMessage[];
  /** What the agent kept in the turn before this one; the agent process alone understands it. */
  state?: string;
  /** The runs of the earlier turns. Absent if the entry point has no `session`, or if this is the first turn. */
  earlierRuns?: EarlierRuns;
}

/** The turns that a turn follows, as their runs. Turns that were edited are not among them. */
export interface EarlierRuns {
  /** The run of the first turn, which conversations that were copied from each other have in common. */
  first: string;
  /** The newest runs that completed. */
  completed: readonly string[];
}

/** The work that the supervisor has to run. It contains neither users nor prices. */
export interface Job {
  runId: string;
  /** The source text of the version. */
  source: string;
  /** The file name in tracebacks. For a file of an archive, this is its path. */
  filename: string;
  /** The files of the agent's archive, as a zip. Each run gets its own copy in its working directory. */
  archive?: Uint8Array | undefined;
  entry: EntryPoint;
  /**
   * The packages that the file declares. If absent, the agent runs with the shipped packages of its framework.
   */
  environment?: JobEnvironment;
  /** The caller's input, already checked against the version's input schema. */
  input: { [key: string]: JsonValue };
  /** The files to which the input and the history refer by ID, each once. Absent if there are none. */
  files?: readonly JobFile[];
  /** Absent if the run stands alone. */
  conversation?: JobConversation;
  limits: JobLimits;
  /**
   * The hosts that the version declares, in the form that the contract's `normalizeHost` returns. If absent or empty,
   * the agent can reach only its gateway.
   */
  hosts?: readonly string[];
  /**
   * Whether this is the trial run of an upload. A built-in responder answers the model calls of a trial and never ends
   * a conversation, so the run stops after a few turns.
   */
  trial?: boolean;
  /**
   * Whether a trial of a workflow returns a comparison of its nodes with their pinned data instead of its answer. The
   * run then reaches not even its gateway.
   */
  comparesPinned?: boolean;
  /** The bearer token that the gateway expects from this run, valid only on this run's connections. */
  runToken: string;
  /**
   * The developer's secrets, keyed by name. Only the agent process gets them, as environment variables. Absent if there
   * are none.
   */
  secrets?: Readonly<Record<string, string>>;
  /** Connects the agent, or the runtime that runs it, to the gateway. */
  connectGateway: (connection: Duplex) => void;
}
