import { setMaxListeners } from "node:events";
import type { ContinuousJob } from "./job.ts";
import type { JobLog } from "./periodic.ts";

export interface WorkQueueOptions<Job> {
  name: string;
  /** How many jobs this node runs at the same time. */
  places: number;
  /** How often the queue is checked for due jobs if `wake` is not called. */
  everyMs: number;
  /** Claims up to this number of due jobs, so that no other node takes them. */
  take: (places: number) => Promise<readonly Job[]>;
  /**
   * Performs a job and stores its result. Errors are logged; the owner of the queue decides when to take the job
   * again.
   */
  work: (job: Job, stopping: AbortSignal) => Promise<void>;
  log: JobLog;
}

/** A job that performs the due jobs of a queue. Its `stop` signals the active jobs and waits for them. */
export interface WorkQueue extends ContinuousJob {
  /** Checks for due jobs now. */
  wake(): void;
}

/** Returns a worker for a queue in the database, which starts each job when it is due and a slot is free. */
export function createWorkQueue<Job>(options: WorkQueueOptions<Job>): WorkQueue {
  const { name, places, everyMs, take, work, log } = options;
  const stopping = new AbortController();
  // Each active job listens to the signal.
  setMaxListeners(places, stopping.signal);
  const atWork = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let taking: Promise<void> | undefined;
  let isPoked = false;

  const failed = (err: unknown) => log.error({ err, job: name }, "queued job failed");

  const begin = (job: Job) => {
    const done = work(job, stopping.signal)
      .catch(failed)
      .finally(() => {
        atWork.delete(done);
        wake();
      });
    atWork.add(done);
  };

  const takeDue = async () => {
    const free = places - atWork.size;
    if (free > 0) for (const job of await take(free)) begin(job);
  };

  /**
   * Checks for due jobs. Only one check runs at a time; a call during a check causes another check
   * after it.
   */
  const wake = () => {
    isPoked = true;
    if (taking || stopping.signal.aborted) return;
    clearTimeout(timer);
    isPoked = false;
    taking = takeDue()
      .catch(failed)
      .finally(() => {
        taking = undefined;
        if (isPoked) wake();
        else wait();
      });
  };

  const wait = () => {
    if (stopping.signal.aborted) return;
    timer = setTimeout(wake, everyMs);
    timer.unref();
  };

  return {
    name,
    start: wait,
    wake,
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await taking;
      await Promise.all(atWork);
    },
  };
}
