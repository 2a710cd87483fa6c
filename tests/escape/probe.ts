import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Receipt } from "@stoa/contract";

/** The message that a probe receives. */
export type Given = Record<string, unknown>;

/** The report of a probe. */
export interface Verdict {
  tried: string[];
  reached: string[];
  /** Secrets that the probe could read. */
  found: string[];
  answer: unknown;
}

/** A probe that ran outside a sandbox, and what was observed beside it. */
export interface ControlRun {
  verdict: Verdict | null;
  exit_code: number;
  /** What it wrote to stdout and to descriptor 3. */
  output: string;
  complaint: string;
  visits: string[];
  victim_lives: boolean;
  secret: string;
}

/** How a run ended, as observed from outside. */
export interface Ended {
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

/** A small agent that tries one way out, and the expected outcome. */
export interface Probe {
  /** The path under `probes`, without the extension. */
  file: string;
  /** Distinguishes several probes of one file. */
  as?: string;
  /** What it is given in addition to what every probe is given. */
  given?: Given;
  /** Earlier runs, with what each is given. */
  before?: Given[];
  /** What the probe may reach; nothing by default. */
  reaches?: string[];
  /** Checks how the run ended and its message. Without it the run must complete with a verdict. */
  ends?: (ended: Ended, message: string) => void | Promise<void>;
  /** The time limit of the run. */
  seconds?: number;
  /** Included in every `npm test`. */
  slice?: true;
  control: Control;
}

/** How the same file proves outside a sandbox that it works. */
export type Control =
  | { given?: Given; before?: Given[]; shows?: (ran: ControlRun) => void; needsRoot?: true }
  | { instead: string };

const PROBES = join(import.meta.dirname, "probes");

export const nameOf = ({ file, as }: Probe): string => (as === undefined ? file : `${file}: ${as}`);

/** The agent's source, identical inside and outside. */
export function sourceOf(probe: Probe): string {
  const read = (name: string) => readFileSync(join(PROBES, `${name}.py`), "utf8");
  return `${read("kit")}\n\n${read(probe.file)}`;
}
