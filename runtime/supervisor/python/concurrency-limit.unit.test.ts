import { expect, it } from "vitest";
import { ConcurrencyLimit } from "./concurrency-limit.ts";

it("runs at most the allowed number of tasks, in order, and continues after a failure", async () => {
  const limit = new ConcurrencyLimit(2);
  const order: string[] = [];
  let running = 0;
  let most = 0;
  const task = (name: string, fails = false) =>
    limit.run(async () => {
      running += 1;
      most = Math.max(most, running);
      order.push(name);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      if (fails) throw new Error(name);
      return name;
    });
  const results = await Promise.allSettled([task("a"), task("b", true), task("c"), task("d"), task("e")]);
  expect(results.map(({ status }) => status)).toEqual([
    "fulfilled",
    "rejected",
    "fulfilled",
    "fulfilled",
    "fulfilled",
  ]);
  expect(order).toEqual(["a", "b", "c", "d", "e"]);
  expect(most).toBe(2);
  expect(await task("f")).toBe("f");
});
