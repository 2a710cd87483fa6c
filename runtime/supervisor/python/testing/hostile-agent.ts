import type { JobLimits, JsonValue, RunOutcome } from "../../../protocol/index.ts";

/** An agent that attempts something, and how its run must end. */
export interface HostileAgent {
  name: string;
  source: string;
  limits?: Partial<JobLimits>;
  outcome: RunOutcome;
  /** The exact answer. */
  output?: JsonValue;
  /** A part of the message for the caller. */
  message?: string;
}
