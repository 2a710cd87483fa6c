import { expect, test } from "vitest";
import { warmUp } from "./warm-up.ts";

test("the warm-up of a process completes a small workflow", async () => {
  await expect(warmUp()).resolves.toBeUndefined();
});
