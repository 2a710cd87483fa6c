import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Receipt } from "@stoa/contract";

/** What is handed to a probe, as its message. */
export type Given = Record<string, unknown>;

/** What a probe says of itself. */
export interface Verdict {
  tried: string[];
  reached: string[];
  /** Secrets that it has read. */
  found: string[];
  answer: unknown;
}

/** A probe that ran outside a sandbox, and what was seen beside it. */
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

/** How a run ended, seen from outside. */
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

/** A small agent that tries one way out, and what must come of it. */
export interface Probe {
  /** Below `probes`, without its ending. */
  file: string;
  /** Distinguishes probes of one file. */
  as?: string;
  /** What it is given beyond what every probe is given. */
  given?: Given;
  /** Runs that come before, with what each is given. */
  before?: Given[];
  /** What it may reach: nothing, unless this says so. */
  reaches?: string[];
  /** Checks the end, told the run's message too; without it the run must complete with a verdict. */
  ends?: (ended: Ended, message: string) => void | Promise<void>;
  /** Limit of the run. */
  seconds?: number;
  /** Tried in every `npm test`. */
  slice?: true;
  control: Control;
}

/** How the same file shows outside a sandbox that it works. */
export type Control =
  | { given?: Given; before?: Given[]; shows?: (ran: ControlRun) => void; needsRoot?: true }
  | { instead: string };

const PROBES = join(import.meta.dirname, "probes");

export const nameOf = ({ file, as }: Probe): string => (as === undefined ? file : `${file}: ${as}`);

/** The agent's source, the same inside and outside. */
export function sourceOf(probe: Probe): string {
  const read = (name: string) => readFileSync(join(PROBES, `${name}.py`), "utf8");
  return `${read("kit")}\n\n${read(probe.file)}`;
}
