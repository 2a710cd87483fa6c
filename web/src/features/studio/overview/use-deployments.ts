import type { Agent } from "@stoa/contract/catalog";
import { useQueries } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";
import { type Deployment, latestDeployments } from "./deployments.ts";

/** As many as the panel has room for. */
const SHOWN = 5;
/** Among the agents that changed last are the latest deployments, unless more than this had only texts changed since. */
const AGENTS_ASKED = 8;

/** The last uploads and version changes; missing until all are known. */
export function useDeployments(agents: readonly Agent[] | undefined): readonly Deployment[] | undefined {
  const latest = (agents ?? [])
    .toSorted((one, other) => other.updated_at.localeCompare(one.updated_at))
    .slice(0, AGENTS_ASKED);
  return useQueries({
    queries: latest.map(({ id }) => ({
      queryKey: ["versions", id, "latest"],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call("versions.list", { params: { id }, query: { limit: SHOWN }, signal }),
    })),
    combine: (results) => {
      if (!agents || results.some(({ isPending }) => isPending)) return undefined;
      const known = latest.map(({ id, name }, index) => ({
        id,
        name,
        versions: results[index]?.data?.versions ?? [],
      }));
      return latestDeployments(known, SHOWN);
    },
  });
}
