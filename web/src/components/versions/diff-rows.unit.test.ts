import type { VersionDiff } from "@stoa/contract/versions";
import { expect, it } from "vitest";
import { createDiffRows } from "./diff-rows.ts";

const createParam = (name: string, description = "") => ({
  name,
  type: "string" as const,
  required: true,
  description,
});
const nothing = { added: [], removed: [] };
const version = { number: 2, created_at: "2026-11-21T10:00:00Z", notes: "" };
const diff: VersionDiff = {
  from: { ...version, number: 1 },
  to: version,
  framework: { from: "stoa", to: "langchain" },
  inputs: {
    added: [createParam("language")],
    removed: [],
    changed: [{ from: createParam("message"), to: createParam("message", "The text") }],
  },
  models: { added: [], removed: ["stoa-basic"] },
  connectors: { ...nothing, changed: [] },
  hosts: nothing,
  called_agents: { added: [{ id: 7, name: null, price_per_token: null }], removed: [] },
  examples: nothing,
  code_changed: true,
};

it("describes every difference in a separate row", () => {
  expect(createDiffRows(diff).map(({ part, kind, text }) => [part, kind, text])).toEqual([
    ["Framework", "Changed", "Stoa → LangChain"],
    ["Inputs", "Added", "language: string"],
    ["Inputs", "Changed", "message: string (other details changed)"],
    ["Models", "Removed", "stoa-basic"],
    ["Called agents", "Added", "Agent 7"],
  ]);
});
