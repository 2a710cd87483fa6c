import { X } from "lucide-react";
import { formatBytes } from "../../lib/format.ts";
import { hasStatus } from "../../lib/http-error.ts";
import { useFile } from "../../queries/files.ts";
import { IconButton } from "../icon-button.tsx";
import { FileRow } from "./file-row.tsx";

interface StoredFileRowProps {
  readonly id: string;
  /** If undefined, the file cannot be removed. */
  readonly onRemove?: (() => void) | undefined;
}

/** Shows one of the user's files by its ID. */
export function StoredFileRow({ id, onRemove }: StoredFileRowProps) {
  const file = useFile(id);
  const isGone = hasStatus(file.error, 404);
  const name = file.data?.name ?? (isGone ? "Deleted file" : "File");
  const note = file.data
    ? formatBytes(file.data.size)
    : file.isError
      ? "Could not load the details"
      : "Loading";
  return (
    <FileRow
      name={name}
      type={file.data?.type ?? ""}
      links={file.data}
      note={isGone && onRemove === undefined ? "No longer stored" : note}
      problem={
        isGone && onRemove !== undefined ? "This file was deleted. Remove it and choose another." : null
      }
      actions={
        onRemove !== undefined && (
          <IconButton label={`Remove ${name}`} framed={false} onClick={onRemove}>
            <X aria-hidden="true" size={16} />
          </IconButton>
        )
      }
    />
  );
}
