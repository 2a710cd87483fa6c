import { setMaxListeners } from "node:events";
import type { ContinuousJob } from "./job.ts";
import type { JobLog } from "./periodic.ts";

export interface WorkQueueOptions<Job> {
  name: string;
  /** Jobs at work at a time on this node. */
  places: number;
  /** How often it is asked for due jobs while nothing else says that there are some. */
  everyMs: number;
  /** Takes at most so many due jobs, so that nobody else takes them. */
  take: (places: number) => Promise<readonly Job[]>;
  /** Does one, and writes down how it went. What it throws is logged; the owner of the queue knows when to take the job again. */
  work: (job: Job, stopping: AbortSignal) => Promise<void>;
  log: JobLog;
}

/** A job that works on what is due. Its stop tells the jobs at work to stop, and waits for them. */
export interface WorkQueue extends ContinuousJob {
  /** Says that there may be due jobs. */
  poke(): void;
}

/** Works on jobs of a queue in the database, each at once when it is due and there is a place. */
export function createWorkQueue<Job>(options: WorkQueueOptions<Job>): WorkQueue {
  const { name, places, everyMs, take, work, log } = options;
  const stopping = new AbortController();
  // Each job at work listens.
  setMaxListeners(places, stopping.signal);
  const atWork = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let taking: Promise<void> | undefined;
  let isPoked = false;

  const failed = (err: unknown) => log.error({ err, job: name }, "a job of a queue failed");

  const begin = (job: Job) => {
    const done = work(job, stopping.signal)
      .catch(failed)
      .finally(() => {
        atWork.delete(done);
        poke();
      });
    atWork.add(done);
  };

  const takeDue = async () => {
    const free = places - atWork.size;
    if (free > 0) for (const job of await take(free)) begin(job);
  };

  /** One at a time: what is said meanwhile is looked at after it. */
  const poke = () => {
    isPoked = true;
    if (taking || stopping.signal.aborted) return;
    clearTimeout(timer);
    isPoked = false;
    taking = takeDue()
      .catch(failed)
      .finally(() => {
        taking = undefined;
        if (isPoked) poke();
        else wait();
      });
  };

  const wait = () => {
    if (stopping.signal.aborted) return;
    timer = setTimeout(poke, everyMs);
    timer.unref();
  };

  return {
    name,
    start: wait,
    poke,
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await taking;
      await Promise.all(atWork);
    },
  };
}
