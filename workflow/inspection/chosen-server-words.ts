import { RUN_NAMED } from "@stoa/contract/chosen-servers";
import type { CoverageReport } from "./coverage-report.ts";

/** More names than a person reads at once. */
const MAX_NAMED = 5;

function namesOf(nodes: readonly string[]): string {
  const shown = nodes.slice(0, MAX_NAMED).map((name) => `'${name}'`);
  const more = nodes.length - MAX_NAMED;
  return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
}

/** Returns what a workflow's caller must choose for it, a sentence for each server. */
export function chosenServerWords({ chosenServers }: Pick<CoverageReport, "chosenServers">): string[] {
  return chosenServers.map(({ service, nodes }) => {
    const need = nodes.length === 1 ? "needs" : "need";
    return service === RUN_NAMED
      ? `${namesOf(nodes)} ${need} a key for a server that the run names`
      : `${namesOf(nodes)} ${need} a server of the caller's own in place of ${service}`;
  });
}
