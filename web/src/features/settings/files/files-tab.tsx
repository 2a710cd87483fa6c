import type { StoredFile } from "@stoa/contract/files";
import { useState } from "react";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { LoadMore } from "../../../components/load-more.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { getServerDetail } from "../../../lib/http-error.ts";
import { notify } from "../../../lib/notify.ts";
import { useFiles, useRemoveFile } from "../../../queries/files.ts";
import { FileItem } from "./file-item.tsx";
import { FileStorage } from "./file-storage.tsx";

/** Shows the user's files, and how much of their storage is used. */
export function FilesTab() {
  const list = useFiles();
  const [removed, setRemoved] = useState<StoredFile | null>(null);
  const files = list.data?.pages.flatMap((page) => page.files);
  const [first] = list.data?.pages ?? [];
  return (
    <section className="min-w-0 max-w-4xl">
      <h2 className="text-22">Files</h2>
      <p className="mt-1 mb-4 text-14 text-ink-2">
        Files that you gave to agents, and files that they returned.
      </p>
      {first === undefined || files === undefined ? (
        list.isError ? (
          <div className="border border-line bg-surface">
            <ErrorState title="Failed to load your files" onRetry={() => list.refetch()} />
          </div>
        ) : (
          <div className="grid gap-4">
            <Skeleton className="h-28 w-full" />
            <Skeleton className="h-60 w-full" />
          </div>
        )
      ) : (
        <div className="grid grid-cols-1 gap-4">
          <FileStorage {...first} />
          <div className="border border-line bg-surface">
            {files.length === 0 ? (
              <EmptyState
                title="No files yet"
                hint="Run an agent that takes files, or one that returns them, such as charts and reports."
              />
            ) : (
              <ul className="divide-y divide-line">
                {files.map((file) => (
                  <FileItem key={file.id} file={file} onRemove={() => setRemoved(file)} />
                ))}
              </ul>
            )}
          </div>
          <LoadMore
            hasMore={list.hasNextPage}
            busy={list.isFetchingNextPage}
            onMore={() => list.fetchNextPage()}
            label="Earlier files"
          />
        </div>
      )}
      <RemoveFile file={removed} onClose={() => setRemoved(null)} />
    </section>
  );
}

interface RemoveFileProps {
  /** The file to delete; null if the question is closed. */
  readonly file: StoredFile | null;
  readonly onClose: () => void;
}

/** Asks before a file is deleted. */
function RemoveFile({ file, onClose }: RemoveFileProps) {
  const remove = useRemoveFile();
  if (file === null) return null;
  const removeFile = () =>
    remove.mutate(file.id, {
      onSuccess: () => {
        onClose();
        void notify.success("File deleted");
      },
      onError: (error) =>
        void notify.error(getServerDetail(error) ?? "Could not delete this file. Please try again."),
    });
  return (
    <ConfirmDialog
      open
      title="Delete file"
      question={`"${file.name}" is deleted. This cannot be undone.`}
      consequence={
        file.origin === "upload"
          ? "Runs that have ended keep their answers. Schedules and chats that use this file can no longer give it to agents."
          : "The run that returned it keeps its answer, but the file can no longer be opened there."
      }
      confirmLabel="Delete file"
      busy={remove.isPending}
      onConfirm={removeFile}
      onClose={onClose}
    />
  );
}
