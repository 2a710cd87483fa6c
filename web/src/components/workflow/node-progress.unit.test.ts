import { describe, expect, it } from "vitest";
import { createNodeRun } from "./drawing-sample.ts";
import { formatItems, getNodeLabel, getTypeLabel, summarizeDrawing } from "./node-labels.ts";
import { filterFileNodeEntries, getLatestRuns, getNodeState, type NodeEntry } from "./node-progress.ts";

const createEntry = (name: string, changes: Partial<NodeEntry> = {}): NodeEntry => ({
  ...createNodeRun(name),
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
  ] as const)(
    "with the last event %s, disabled: %s, run ended: %s, is %s",
    (state, disabled, isOver, expected) => {
      expect(getNodeState(state && createNodeRun("A", { state }), { disabled, isOver })).toBe(expected);
    },
  );

  it("comes from the last execution of the file's own node, whatever the order of the entries", () => {
    const entries = filterFileNodeEntries([
      createEntry("A", { run: 1, items_out: [2] }),
      createEntry("A"),
      createEntry("B", { within: "A", state: "failed" }),
      { type: "log", at: 0, level: "info", message: "x" },
    ]);
    const latest = getLatestRuns(entries);
    expect([...latest.keys()]).toEqual(["A"]);
    expect(latest.get("A")).toMatchObject({ run: 1, items_out: [2] });
  });
});

describe("labeling nodes", () => {
  it.each([
    ["n8n-nodes-base.httpRequest", "HTTP request"],
    ["@n8n/n8n-nodes-langchain.lmChatOpenAi", "OpenAI chat model"],
    ["n8n-nodes-base.set", "Set"],
  ])("labels %s as %s", (type, label) => expect(getTypeLabel(type)).toBe(label));

  it("shows the number of items of each output separately", () => {
    expect(formatItems(createNodeRun("A", { items_in: [3], items_out: [2, 1] }))).toBe("3 → 2 + 1");
    expect(formatItems(createNodeRun("A", { items_in: [], items_out: [] }))).toBe("0 → 0");
  });

  it("describes the content of a box to a screen reader", () => {
    expect(getNodeLabel("Ask", "n8n-nodes-base.httpRequest", "done", createNodeRun("Ask", { run: 2 }))).toBe(
      "Ask, HTTP request, Done, run 3. 1 item in, 1 item out, 12 ms.",
    );
    expect(getNodeLabel("Ask", "n8n-nodes-base.set", "waiting", undefined)).toBe("Ask, Set, Waiting.");
  });

  it("counts the nodes by state", () => {
    expect(summarizeDrawing(["waiting", "off"])).toBe("2 nodes, none executed.");
    expect(summarizeDrawing(["done", "failed", "done", "skipped"])).toBe("2 done, 1 failed, 1 skipped.");
  });
});
