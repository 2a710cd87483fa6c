import { expect, it } from "vitest";
import { patchLines } from "./patch-lines.ts";

it("tells added from removed lines, also where they begin like a file's name", () => {
  const patch = "--- agent.py\n+++ agent.py\n@@ -1,2 +1,2 @@\n def run():\n--- old\n+++ new\n";
  expect(patchLines(patch)).toEqual([
    { kind: "place", text: "@@ -1,2 +1,2 @@" },
    { kind: "same", text: " def run():" },
    { kind: "removed", text: "--- old" },
    { kind: "added", text: "+++ new" },
  ]);
});
