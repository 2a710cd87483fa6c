import { LIMITS } from "@stoa/contract";
import { RUN_NAMED } from "@stoa/contract/chosen-servers";
import type { CoverageReport } from "./coverage-report.ts";

/** The maximum number of names in a sentence. Developers do not read longer lists. */
const MAX_NAMED = 12;

/** Returns a notice about nodes that wait for an answer, if there are any. */
export function describeWaits({ waiting }: { waiting: readonly string[] }): string[] {
  if (waiting.length === 0) return [];
  const shownNames = waiting.slice(0, MAX_NAMED).map((name) => `'${name}'`);
  const more = waiting.length > MAX_NAMED ? ` and ${waiting.length - MAX_NAMED} more` : "";
  return [
    `waits for an answer at ${shownNames.join(", ")}${more}: in a conversation, the next message is the answer, whenever it comes; in other runs, the answer must arrive within the run's time limit, at most ${LIMITS.runTimeoutMaxSeconds} seconds`,
  ];
}

/** The maximum number of servers in a sentence. Callers do not read longer lists. */
const MAX_SERVERS_NAMED = 5;

function formatNames(nodes: readonly string[]): string {
  const shown = nodes.slice(0, MAX_SERVERS_NAMED).map((name) => `'${name}'`);
  const more = nodes.length - MAX_SERVERS_NAMED;
  return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
}

/** Returns a sentence for each server that the caller must choose. */
export function describeChosenServers({ chosenServers }: Pick<CoverageReport, "chosenServers">): string[] {
  return chosenServers.map(({ service, nodes }) => {
    const need = nodes.length === 1 ? "needs" : "need";
    return service === RUN_NAMED
      ? `${formatNames(nodes)} ${need} a key for a server that the run names`
      : `${formatNames(nodes)} ${need} one of the caller's servers in place of ${service}`;
  });
}
