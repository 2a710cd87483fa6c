import { type Ref, useImperativeHandle, useRef } from "react";
import { PendingFileRow } from "../../components/files/pending-file-row.tsx";
import { StoredFileRow } from "../../components/files/stored-file-row.tsx";
import { formatPlural } from "../../lib/format.ts";
import { notify } from "../../lib/notify.ts";
import { countSlots } from "./attachment-slots.ts";
import { type AttachmentsProps, useAttachments } from "./use-attachments.ts";

export interface AttachmentBarHandle {
  /** Opens the picker of the browser. */
  readonly choose: () => void;
  readonly add: (files: readonly File[]) => void;
}

interface AttachmentBarProps extends AttachmentsProps {
  readonly ref: Ref<AttachmentBarHandle>;
}

/** Shows the files that go with the message, with the progress of their uploads. */
export default function AttachmentBar({ ref, ...props }: AttachmentBarProps) {
  const { params } = props;
  const { attached, uploads, add, remove, announcement } = useAttachments(props);
  const picker = useRef<HTMLInputElement>(null);
  const addFiles = (files: readonly File[]) => {
    const left = add(files);
    if (left > 0)
      void notify.error(
        `This agent takes at most ${formatPlural(countSlots(params), "file")} with each message. Remove a file to attach another.`,
      );
  };
  useImperativeHandle(ref, () => ({ choose: () => picker.current?.click(), add: addFiles }));
  const accept = params.flatMap((param) => param.accept ?? []);
  const hasHint = params.every((param) => param.accept !== undefined && param.accept.length > 0);
  return (
    <>
      <input
        ref={picker}
        type="file"
        multiple={countSlots(params) > 1}
        accept={hasHint ? accept.join(",") : undefined}
        tabIndex={-1}
        aria-hidden="true"
        className="hidden"
        onChange={(event) => {
          addFiles([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      {attached.length + uploads.pending.length > 0 && (
        <ul aria-label="Attached files" className="mb-2 flex max-h-40 flex-wrap gap-2 overflow-y-auto">
          {attached.map((attachment) => (
            <li key={attachment.id} className="w-full md:w-64">
              <StoredFileRow id={attachment.id} onRemove={() => remove(attachment)} />
            </li>
          ))}
          {uploads.pending.map((entry) => (
            <li key={entry.key} className="w-full md:w-64">
              <PendingFileRow entry={entry} onRetry={uploads.retry} onRemove={uploads.remove} />
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  );
}
