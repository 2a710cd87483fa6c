import { Upload } from "lucide-react";
import { type ClipboardEvent, type DragEvent, type FocusEvent, useState } from "react";
import { cx } from "../../lib/class-names.ts";
import { getButtonClass } from "../button.tsx";
import type { FieldControlProps } from "../field.tsx";

interface FileDropZoneProps {
  readonly control: FieldControlProps;
  readonly isMultiple: boolean;
  readonly hasFiles: boolean;
  /** Whether no further file can be added. */
  readonly isFull: boolean;
  readonly accept: readonly string[] | undefined;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onBlur: () => void;
}

const EXTENSIONS_SHOWN = 4;

/** Returns which files are expected, such as ".csv or .xlsx"; undefined if any are. */
function describeExpected(accept: readonly string[] = []): string | undefined {
  if (accept.length === 0 || accept.length > EXTENSIONS_SHOWN) return undefined;
  return new Intl.ListFormat("en-US", { type: "disjunction" }).format(accept);
}

function getLabel(isMultiple: boolean, hasFiles: boolean): string {
  if (isMultiple) return hasFiles ? "Add files" : "Choose files";
  return hasFiles ? "Replace file" : "Choose file";
}

/**
 * Shows where to choose, drop or paste files. The file input covers the zone, so that a click anywhere opens the picker
 * and the zone is one stop for the keyboard.
 */
export function FileDropZone(props: FileDropZoneProps) {
  const { control, isMultiple, hasFiles, isFull, accept, onFiles, onBlur } = props;
  const [isDragged, setIsDragged] = useState(false);
  const expected = describeExpected(accept);
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])];
    if (files.length > 0) onFiles(files);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setIsDragged(false);
    take(event.dataTransfer.files);
  };
  const onPaste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    take(event.clipboardData.files);
  };
  const onInputBlur = (event: FocusEvent) => {
    // The window of the file picker takes the focus of the page, but the input keeps it within the page.
    if (document.activeElement !== event.target) onBlur();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping and pasting are shortcuts for the input inside
    <div
      className={cx(
        "relative flex min-h-16 flex-wrap items-center gap-x-4 gap-y-2 rounded-4 border border-dashed px-3 py-3",
        "has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-focus has-[input:focus-visible]:outline-offset-2",
        "has-[input:disabled]:opacity-50",
        control["aria-invalid"] ? "border-danger" : isDragged ? "border-ink bg-sunken" : "border-control",
      )}
      onDragEnter={() => setIsDragged(true)}
      onDragOver={(event) => event.preventDefault()}
      onDragLeave={() => setIsDragged(false)}
      onDrop={onDrop}
      onPaste={onPaste}
    >
      <span aria-hidden="true" className={getButtonClass("outline", "sm")}>
        <Upload size={16} />
        {getLabel(isMultiple, hasFiles)}
      </span>
      <span aria-hidden="true" className="min-w-0 text-14 text-ink-2">
        {isDragged ? "Drop to upload" : `or drop ${isMultiple ? "them" : "it"} here`}
        {expected !== undefined && <span className="mono block text-12">{expected}</span>}
      </span>
      <input
        {...control}
        type="file"
        multiple={isMultiple}
        disabled={isFull}
        accept={accept?.join(",")}
        className="absolute inset-0 cursor-pointer opacity-0 disabled:cursor-not-allowed"
        onBlur={onInputBlur}
        onChange={(event) => {
          take(event.target.files);
          event.target.value = "";
        }}
      />
    </div>
  );
}
