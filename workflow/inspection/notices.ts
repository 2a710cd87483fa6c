import { LIMITS } from "@stoa/contract";
import { RUN_NAMED } from "@stoa/contract/chosen-servers";
import type { CoverageReport } from "./coverage-report.ts";

/** More names than a developer reads at once. */
const MAX_NAMED = 12;

/** What is said of nodes that wait for somebody, where there are any. */
export function describeWaits({ waiting }: { waiting: readonly string[] }): string[] {
  if (waiting.length === 0) return [];
  const named = waiting.slice(0, MAX_NAMED).map((name) => `'${name}'`);
  const more = waiting.length > MAX_NAMED ? ` and ${waiting.length - MAX_NAMED} more` : "";
  return [
    `waits for an answer from outside at ${named.join(", ")}${more}: it must come within the run's time, at most ${LIMITS.runTimeoutMaxSeconds} seconds`,
  ];
}

/** More names than a person reads at once. */
const MAX_SERVERS_NAMED = 5;

function namesOf(nodes: readonly string[]): string {
  const shown = nodes.slice(0, MAX_SERVERS_NAMED).map((name) => `'${name}'`);
  const more = nodes.length - MAX_SERVERS_NAMED;
  return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
}

/** Returns what a workflow's caller must choose for it, a sentence for each server. */
export function describeChosenServers({ chosenServers }: Pick<CoverageReport, "chosenServers">): string[] {
  return chosenServers.map(({ service, nodes }) => {
    const need = nodes.length === 1 ? "needs" : "need";
    return service === RUN_NAMED
      ? `${namesOf(nodes)} ${need} a key for a server that the run names`
      : `${namesOf(nodes)} ${need} a server of the caller's own in place of ${service}`;
  });
}
