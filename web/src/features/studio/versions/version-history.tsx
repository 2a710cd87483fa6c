import type { Agent } from "@stoa/contract/catalog";
import type { AgentVersion } from "@stoa/contract/versions";
import { useState } from "react";
import { ErrorState } from "../../../components/error-state.tsx";
import { LoadMore } from "../../../components/load-more.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { VersionDiffDialog } from "../../../components/versions/version-diff-dialog.tsx";
import { useVersions } from "../../../queries/versions.ts";
import { type Change, VersionChange } from "./version-change.tsx";
import { VersionRow } from "./version-row.tsx";

/** Lists the versions of an agent: what changed in each, and how to roll back or forward. */
export default function VersionHistory({ agent }: { readonly agent: Agent }) {
  const versions = useVersions(agent.id);
  const [compared, setCompared] = useState<AgentVersion | null>(null);
  const [change, setChange] = useState<Change | null>(null);
  if (!versions.data) {
    return versions.isError ? (
      <ErrorState title="Failed to load the versions" onRetry={() => versions.refetch()} />
    ) : (
      <Skeleton className="h-40 w-full" />
    );
  }
  const known = versions.data.pages.flatMap((page) => page.versions);
  return (
    <>
      <ol className="divide-y divide-line border border-line bg-surface">
        {known.map((version) => (
          <VersionRow
            key={version.number}
            version={version}
            agent={agent}
            onCompare={() => setCompared(version)}
            onActivate={() => setChange({ kind: "activate", version })}
            onWithdraw={() => setChange({ kind: "withdraw", version })}
          />
        ))}
      </ol>
      <LoadMore
        hasMore={versions.hasNextPage}
        busy={versions.isFetchingNextPage}
        onMore={() => versions.fetchNextPage()}
        label="Older versions"
      />
      {compared && (
        <VersionDiffDialog
          agentId={agent.id}
          version={compared}
          others={known.filter((version) => version.number !== compared.number)}
          onClose={() => setCompared(null)}
        />
      )}
      {change && <VersionChange agent={agent} change={change} onClose={() => setChange(null)} />}
    </>
  );
}
