import type { Agent } from "@stoa/contract/catalog";
import { useQueries } from "@tanstack/react-query";
import { Skeleton } from "../../../components/skeleton.tsx";
import { formatRelativeTime } from "../../../lib/format-time.ts";
import { createLatestVersionsQuery } from "../../../queries/versions.ts";
import { useStudioAddress } from "../studio-address.ts";
import { type Deployment, getLatestDeployments } from "./deployments.ts";

/** The number of listed deployments: as many as the panel has room for. */
const SHOWN = 5;
/**
 * The number of agents whose versions are loaded, most recently changed first. A deployment is missing only if this
 * many other agents were changed after it.
 */
const AGENTS_LOADED = 8;

/** Returns the last uploads and version changes; undefined until all have loaded. */
function useDeployments(agents: readonly Agent[] | undefined): readonly Deployment[] | undefined {
  const latest = (agents ?? [])
    .toSorted((one, other) => other.updated_at.localeCompare(one.updated_at))
    .slice(0, AGENTS_LOADED);
  return useQueries({
    queries: latest.map(({ id }) => createLatestVersionsQuery(id, SHOWN)),
    combine: (results) => {
      if (!agents || results.some(({ isPending }) => isPending)) return undefined;
      const known = latest.map(({ id, name }, index) => ({
        id,
        name,
        versions: results[index]?.data?.versions ?? [],
      }));
      return getLatestDeployments(known, SHOWN);
    },
  });
}

/** Lists the last uploads and version changes; each links to the versions of its agent. */
export function RecentDeployments({ agents }: { readonly agents: readonly Agent[] | undefined }) {
  const deployments = useDeployments(agents);
  if (!deployments) return <Skeleton className="h-30 w-full" />;
  if (deployments.length === 0)
    return <p className="p-4 text-14 text-ink-2">Uploads and new versions appear here.</p>;
  return (
    <ul className="divide-y divide-line text-14">
      {deployments.map((deployment) => (
        <DeploymentRow key={`${deployment.agentId} ${deployment.at}`} deployment={deployment} />
      ))}
    </ul>
  );
}

function DeploymentRow({ deployment }: { readonly deployment: Deployment }) {
  const { search, change } = useStudioAddress();
  const { agentId, agentName, number, kind, at } = deployment;
  const showVersions = () =>
    change({ ...search, search: undefined, show: undefined, agent: agentId, part: "versions" });
  return (
    <li>
      <button
        type="button"
        onClick={showVersions}
        className="flex min-h-11 w-full items-center justify-between gap-4 px-4 py-2 text-left -outline-offset-2 hover:bg-raised"
      >
        <span className="min-w-0">
          <span className="block truncate font-medium">{agentName}</span>
          <span className="block text-12 text-ink-2">
            {kind}, version {number}
          </span>
        </span>
        <span className="shrink-0 text-12 text-ink-2">{formatRelativeTime(at)}</span>
      </button>
    </li>
  );
}
