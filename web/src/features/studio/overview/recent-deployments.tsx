import type { Agent } from "@stoa/contract/catalog";
import { Skeleton } from "../../../components/skeleton.tsx";
import { formatRelativeTime } from "../../../lib/format-time.ts";
import { useStudioAddress } from "../studio-address.ts";
import type { Deployment } from "./deployments.ts";
import { useDeployments } from "./use-deployments.ts";

/** The last uploads and version changes; each leads to the versions of its agent. */
export function RecentDeployments({ agents }: { readonly agents: readonly Agent[] | undefined }) {
  const deployments = useDeployments(agents);
  if (!deployments) return <Skeleton className="h-30 w-full" />;
  if (deployments.length === 0)
    return <p className="p-4 text-14 text-ink-2">Uploads and new versions show here.</p>;
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
