import type { BackgroundJob } from "../../platform/jobs/job.ts";
import { publishArtifacts } from "./file-store.ts";
import type { FilesContext } from "./files-context.ts";
import { deleteExpired, deleteRemoval, findUsedKeys, takeRemovals } from "./removal-store.ts";
import { createFileSealingJob } from "./seal-files.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Removing this many contents from a store over the network takes a few seconds. */
const BATCH = 50;
/** The batches per execution, so that a stop of the server waits for a minute at most. */
const BATCHES = 20;
/** Uploads end after a day. What is older and belongs to no file is left over from a crash or from a restored backup. */
const UNUSED_AFTER_MS = 2 * DAY_MS;

type UpkeepOptions = Pick<FilesContext, "db" | "storage" | "contents" | "days">;

/** Lists the jobs that remove expired files, contents of deleted files, and contents without a file. */
export function listUpkeepJobs(options: UpkeepOptions): BackgroundJob[] {
  return [
    {
      name: "artifacts of completed runs",
      everyMs: MINUTE_MS,
      run: () => publishArtifacts(options.db, null, options.days),
    },
    { name: "expired files", everyMs: MINUTE_MS, run: () => removeExpired(options) },
    { name: "contents of deleted files", everyMs: MINUTE_MS, run: () => removeContents(options) },
    { name: "unused contents of files", everyMs: DAY_MS, run: () => removeUnused(options) },
    createFileSealingJob(options),
  ];
}

async function removeExpired({ db }: UpkeepOptions): Promise<void> {
  for (let batch = 0; batch < BATCHES; batch += 1) if ((await deleteExpired(db, BATCH)) === 0) return;
}

/** Removes each content, and then the entry that asks for it. @throws AggregateError after the other removals */
async function removeContents({ db, storage }: UpkeepOptions): Promise<void> {
  const failures: unknown[] = [];
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const removals = await takeRemovals(db, BATCH);
    if (removals.length === 0) break;
    for (const { storageKey, storageUpload } of removals)
      try {
        await storage.remove(storageKey, storageUpload);
        await deleteRemoval(db, storageKey);
      } catch (error) {
        failures.push(error);
      }
  }
  if (failures.length > 0) throw new AggregateError(failures, "failed to remove contents of deleted files");
}

async function removeUnused({ db, storage }: UpkeepOptions): Promise<void> {
  await storage.removeUnused(new Date(Date.now() - UNUSED_AFTER_MS), (keys) => findUsedKeys(db, keys));
}
