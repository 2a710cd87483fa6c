import { expect, test } from "vitest";
import { warmUp } from "./warm-up.ts";

test("a process runs a small workflow to its end before it has a task", async () => {
  await expect(warmUp()).resolves.toBeUndefined();
});
