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
