import type { StoredFileList } from "@stoa/contract/files";
import { formatBytes } from "../../../lib/format.ts";

type FileStorageProps = Pick<StoredFileList, "used_bytes" | "limit_bytes" | "limit_set_by">;

/** Shows how much of the person's storage for files is used. */
export function FileStorage({ used_bytes: used, limit_bytes: limit, limit_set_by }: FileStorageProps) {
  const isOwn = limit_set_by === "operator";
  const share = limit === 0 ? 1 : Math.min(used / limit, 1);
  return (
    <div className="grid gap-2 border border-line bg-surface p-5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium text-14">Storage</span>
        <span className="mono text-12">
          {formatBytes(used)} of {formatBytes(limit)}
        </span>
      </p>
      <div aria-hidden="true" className="h-1.5 bg-sunken">
        <div className="h-full origin-left bg-ink" style={{ transform: `scaleX(${share})` }} />
      </div>
      <p className="text-14 text-ink-2">
        {share === 1
          ? `Your storage is full. Delete files to upload others${isOwn ? "." : ", or choose a larger plan."}`
          : "Files that you upload and files that agents return to you count. They are removed when they expire; each run that receives a file postpones this."}
      </p>
      {isOwn && (
        <p className="text-14 text-ink-2">
          An operator of this server has set this limit for you. It replaces the limit of your plan.
        </p>
      )}
    </div>
  );
}
