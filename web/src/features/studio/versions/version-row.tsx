import { getArchiveName } from "@stoa/contract/archive-names";
import type { Agent } from "@stoa/contract/catalog";
import { FRAMEWORK_NAMES } from "@stoa/contract/catalog-labels";
import type { AgentVersion } from "@stoa/contract/versions";
import { Badge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button.tsx";
import { DownloadButton } from "../../../components/download-button.tsx";
import { PART_NAMES, STATE_NAMES } from "../../../components/versions/version-labels.ts";
import { formatBytes, formatPlural } from "../../../lib/format.ts";
import { formatTimestamp } from "../../../lib/format-time.ts";
import { getVersionArchivePath } from "../../../queries/versions.ts";

interface VersionRowProps {
  readonly agent: Agent;
  readonly version: AgentVersion;
  readonly onCompare: () => void;
  readonly onActivate: () => void;
  readonly onWithdraw: () => void;
}

/** Shows one version: its date, what is new, and its actions. */
export function VersionRow({ agent, version, onCompare, onActivate, onWithdraw }: VersionRowProps) {
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
      {version.files && <FileList files={version.files} main={version.filename} />}
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" size="sm" aria-haspopup="dialog" onClick={onCompare}>
          What changed<span className="sr-only"> in version {number}</span>
        </Button>
        <DownloadButton
          getPath={() => getVersionArchivePath(agent.id, number)}
          name={getArchiveName(agent.name, number)}
          label={
            <>
              Download<span className="sr-only"> version {number}</span>
            </>
          }
          failure="Failed to download the files"
        />
        {isFree && (
          <>
            <Button variant="outline" size="sm" aria-haspopup="dialog" onClick={onActivate}>
              {number < agent.version ? "Roll back to" : "Restore"} version {number}
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

interface FileListProps {
  readonly files: NonNullable<AgentVersion["files"]>;
  /** The path of the main file. */
  readonly main: string | undefined;
}

/** Lists the files of an archive, in a box that scrolls because there can be hundreds. */
function FileList({ files, main }: FileListProps) {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  return (
    <details className="text-14">
      <summary className="w-fit cursor-pointer py-1 text-ink-2 hover:text-ink">
        {formatPlural(files.length, "file")}, {formatBytes(total)}
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <ul tabIndex={0} className="mono mt-1 max-h-64 overflow-auto border border-line py-2 text-12 leading-6">
        {files.map(({ path, bytes }) => (
          <li key={path} className="flex items-baseline justify-between gap-4 px-3">
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {path}
              {path === main && <span className="text-ink-2"> (main file)</span>}
            </span>
            <span className="flex-none text-ink-2">{formatBytes(bytes)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function describeChanges({ changed }: AgentVersion): string {
  return changed.map((part) => PART_NAMES[part].toLowerCase()).join(", ");
}
