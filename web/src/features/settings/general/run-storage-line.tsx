import { formatBytes } from "@stoa/contract/storage-limits";
import { Skeleton } from "../../../components/skeleton.tsx";
import { useRunStorage } from "../../../queries/run-settings.ts";

/** How much of the plan's storage is used, and what happens when it is full. */
export function RunStorageLine() {
  const storage = useRunStorage();
  if (storage.isError)
    return <p className="text-14 text-ink-2">The storage that you use could not be loaded.</p>;
  if (!storage.data) return <Skeleton className="h-12 w-full" />;
  const { used_bytes, limit_bytes } = storage.data;
  return (
    <div className="grid gap-1">
      <p>
        Storage: {formatBytes(used_bytes)} of {formatBytes(limit_bytes)}
      </p>
      <p className="text-14 text-ink-2">
        Inputs, answers and logs of your runs count. When the storage is full, those of your oldest runs are
        removed first; receipts and figures stay.
      </p>
    </div>
  );
}
