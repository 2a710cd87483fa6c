import { RotateCw, X } from "lucide-react";
import { formatBytes } from "../../lib/format.ts";
import { IconButton } from "../icon-button.tsx";
import { FileRow } from "./file-row.tsx";
import type { PendingFile } from "./use-file-uploads.ts";

interface PendingFileRowProps {
  readonly entry: PendingFile;
  readonly onRetry: (key: string) => void;
  readonly onRemove: (key: string) => void;
}

function describeProgress({ file, status, sent }: PendingFile): string {
  if (status === "waiting") return `${formatBytes(file.size)}, waiting`;
  // The server stores the file after its last part has arrived.
  if (sent >= file.size) return `${formatBytes(file.size)}, finishing`;
  return `${Math.floor((sent / file.size) * 100)}% of ${formatBytes(file.size)}`;
}

/** Shows a file that is being uploaded, or whose upload failed. */
export function PendingFileRow({ entry, onRetry, onRemove }: PendingFileRowProps) {
  const { key, file, status, sent, problem, canRetry } = entry;
  const hasFailed = status === "failed";
  return (
    <FileRow
      name={file.name}
      type={file.type}
      note={describeProgress(entry)}
      problem={problem}
      progress={status === "uploading" ? sent / file.size : undefined}
      actions={
        <>
          {hasFailed && canRetry && (
            <IconButton label={`Retry ${file.name}`} framed={false} onClick={() => onRetry(key)}>
              <RotateCw aria-hidden="true" size={16} />
            </IconButton>
          )}
          <IconButton
            label={`${hasFailed ? "Remove" : "Cancel"} ${file.name}`}
            framed={false}
            onClick={() => onRemove(key)}
          >
            <X aria-hidden="true" size={16} />
          </IconButton>
        </>
      }
    />
  );
}
