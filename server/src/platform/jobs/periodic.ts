/** Where a job says that it failed. */
export interface JobLog {
  error(details: { err: unknown; job: string }, message: string): void;
}

/** A job that has started; `stop` waits for a turn in progress. */
export interface RunningJob {
  stop(): Promise<void>;
}

/**
 * Runs `task` every `everyMs`, counted from the end of the turn before, so that a slow turn never overlaps the
 * next. Its first turn comes after that time, or at once. A turn that fails is logged and tried again at its next time.
 */
export function startPeriodicJob(
  name: string,
  everyMs: number,
  task: () => Promise<void>,
  log: JobLog,
  first: "now" | "later" = "later",
): RunningJob {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> = Promise.resolve();
  const take = () => {
    turn = task()
      .catch((err: unknown) => log.error({ err, job: name }, "a periodic job failed"))
      .finally(schedule);
  };
  const schedule = () => {
    if (stopped) return;
    timer = setTimeout(take, everyMs);
    timer.unref();
  };
  if (first === "now") take();
  else schedule();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await turn;
    },
  };
}
