/** The log for the errors of jobs. */
export interface JobLog {
  error(details: { err: unknown; job: string }, message: string): void;
}

/** A running job; `stop` waits for an execution in progress. */
export interface RunningJob {
  stop(): Promise<void>;
}

/**
 * Runs `task` every `everyMs`, counted from the end of the previous execution, so that a slow execution never
 * overlaps the next. The first execution starts after that time or immediately. A failed execution is logged and
 * retried at the next time.
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
      .catch((err: unknown) => log.error({ err, job: name }, "periodic job failed"))
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
