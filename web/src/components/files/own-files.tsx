import { useState } from "react";
import { formatBytes } from "../../lib/format.ts";
import { formatRelativeTime } from "../../lib/format-time.ts";
import { useFiles } from "../../queries/files.ts";
import { Button } from "../button.tsx";
import { Disclosure } from "../disclosure.tsx";
import { Skeleton } from "../skeleton.tsx";
import { FileIcon } from "./file-icon.tsx";

interface OwnFilesProps {
  /** The IDs of the files that are already chosen. */
  readonly chosen: readonly string[];
  readonly onChoose: (id: string) => void;
}

/** Shows the user's files, folded, to choose one of them instead of uploading it again. */
export function OwnFiles(props: OwnFilesProps) {
  return (
    <Disclosure isQuiet title="Choose from your files">
      <FileChoices {...props} />
    </Disclosure>
  );
}

function FileChoices({ chosen, onChoose }: OwnFilesProps) {
  const list = useFiles();
  const [openedAt] = useState(Date.now);
  if (list.isError && list.data === undefined)
    return (
      <p role="alert" className="flex flex-wrap items-center gap-3 text-14">
        Could not load your files.
        <Button size="sm" variant="outline" onClick={() => void list.refetch()}>
          Retry
        </Button>
      </p>
    );
  if (list.data === undefined) return <Skeleton className="h-24 w-full" />;
  const files = list.data.pages.flatMap((page) => page.files).filter(({ id }) => !chosen.includes(id));
  if (files.length === 0) return <p className="text-14 text-ink-2">You have no other files.</p>;
  return (
    <ul className="max-h-60 divide-y divide-line overflow-y-auto border border-line bg-surface">
      {files.map(({ id, name, type, size, created_at }) => (
        <li key={id}>
          <button
            type="button"
            onClick={() => onChoose(id)}
            className="flex min-h-11 w-full items-center gap-3 px-3 py-1.5 text-left -outline-offset-2 hover:bg-sunken"
          >
            <FileIcon name={name} type={type} />
            <span className="min-w-0 flex-1">
              <span className="block truncate text-14">{name}</span>
              <span className="mono block text-12 text-ink-2">
                {formatBytes(size)}, {formatRelativeTime(created_at, openedAt)}
              </span>
            </span>
          </button>
        </li>
      ))}
      {list.hasNextPage && (
        <li className="p-2">
          <Button
            size="sm"
            variant="ghost"
            busy={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Earlier files
          </Button>
        </li>
      )}
    </ul>
  );
}
