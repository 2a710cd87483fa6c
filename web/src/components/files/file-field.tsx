import type { InputParam } from "@stoa/contract/catalog";
import { FILE_LIMITS, type StoredFile } from "@stoa/contract/files";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { formatFileIds, hasPendingFile, isExpectedFile, parseFileIds } from "../../lib/file-input.ts";
import type { FieldControlProps } from "../field.tsx";
import { FileDropZone } from "./file-drop-zone.tsx";
import { OwnFiles } from "./own-files.tsx";
import { PendingFileRow } from "./pending-file-row.tsx";
import { StoredFileRow } from "./stored-file-row.tsx";
import { type PendingFile, useFileUploads } from "./use-file-uploads.ts";

export interface FileFieldProps {
  readonly param: InputParam;
  readonly value: string;
  readonly control: FieldControlProps;
  readonly onChange: (value: string) => void;
  readonly onBlur: () => void;
}

/** Manages the value of a parameter that takes files: the IDs of uploaded files, and files that are being uploaded. */
function useFileValue({ param, value, onChange }: Pick<FileFieldProps, "param" | "value" | "onChange">) {
  const [announcement, setAnnouncement] = useState("");
  const ids = parseFileIds(param, value);
  // Two uploads may end before the form renders again.
  const latestIds = useRef(ids);
  useEffect(() => {
    latestIds.current = parseFileIds(param, value);
  }, [param, value]);
  const setIds = (next: readonly string[], isPending: boolean) => {
    latestIds.current = next;
    onChange(formatFileIds(param, next, isPending));
  };
  const uploads = useFileUploads(({ id, name }: StoredFile, key) => {
    const others = uploads.pending.some((entry) => entry.key !== key);
    setIds(param.type === "files" ? [...latestIds.current, id] : [id], others);
    setAnnouncement(`${name} is uploaded`);
  });
  const { pending } = uploads;
  const isPending = pending.length > 0;
  const update = useEffectEvent(() => {
    if (hasPendingFile(param, value) !== isPending) setIds(latestIds.current, isPending);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form may also replace the value
  useEffect(() => update(), [isPending, value]);

  const failed = pending.findLast(({ status }) => status === "failed");
  const failure = failed === undefined ? "" : `${failed.file.name}: ${failed.problem}`;
  return { ids, uploads, setIds, isPending, announcement: failure || announcement };
}

/** Shows the control of a parameter that takes files: the chosen files, and where to choose or drop others. */
export default function FileField({ param, value, control, onChange, onBlur }: FileFieldProps) {
  const { ids, uploads, setIds, isPending, announcement } = useFileValue({ param, value, onChange });
  const isMultiple = param.type === "files";
  const count = ids.length + uploads.pending.length;
  const room = isMultiple ? FILE_LIMITS.perRun - count : 1;
  const [skipped, setSkipped] = useState(0);
  const add = (files: readonly File[]) => {
    if (!isMultiple) {
      uploads.clear();
      setIds([], true);
    }
    setSkipped(Math.max(0, files.length - room));
    uploads.add(files.slice(0, room));
  };
  // The button that removed a file is gone, so the focus goes to the next control.
  const focusZone = () => document.getElementById(control.id)?.focus();
  const removeStored = (removed: string) => {
    setIds(
      ids.filter((id) => id !== removed),
      isPending,
    );
    focusZone();
  };
  const removePending = (key: string) => {
    uploads.remove(key);
    focusZone();
  };
  return (
    <div className="grid grid-cols-1 gap-2">
      {count > 0 && (
        <ul className="grid grid-cols-1 gap-2">
          {ids.map((id) => (
            <li key={id}>
              <StoredFileRow id={id} onRemove={() => removeStored(id)} />
            </li>
          ))}
          {uploads.pending.map((entry) => (
            <li key={entry.key}>
              <PendingFileRow entry={entry} onRetry={uploads.retry} onRemove={removePending} />
            </li>
          ))}
        </ul>
      )}
      <FileDropZone
        control={control}
        isMultiple={isMultiple}
        hasFiles={count > 0}
        isFull={room <= 0}
        accept={param.accept}
        onFiles={add}
        onBlur={onBlur}
      />
      <FileNotes param={param} skipped={skipped} pending={uploads.pending} />
      {room > 0 && (
        <OwnFiles chosen={ids} onChoose={(id) => setIds(isMultiple ? [...ids, id] : [id], isPending)} />
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  );
}

interface FileNotesProps extends Pick<FileFieldProps, "param"> {
  /** The number of files that were not added because there was no room. */
  readonly skipped: number;
  readonly pending: readonly PendingFile[];
}

/** Says which files were not added, and which the agent may not be able to read. */
function FileNotes({ param, skipped, pending }: FileNotesProps) {
  const unexpected = pending.find(({ file }) => !isExpectedFile(param, file.name));
  return (
    <>
      {skipped > 0 && (
        <p role="alert" className="text-14 text-danger">
          {param.type === "files"
            ? `A run can receive ${FILE_LIMITS.perRun} files. The other files were not added.`
            : "This field takes one file. The other files were not added."}
        </p>
      )}
      {unexpected !== undefined && (
        <p className="text-14 text-ink-2">
          This agent expects {param.accept?.join(", ")}. It may not be able to read {unexpected.file.name}.
        </p>
      )}
    </>
  );
}
