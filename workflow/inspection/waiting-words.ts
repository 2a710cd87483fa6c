import { LIMITS } from "@stoa/contract";

/** More names than a developer reads at once. */
const MAX_NAMED = 12;

/** What is said of nodes that wait for somebody, where there are any. */
export function waitingWords({ waiting }: { waiting: readonly string[] }): string[] {
  if (waiting.length === 0) return [];
  const named = waiting.slice(0, MAX_NAMED).map((name) => `'${name}'`);
  const more = waiting.length > MAX_NAMED ? ` and ${waiting.length - MAX_NAMED} more` : "";
  return [
    `waits for an answer from outside at ${named.join(", ")}${more}: it must come within the run's time, at most ${LIMITS.runTimeoutMaxSeconds} seconds`,
  ];
}
