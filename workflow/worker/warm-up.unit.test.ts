import { expect, test } from "vitest";
import { warmUp } from "./warm-up.ts";

test("a process completes a small workflow before it has a task", async () => {
  await expect(warmUp()).resolves.toBeUndefined();
});
