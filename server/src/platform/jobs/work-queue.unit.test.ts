import { expect, test } from "vitest";
import { createWorkQueue, type WorkQueueOptions } from "./work-queue.ts";

/** Creates a queue whose jobs run until `end` is called. */
function stage(due: string[], options: Partial<WorkQueueOptions<string>> = {}) {
  const ends = new Map<string, (error?: Error) => void>();
  const asked: number[] = [];
  const errors: unknown[] = [];
  const queue = createWorkQueue<string>({
    name: "test",
    places: 2,
    everyMs: 1_000_000,
    take: async (places) => {
      asked.push(places);
      return due.splice(0, places);
    },
    work: (job) =>
      new Promise((resolve, reject) => {
        ends.set(job, (error) => (error ? reject(error) : resolve()));
      }),
    log: { error: ({ err }) => errors.push(err) },
    ...options,
  });
  void queue.start();
  const end = (job: string, error?: Error) => {
    ends.get(job)?.(error);
    ends.delete(job);
  };
  return { queue, due, asked, errors, end, atWork: () => [...ends.keys()] };
}

test("takes as many jobs as there are free slots, and the next one when a job has ended", async () => {
  const { queue, atWork, asked, end } = stage(["a", "b", "c", "d"]);
  queue.wake();
  await expect.poll(atWork).toEqual(["a", "b"]);
  expect(asked).toEqual([2]);
  end("a");
  await expect.poll(atWork).toEqual(["b", "c"]);
  end("b");
  end("c");
  await expect.poll(atWork).toEqual(["d"]);
  end("d");
  await queue.stop();
});

test("polls once more after the current poll if it is woken during that poll", async () => {
  let look: (jobs: string[]) => void = () => {};
  const looks: number[] = [];
  const { queue, atWork, end } = stage([], {
    take: (places) =>
      new Promise((resolve) => {
        looks.push(places);
        look = resolve;
      }),
  });
  queue.wake();
  queue.wake();
  queue.wake();
  expect(looks).toEqual([2]);
  look([]);
  await expect.poll(() => looks).toEqual([2, 2]);
  look(["late"]);
  await expect.poll(atWork).toEqual(["late"]);
  end("late");
  await expect.poll(() => looks).toHaveLength(3);
  const stopped = queue.stop();
  look([]);
  await stopped;
});

test("keeps polling at its interval, even after a failed poll or job", async () => {
  let looks = 0;
  const { queue, errors, atWork, end } = stage([], {
    everyMs: 1,
    take: async () => {
      looks += 1;
      if (looks === 1) throw new Error("no database");
      return looks === 2 ? ["broken"] : [];
    },
  });
  await expect.poll(atWork).toEqual(["broken"]);
  end("broken", new Error("it broke"));
  await expect.poll(() => looks).toBeGreaterThan(3);
  expect(errors).toEqual([new Error("no database"), new Error("it broke")]);
  await queue.stop();
});

test("stop signals the running jobs, waits for them and takes no more", async () => {
  const heard: string[] = [];
  const { queue, due, asked } = stage(["a", "b", "c"], {
    work: (job, stopping) =>
      new Promise((resolve) => {
        stopping.addEventListener("abort", () => {
          heard.push(job);
          resolve();
        });
      }),
  });
  queue.wake();
  await expect.poll(() => due).toEqual(["c"]);
  await expect.poll(() => asked).toEqual([2]);
  await queue.stop();
  expect(heard).toEqual(["a", "b"]);
  queue.wake();
  expect([due, asked]).toEqual([["c"], [2]]);
});
