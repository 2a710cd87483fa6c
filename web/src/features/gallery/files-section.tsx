import { useState } from "react";
import { ArtifactText } from "../../components/artifacts/artifact-text.tsx";
import { TableView } from "../../components/artifacts/table-view.tsx";
import { Field } from "../../components/field.tsx";
import { FileDropZone } from "../../components/files/file-drop-zone.tsx";
import { FileRow } from "../../components/files/file-row.tsx";
import { PendingFileRow } from "../../components/files/pending-file-row.tsx";
import type { PendingFile } from "../../components/files/use-file-uploads.ts";
import { doNothing, GallerySection, Specimen } from "./gallery-section.tsx";

const createPending = (name: string, more: Partial<PendingFile>): PendingFile => ({
  key: name,
  file: new File(["a".repeat(2000)], name, { type: "text/csv" }),
  status: "uploading",
  sent: 900,
  problem: null,
  canRetry: false,
  ...more,
});

const PENDING: readonly PendingFile[] = [
  createPending("waiting.csv", { status: "waiting", sent: 0 }),
  createPending("uploading.csv", {}),
  createPending("finishing.csv", { sent: 2000 }),
  createPending("interrupted.csv", {
    status: "failed",
    problem: "The connection was interrupted. Retry to continue the upload.",
    canRetry: true,
  }),
  createPending("too-large.csv", {
    status: "failed",
    problem: "This file is too large. Your plan allows files up to 20 MB.",
  }),
];

const TABLE = {
  columns: ["region", "orders", "revenue"],
  rows: [
    ["North", "199", "$61,738.50"],
    ["Baltic", "18", "$88,103.50"],
    ["Alps", "", ""],
  ],
};

/** Shows files that are uploaded and files that agents returned. */
export function FilesSection() {
  const [files, setFiles] = useState<readonly File[]>([]);
  return (
    <GallerySection title="Files">
      <div className="grid w-full min-w-0 gap-6 lg:grid-cols-2">
        <Specimen name="Uploads">
          <ul className="grid grid-cols-1 gap-2">
            {PENDING.map((entry) => (
              <li key={entry.key}>
                <PendingFileRow entry={entry} onRetry={doNothing} onRemove={doNothing} />
              </li>
            ))}
            <li>
              <FileRow name="stored.pdf" type="application/pdf" note="1.2 MB" />
            </li>
          </ul>
        </Specimen>
        <Specimen name="Field">
          <Field label="Tables" error={files.length === 0 ? "tables is required" : undefined}>
            {(control) => (
              <FileDropZone
                control={control}
                isMultiple
                hasFiles={files.length > 0}
                isFull={false}
                accept={[".csv", ".xlsx"]}
                onFiles={setFiles}
                onBlur={doNothing}
              />
            )}
          </Field>
        </Specimen>
        <Specimen name="Table">
          <TableView name="revenue.csv" table={TABLE} total={250} />
        </Specimen>
        <Specimen name="Text that is cut">
          <ArtifactText
            name="log.txt"
            kind="text"
            text={"12:00 started\n12:01 ended"}
            size={3_000_000}
            isCut
          />
        </Specimen>
      </div>
    </GallerySection>
  );
}
