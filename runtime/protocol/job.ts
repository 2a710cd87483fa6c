import type { Duplex } from "node:stream";
import type { EntryPoint } from "./inspection.ts";
import type { JsonValue } from "./json.ts";

/** Bounds of one run. Each is enforced by the sandbox, none by the agent's goodwill. */
export interface JobLimits {
  /** Wall time in milliseconds from the moment the agent's code may start. */
  wallMs: number;
  /** CPU time in whole seconds. */
  cpuSeconds: number;
  /** Address space of one process, bytes. */
  memoryBytes: number;
  /** Size of the run's private /tmp, bytes. */
  diskBytes: number;
  /** Threads the agent may have. */
  processes: number;
  /** Everything the agent may write in total (output, logs, progress), bytes. */
  outputBytes: number;
}

/** What the supervisor is asked to run. Knows neither a user nor a price. */
export interface Job {
  runId: string;
  /** Source text of the version that runs. */
  source: string;
  /** File name shown in tracebacks. */
  filename: string;
  entry: EntryPoint;
  /** The caller's input, already checked against the version's input schema. */
  input: { [key: string]: JsonValue };
  limits: JobLimits;
  /** The trial of an upload, answered by a responder that ends no conversation: a few turns are enough. */
  trial?: boolean;
  /** Bearer token that the gateway expects from this run, on this run's socket alone. */
  runToken: string;
  /** Takes over a connection that the agent opened to its gateway address, or its driver in memory. */
  connectGateway: (connection: Duplex) => void;
}
