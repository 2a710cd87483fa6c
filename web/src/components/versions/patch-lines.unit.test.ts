import { expect, it } from "vitest";
import { getPatchLines } from "./patch-lines.ts";

it("distinguishes added from removed lines, even if they begin like a file header", () => {
  const patch = "--- agent.py\n+++ agent.py\n@@ -1,2 +1,2 @@\n def run():\n--- old\n+++ new\n";
  expect(getPatchLines(patch)).toEqual([
    { kind: "place", text: "@@ -1,2 +1,2 @@" },
    { kind: "same", text: " def run():" },
    { kind: "removed", text: "--- old" },
    { kind: "added", text: "+++ new" },
  ]);
});
