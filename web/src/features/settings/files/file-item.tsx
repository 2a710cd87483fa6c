import type { StoredFile } from "@stoa/contract/files";
import { Trash2 } from "lucide-react";
import { AgentLink } from "../../../components/agent-link.tsx";
import { ArtifactDownload } from "../../../components/artifacts/artifact-download.tsx";
import { useArtifactLink } from "../../../components/artifacts/artifact-link.ts";
import { FileThumbnail } from "../../../components/files/file-thumbnail.tsx";
import { getFileTypeLabel } from "../../../components/files/file-type-label.ts";
import { IconButton } from "../../../components/icon-button.tsx";
import { RunLink } from "../../../components/run-link.tsx";
import { formatBytes } from "../../../lib/format.ts";
import { formatDay } from "../../../lib/format-time.ts";
import { useReloadFile } from "../../../queries/files.ts";

interface FileItemProps {
  readonly file: StoredFile;
  readonly onRemove: () => void;
}

/** Shows one of the user's files: type, size, where it comes from, and when it is removed. */
export function FileItem({ file, onRemove }: FileItemProps) {
  const { id, name, type, size, created_at, expires_at } = file;
  const link = useArtifactLink(file, useReloadFile(id));
  return (
    <li className="flex items-start gap-3 py-3 pr-2 pl-4 md:items-center">
      <span className="pt-1 md:pt-0">
        <FileThumbnail {...file} />
      </span>
      <div className="grid min-w-0 flex-1 gap-x-6 gap-y-0.5 md:grid-cols-[minmax(0,1fr)_18rem] md:items-center">
        <div className="min-w-0">
          <h3 className="truncate font-medium text-14" title={name}>
            {name}
          </h3>
          <p className="mono wrap-anywhere text-12 text-ink-2">
            {getFileTypeLabel(type)}, {formatBytes(size)}
          </p>
        </div>
        <div className="text-14 text-ink-2">
          <p>
            <Origin file={file} /> on {formatDay(created_at)}
          </p>
          <p>Expires on {formatDay(expires_at)}</p>
        </div>
      </div>
      <div className="flex shrink-0">
        <ArtifactDownload name={name} link={link} />
        <IconButton label={`Delete ${name}`} framed={false} onClick={onRemove}>
          <Trash2 aria-hidden="true" size={16} />
        </IconButton>
      </div>
    </li>
  );
}

/** Says who made the file, with links to the agent and to its run. */
function Origin({ file: { name, run_id, agent_id, agent_name } }: Pick<FileItemProps, "file">) {
  if (run_id === null) return "Uploaded";
  return (
    <>
      Returned by{" "}
      {agent_id !== null && agent_name !== null && (
        <>
          <AgentLink id={agent_id} name={agent_name} /> in{" "}
        </>
      )}
      <RunLink runId={run_id} label={`The run that returned ${name}`}>
        a run
      </RunLink>
    </>
  );
}
