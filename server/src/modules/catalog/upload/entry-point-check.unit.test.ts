import { expect, it } from "vitest";
import { describeEntry } from "./entry-point-check.ts";

it.each([
  [{ name: "agent", kind: "declaration" }, "The file's instructions"],
  [{ name: "Start", kind: "workflow" }, "The workflow"],
  [{ name: "Start", kind: "workflow", output: "Long" }, 'The workflow; its output node is "Long"'],
] as const)("describes the entry point of a file without code: %j", (entry, text) => {
  expect(describeEntry({ ...entry, takes: "input_data" })).toBe(text);
});
