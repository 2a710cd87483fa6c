import type { VersionDiff } from "@stoa/contract/versions";
import { formatBytes } from "../../lib/format.ts";
import { Badge } from "../badge.tsx";
import { SourcePatch } from "./source-patch.tsx";

type FileChange = NonNullable<VersionDiff["files"]>["changes"][number];

/** The number of files whose differences are expanded at first. More would make the dialog very long. */
const MOST_OPEN = 3;
/** The number of characters of a SHA-256 that are enough to tell two files apart at a glance. */
const SHOWN_DIGITS = 12;

const TONES = { Added: "ok", Removed: "danger", Changed: "warn" } as const;

function getKind({ from, to }: FileChange): keyof typeof TONES {
  if (from === null) return "Added";
  return to === null ? "Removed" : "Changed";
}

/** Shows each file of an archive that differs, with its lines or, if it has none, its size and hash. */
export function ChangedFiles({ changes }: { readonly changes: readonly FileChange[] }) {
  return (
    <section>
      <h3 className="mb-2 text-14">Files (only visible to you)</h3>
      <ul className="divide-y divide-line border border-line bg-surface">
        {changes.map((change, index) => (
          <li key={change.path}>
            <details open={index < MOST_OPEN && change.patch !== null}>
              <summary className="flex cursor-pointer flex-wrap items-baseline gap-x-3 gap-y-1 px-4 py-2 text-14 -outline-offset-2">
                <Badge tone={TONES[getKind(change)]}>{getKind(change)}</Badge>
                <span className="mono min-w-0 flex-1 text-12 [overflow-wrap:anywhere]">{change.path}</span>
                <span className="mono text-12 text-ink-2">{describeSize(change)}</span>
              </summary>
              <div className="px-4 pb-3">
                <Difference change={change} />
              </div>
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}

function describeSize({ from, to }: FileChange): string {
  const [before, after] = [from, to].map((side) => side && formatBytes(side.bytes));
  return before && after && before !== after ? `${before} → ${after}` : (after ?? before ?? "");
}

function Difference({ change: { patch, is_text, from, to } }: { readonly change: FileChange }) {
  if (patch?.includes("\n@@")) return <SourcePatch patch={patch} />;
  if (patch !== null) return <p className="text-14 text-ink-2">The file is empty.</p>;
  if (is_text) return <p className="text-14 text-ink-2">The file differs too much to show line by line.</p>;
  const sides = [from, to].flatMap((side) => side ?? []);
  return (
    <p className="mono text-12 text-ink-2 [overflow-wrap:anywhere]">
      SHA-256 {sides.map(({ sha256 }) => sha256.slice(0, SHOWN_DIGITS)).join(" → ")}
    </p>
  );
}
