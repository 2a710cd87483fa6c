import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Receipt } from "@stoa/contract";

/** The message that a probe receives. */
export type ProbeInput = Record<string, unknown>;

/** The report of a probe. */
export interface Verdict {
  tried: string[];
  reached: string[];
  /** Secrets that the probe could read. */
  found: string[];
  answer: unknown;
}

/** The result of a probe that ran outside a sandbox. */
export interface ControlRun {
  verdict: Verdict | null;
  exit_code: number;
  /** The text that the probe wrote to stdout and to descriptor 3. */
  output: string;
  complaint: string;
  visits: string[];
  victim_lives: boolean;
  secret: string;
}

/** The end of a run, as observed from outside. */
export interface RunEnd {
  success: boolean;
  status: string;
  stop_reason: string | null;
  detail: string | null;
  cost: number;
  tokens_used: number;
  receipt: Receipt | null;
  output: unknown;
  seconds: number;
}

/** A small agent that tries to escape in one way, and the expected outcome. */
export interface Probe {
  /** The path under `probes`, without the extension. */
  file: string;
  /** Distinguishes probes that use the same file. */
  as?: string;
  /** A file whose code runs first, when the probe is imported. */
  prefix?: string;
  /** The input in addition to the input of every probe. */
  input?: ProbeInput;
  /** The inputs of runs that precede the probe. */
  before?: ProbeInput[];
  /** The names of the attempts that may succeed; none by default. */
  reaches?: string[];
  /**
   * Checks how the run ended. `message` is the message that the probe received. If undefined, the run must complete
   * with a verdict.
   */
  checkEnd?: (ended: RunEnd, message: string) => void | Promise<void>;
  /** Text that a server with control groups logs after the run. */
  logs?: string;
  /** The time limit of the run. */
  seconds?: number;
  /** Whether every `npm test` includes the probe. */
  slice?: true;
  control: Control;
}

/** The way in which the same file proves, outside a sandbox, that the probe works. */
export type Control =
  | { input?: ProbeInput; before?: ProbeInput[]; checkControl?: (ran: ControlRun) => void; needsRoot?: true }
  | { instead: string };

const PROBES = join(import.meta.dirname, "probes");

export const getProbeName = ({ file, as }: Probe): string => (as === undefined ? file : `${file}: ${as}`);

/** Returns the agent's source, which is identical inside and outside a sandbox. */
export function readProbeSource(probe: Probe): string {
  const read = (name: string) => readFileSync(join(PROBES, `${name}.py`), "utf8");
  return ["kit", ...(probe.prefix === undefined ? [] : [probe.prefix]), probe.file].map(read).join("\n\n");
}
