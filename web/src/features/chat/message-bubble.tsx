import type { Artifact } from "@stoa/contract/files";
import { lazyRouteComponent } from "@tanstack/react-router";
import { Suspense } from "react";

const SentFiles = lazyRouteComponent(() => import("./sent-files.tsx"));
const NO_FILES: readonly string[] = [];

interface MessageBubbleProps {
  readonly author: string;
  readonly message: string;
  /** The IDs of the files that were sent with the message. */
  readonly fileIds?: readonly string[];
  /** The details of these files, if they are known. */
  readonly files?: readonly Artifact[];
}

/** Shows what the user wrote. A message that is not stored anymore is replaced by a sentence that says so. */
export function MessageBubble({ author, message, fileIds = NO_FILES, files }: MessageBubbleProps) {
  return (
    <div className="ml-auto grid max-w-[85%] grid-cols-1 justify-items-end gap-2">
      <p className="sr-only">{author}</p>
      {fileIds.length > 0 && (
        <Suspense fallback={<div className="h-13 w-64" />}>
          <SentFiles ids={fileIds} files={files} />
        </Suspense>
      )}
      {(message !== "" || fileIds.length === 0) && (
        <p className="wrap-anywhere w-fit whitespace-pre-wrap rounded-6 bg-sunken px-4 py-2.5">
          {message === "" ? <span className="text-ink-2">This message was deleted.</span> : message}
        </p>
      )}
    </div>
  );
}
