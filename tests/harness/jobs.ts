import type { BackgroundJob } from "../../server/src/platform/jobs/job.ts";

/** Runs a periodic job of a module once. */
export async function runJob(jobs: readonly BackgroundJob[], name: string): Promise<void> {
  const job = jobs.find((each) => each.name === name);
  if (!job || !("run" in job)) throw new Error(`There is no periodic job "${name}".`);
  await job.run();
}
