import type { Artifact } from "@stoa/contract/files";
import { FileRow } from "../../components/files/file-row.tsx";
import { StoredFileRow } from "../../components/files/stored-file-row.tsx";
import { formatBytes } from "../../lib/format.ts";

interface SentFilesProps {
  readonly ids: readonly string[];
  /** The details of the files that still exist. If undefined, they are loaded. */
  readonly files?: readonly Artifact[] | undefined;
}

/** Shows the files that were sent with a message. */
export default function SentFiles({ ids, files }: SentFilesProps) {
  return (
    <ul aria-label="Files" className="grid w-64 max-w-full gap-2">
      {ids.map((id) => (
        <li key={id}>
          {files === undefined ? (
            <StoredFileRow id={id} />
          ) : (
            <SentFile file={files.find((file) => file.id === id)} />
          )}
        </li>
      ))}
    </ul>
  );
}

function SentFile({ file }: { readonly file: Artifact | undefined }) {
  return file === undefined ? (
    <FileRow name="Deleted file" type="" note="No longer stored" />
  ) : (
    <FileRow name={file.name} type={file.type} links={file} note={formatBytes(file.size)} />
  );
}
