import type { AgentVersion, VersionDiff } from "@stoa/contract/versions";
import { useState } from "react";
import { useVersionDiff } from "../../queries/versions.ts";
import { Badge } from "../badge.tsx";
import { Dialog } from "../dialog.tsx";
import { ErrorState } from "../error-state.tsx";
import { Field } from "../field.tsx";
import { Select } from "../select.tsx";
import { Skeleton } from "../skeleton.tsx";
import { diffRows } from "./diff-rows.ts";
import { SourcePatch } from "./source-patch.tsx";

export interface VersionDiffDialogProps {
  readonly agentId: number;
  readonly version: AgentVersion;
  readonly others: readonly AgentVersion[];
  readonly onClose: () => void;
}

const TONES = { Added: "ok", Removed: "danger", Changed: "warn" } as const;

/** What a version changed against the one before it, or against any other. */
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
                  { value: "", label: "The version before" },
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
  const rows = diffRows(diff);
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
      <Source diff={diff} nothingElse={rows.length === 0} />
    </>
  );
}

function Source({ diff, nothingElse }: { readonly diff: VersionDiff; readonly nothingElse: boolean }) {
  if (!diff.code_changed) {
    return (
      <p className="text-14 text-ink-2">
        {nothingElse ? "Nothing differs between these versions." : "The code is the same."}
      </p>
    );
  }
  if (diff.source === undefined) return <p className="text-14 text-ink-2">The code changed.</p>;
  const { patch } = diff.source;
  if (patch === null)
    return <p className="text-14 text-ink-2">The files differ too much to be shown line by line.</p>;
  return (
    <section>
      <h3 className="mb-2 text-14">Code, which only you see</h3>
      <SourcePatch patch={patch} />
    </section>
  );
}
