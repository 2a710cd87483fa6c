import { applyPatch } from "diff";
import { expect, test } from "vitest";
import { createSourcePatch } from "./source-patch.ts";

const side = (number: number, source: string, filename = "agent.py") => ({ filename, number, source });

test("a changed line is shown between its neighbors, with the names of both files", () => {
  const before = "a\nb\nc\nd\ne\nf\ng\nh\n";
  const after = before.replace("e\n", "E\n");
  const patch = createSourcePatch(side(1, before), side(2, after, "better.py"));
  expect(patch).toBe(
    `--- agent.py\tversion 1
+++ better.py\tversion 2
@@ -2,7 +2,7 @@
 b
 c
 d
-e
+E
 f
 g
 h
`,
  );
  expect(applyPatch(before, patch ?? "")).toBe(after);
});

test("equal sources have no hunks, and without an earlier source every line is added", () => {
  expect(createSourcePatch(side(1, "x\n"), side(2, "x\n"))).toBe(
    "--- agent.py\tversion 1\n+++ agent.py\tversion 2\n",
  );
  expect(createSourcePatch(side(0, ""), side(1, "x\ny\n"))).toContain("+x\n+y\n");
});

test.each<[string, number, (n: number) => string]>([
  ["too many lines", 20_001, (n) => `${n % 2}`],
  ["entirely different lines", 15_000, (n) => `${n}`.padEnd(60, "-")],
  ["a few repeated lines in another order", 20_000, (n) => `${Math.imul(n ^ (n >>> 3), 0x9e3779b1) >>> 28}`],
])("gives up comparing %s within 2 seconds", (_, count, createLine) => {
  const fill = (shift: number) =>
    Array.from({ length: count }, (__, n) => `${createLine(n + shift)}\n`).join("");
  const [before, after] = [fill(0), fill(500_001)];
  const begun = performance.now();
  expect(createSourcePatch(side(1, before), side(2, after))).toBeNull();
  /** The limit is a tenth of a second; the rest is for a busy machine. */
  expect(performance.now() - begun).toBeLessThan(2_000);
});

test("one very long line is compared like any other", () => {
  const patch = createSourcePatch(side(1, "x".repeat(1024 * 1024)), side(2, "y\n"));
  expect(patch).toContain("\n+y\n");
});
