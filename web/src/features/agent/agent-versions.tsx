import type { Agent } from "@stoa/contract/catalog";
import type { AgentVersion } from "@stoa/contract/versions";
import { useState } from "react";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { LoadMore } from "../../components/load-more.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { VersionDiffDialog } from "../../components/versions/version-diff-dialog.tsx";
import { PART_NAMES } from "../../components/versions/version-labels.ts";
import { formatDay } from "../../lib/format-time.ts";
import { useVersions } from "../../queries/versions.ts";

/** Lists the versions that everyone may run: their dates, what is new, and what changed since the previous one. */
export default function AgentVersions({ agent }: { readonly agent: Pick<Agent, "id"> }) {
  const versions = useVersions(agent.id);
  const [compared, setCompared] = useState<AgentVersion | null>(null);
  const known = versions.data?.pages.flatMap((page) => page.versions);
  return (
    <section className="mt-8">
      <h3 className="mb-3 text-18">Versions</h3>
      {known === undefined ? (
        versions.isError ? (
          <div className="grid justify-items-start gap-2 text-14 text-ink-2">
            Could not load the versions.
            <Button size="sm" variant="outline" onClick={() => versions.refetch()}>
              Retry
            </Button>
          </div>
        ) : (
          <Skeleton className="h-24 w-full" />
        )
      ) : (
        <>
          <ol className="divide-y divide-line border border-line bg-surface">
            {known.map((version) => (
              <Version key={version.number} version={version} onCompare={() => setCompared(version)} />
            ))}
          </ol>
          <LoadMore
            hasMore={versions.hasNextPage}
            busy={versions.isFetchingNextPage}
            onMore={() => versions.fetchNextPage()}
            label="Older versions"
          />
        </>
      )}
      {compared && known && (
        <VersionDiffDialog
          agentId={agent.id}
          version={compared}
          others={known.filter(({ number }) => number !== compared.number)}
          onClose={() => setCompared(null)}
        />
      )}
    </section>
  );
}

interface VersionProps {
  readonly version: AgentVersion;
  readonly onCompare: () => void;
}

function Version({ version, onCompare }: VersionProps) {
  const { number, created_at, is_current, notes, changed } = version;
  return (
    <li className="grid gap-1.5 px-4 py-3 text-14">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className="font-medium">Version {number}</span>
        {is_current && <Badge tone="ok">Current</Badge>}
        <span className="ml-auto text-12 text-ink-2">{formatDay(created_at)}</span>
      </p>
      {notes !== "" && <p className="wrap-anywhere whitespace-pre-line text-ink-2">{notes}</p>}
      {changed.length > 0 && (
        <button
          type="button"
          aria-haspopup="dialog"
          className="link w-fit text-left max-md:min-h-11"
          onClick={onCompare}
        >
          <span className="sr-only">In version {number} </span>
          changed: {changed.map((part) => PART_NAMES[part].toLowerCase()).join(", ")}
        </button>
      )}
    </li>
  );
}
