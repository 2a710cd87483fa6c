import type { RunStatus } from "@stoa/contract";
import type { RunLogEvent } from "../live/run-feed.ts";

/**
 * The facts that determine whether the caller of an ended run may read the agent's log entries. Money is in nano-USD.
 */
interface EndedRun {
  status: RunStatus;
  tokens_charged: bigint;
  price_per_token: bigint;
}

const LOGGED: readonly RunLogEvent["kind"][] = ["log", "progress", "step"];

/** Returns whether the agent wrote an entry of a run's log in addition to its output. */
export function isLogged({ kind }: Pick<RunLogEvent, "kind">): boolean {
  return LOGGED.includes(kind);
}

/**
 * Returns whether the log of an ended run is withheld from its caller. This is the case for a run that was stopped and
 * cost nothing because its caller had received nothing. The log would be work that nobody paid for.
 */
export function isLogWithheld({ status, tokens_charged, price_per_token }: EndedRun): boolean {
  const wasStopped = status === "cancelled" || status === "timeout";
  return wasStopped && tokens_charged === 0n && price_per_token > 0n;
}
