import type { BackgroundJob } from "../../server/src/platform/jobs/job.ts";

/** Runs one turn of a module's periodic job. */
export async function runJob(jobs: readonly BackgroundJob[], name: string): Promise<void> {
  const job = jobs.find((each) => each.name === name);
  if (!job || !("run" in job)) throw new Error(`There is no periodic job "${name}".`);
  await job.run();
}
