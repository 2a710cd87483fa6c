import { FRAMEWORK_NAMES } from "@stoa/contract/catalog-labels";
import type { AgentVersion } from "@stoa/contract/versions";
import { Badge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button.tsx";
import { PART_NAMES, STATE_NAMES } from "../../../components/versions/version-labels.ts";
import { formatBytes } from "../../../lib/format.ts";
import { formatTimestamp } from "../../../lib/format-time.ts";

interface VersionRowProps {
  readonly version: AgentVersion;
  /** The number of the agent's current version. */
  readonly current: number;
  readonly onCompare: () => void;
  readonly onActivate: () => void;
  readonly onWithdraw: () => void;
}

/** Shows one version: its date, what is new, and its actions. */
export function VersionRow({ version, current, onCompare, onActivate, onWithdraw }: VersionRowProps) {
  const { number, state = "listed" } = version;
  const isFree = state === "listed" && !version.is_current;
  return (
    <li className="grid gap-2 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold text-16">Version {number}</span>
        {version.is_current && <Badge tone="ok">Current</Badge>}
        {state !== "listed" && <Badge tone="danger">{STATE_NAMES[state]}</Badge>}
        <span className="mono text-12 text-ink-2">{formatTimestamp(version.created_at)}</span>
      </div>
      {version.notes !== "" && <p className="whitespace-pre-line text-14">{version.notes}</p>}
      <p className="text-14 text-ink-2">
        {[FRAMEWORK_NAMES[version.framework], version.filename].filter(Boolean).join(", ")}
        {version.changed.length > 0 && `. Changed: ${describeChanges(version)}`}
      </p>
      {version.files && <FileList files={version.files} />}
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" size="sm" aria-haspopup="dialog" onClick={onCompare}>
          What changed<span className="sr-only"> in version {number}</span>
        </Button>
        {isFree && (
          <>
            <Button variant="outline" size="sm" aria-haspopup="dialog" onClick={onActivate}>
              {number < current ? "Roll back to" : "Restore"} version {number}
            </Button>
            <Button variant="ghost" size="sm" aria-haspopup="dialog" onClick={onWithdraw}>
              Withdraw<span className="sr-only"> version {number}</span>
            </Button>
          </>
        )}
      </div>
    </li>
  );
}

/** Lists the files of an archive, of which there may be many. */
function FileList({ files }: { readonly files: NonNullable<AgentVersion["files"]> }) {
  return (
    <details className="text-14">
      <summary className="cursor-pointer text-ink-2">{files.length} files</summary>
      <ul className="mono mt-2 grid max-h-64 gap-1 overflow-auto text-12">
        {files.map(({ path, bytes }) => (
          <li key={path} className="flex justify-between gap-4">
            <span className="[overflow-wrap:anywhere]">{path}</span>
            <span className="whitespace-nowrap text-ink-2">{formatBytes(bytes)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function describeChanges({ changed }: AgentVersion): string {
  return changed.map((part) => PART_NAMES[part].toLowerCase()).join(", ");
}
