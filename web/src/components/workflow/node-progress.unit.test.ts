import { describe, expect, it } from "vitest";
import { ranNode } from "./drawing-sample.ts";
import { fileNodeEntries, latestRuns, type NodeEntry, nodeState } from "./node-progress.ts";
import { drawingSummary, itemFigures, nodeLabel, typeLabel } from "./node-words.ts";

const entry = (name: string, changes: Partial<NodeEntry> = {}): NodeEntry => ({
  ...ranNode(name),
  type: "node",
  at: 0,
  items: null,
  ...changes,
});

describe("node state", () => {
  it.each([
    [undefined, false, false, "waiting"],
    [undefined, false, true, "skipped"],
    [undefined, true, false, "off"],
    [undefined, true, true, "off"],
    ["running", false, false, "running"],
    ["running", false, true, "stopped"],
    ["waiting", false, false, "asking"],
    ["waiting", false, true, "stopped"],
    ["done", false, true, "done"],
    ["failed", false, true, "failed"],
    ["done", true, true, "off"],
  ] as const)("%s, disabled: %s, ended: %s is %s", (state, disabled, isOver, expected) => {
    expect(nodeState(state && ranNode("A", { state }), { disabled, isOver })).toBe(expected);
  });

  it("comes from the node's last run in any order of entries, and ignores nodes of other workflows", () => {
    const entries = fileNodeEntries([
      entry("A", { run: 1, items_out: [2] }),
      entry("A"),
      entry("B", { within: "A", state: "failed" }),
      { type: "log", at: 0, level: "info", message: "x" },
    ]);
    const latest = latestRuns(entries);
    expect([...latest.keys()]).toEqual(["A"]);
    expect(latest.get("A")).toMatchObject({ run: 1, items_out: [2] });
  });
});

describe("node labels", () => {
  it.each([
    ["n8n-nodes-base.httpRequest", "HTTP request"],
    ["@n8n/n8n-nodes-langchain.lmChatOpenAi", "OpenAI chat model"],
    ["n8n-nodes-base.set", "Set"],
  ])("%s is labeled %s", (type, label) => expect(typeLabel(type)).toBe(label));

  it("show the items of several inputs and outputs separately", () => {
    expect(itemFigures(ranNode("A", { items_in: [3], items_out: [2, 1] }))).toBe("3 → 2 + 1");
    expect(itemFigures(ranNode("A", { items_in: [], items_out: [] }))).toBe("0 → 0");
  });

  it("tell a screen reader what the box shows", () => {
    expect(nodeLabel("Ask", "n8n-nodes-base.httpRequest", "done", ranNode("Ask", { run: 2 }))).toBe(
      "Ask, HTTP request, Done, run 3. 1 item in, 1 item out, 12 ms.",
    );
    expect(nodeLabel("Ask", "n8n-nodes-base.set", "waiting", undefined)).toBe("Ask, Set, Waiting.");
  });

  it("count the nodes by state", () => {
    expect(drawingSummary(["waiting", "off"])).toBe("2 nodes, none of which has run.");
    expect(drawingSummary(["done", "failed", "done", "skipped"])).toBe("2 done, 1 failed, 1 skipped.");
  });
});
