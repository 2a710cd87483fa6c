import type { AgentVersion, VersionDiff } from "@stoa/contract/versions";
import { useState } from "react";
import { useVersionDiff } from "../../queries/versions.ts";
import { Badge } from "../badge.tsx";
import { Dialog } from "../dialog.tsx";
import { ErrorState } from "../error-state.tsx";
import { Field } from "../field.tsx";
import { Select } from "../select.tsx";
import { Skeleton } from "../skeleton.tsx";
import { ChangedFiles } from "./changed-files.tsx";
import { createDiffRows } from "./diff-rows.ts";
import { SourcePatch } from "./source-patch.tsx";

interface VersionDiffDialogProps {
  readonly agentId: number;
  readonly version: AgentVersion;
  readonly others: readonly AgentVersion[];
  readonly onClose: () => void;
}

const TONES = { Added: "ok", Removed: "danger", Changed: "warn" } as const;

/** Shows what changed in a version compared with the previous version or another version that the user chooses. */
export function VersionDiffDialog({ agentId, version, others, onClose }: VersionDiffDialogProps) {
  const [from, setFrom] = useState<number | undefined>(undefined);
  const diff = useVersionDiff(agentId, version.number, from);
  return (
    <Dialog open onClose={onClose} size="md" title={`What changed in version ${version.number}`}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {others.length > 0 && (
          <Field label="Compared with">
            {(control) => (
              <Select
                {...control}
                value={from ?? ""}
                onChange={(event) => setFrom(Number(event.target.value) || undefined)}
                options={[
                  { value: "", label: "Previous version" },
                  ...others.map(({ number }) => ({ value: String(number), label: `Version ${number}` })),
                ]}
              />
            )}
          </Field>
        )}
        {diff.data ? (
          <Changes diff={diff.data} />
        ) : diff.isError ? (
          <ErrorState title="Failed to compare the versions" onRetry={() => diff.refetch()} />
        ) : (
          <Skeleton className="h-40 w-full" />
        )}
      </div>
    </Dialog>
  );
}

function Changes({ diff }: { readonly diff: VersionDiff }) {
  const rows = createDiffRows(diff);
  return (
    <>
      {rows.length > 0 && (
        <ul className="divide-y divide-line border border-line bg-surface text-14">
          {rows.map((row) => (
            <li
              key={`${row.part} ${row.kind} ${row.text}`}
              className="flex flex-wrap items-baseline gap-x-3 px-4 py-2"
            >
              <span className="w-24 shrink-0 text-ink-2">{row.part}</span>
              <Badge tone={TONES[row.kind]}>{row.kind}</Badge>
              <span className="mono min-w-0 break-all text-12">{row.text}</span>
            </li>
          ))}
        </ul>
      )}
      {diff.files && diff.files.changes.length > 0 ? (
        <ChangedFiles changes={diff.files.changes} />
      ) : (
        <Source diff={diff} nothingElse={rows.length === 0} />
      )}
    </>
  );
}

function Source({ diff, nothingElse }: { readonly diff: VersionDiff; readonly nothingElse: boolean }) {
  if (!diff.code_changed) {
    return <p className="text-14 text-ink-2">{nothingElse ? "No differences." : "The code is the same."}</p>;
  }
  if (diff.source === undefined) return <p className="text-14 text-ink-2">The code changed.</p>;
  const { patch } = diff.source;
  if (patch === null)
    return <p className="text-14 text-ink-2">The files differ too much to show line by line.</p>;
  return (
    <section>
      <h3 className="mb-2 text-14">Code (only visible to you)</h3>
      <SourcePatch patch={patch} />
    </section>
  );
}
