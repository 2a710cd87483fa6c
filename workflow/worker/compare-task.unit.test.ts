import type { ComparedNode, PinnedComparison } from "@stoa/contract";
import type { JsonValue } from "@stoa/runtime/protocol";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../model/item.ts";
import { createWorkflowFile } from "../testing/node-types.ts";
import { compareTask } from "./compare-task.ts";

const T = "n8n-nodes-base.";
const START = `${T}manualTrigger`;
const code = (jsCode: string): JsonObject => ({ type: `${T}code`, typeVersion: 2, parameters: { jsCode } });
const request = (more: JsonObject = {}): JsonObject => ({
  type: `${T}httpRequest`,
  typeVersion: 4.2,
  parameters: { url: "https://api.example.com/orders", options: {} },
  ...more,
});
const ADD = code("return $input.all().map(({ json }) => ({ json: { ...json, total: json.a + 1 } }))");

const python = { run: () => Promise.reject(new Error("no Python in these tests")) };

async function compareFile(
  nodes: Parameters<typeof createWorkflowFile>[0],
  arrows: readonly string[],
  pinData: { [node: string]: JsonValue },
  {
    input = {},
    wallMs = 20_000,
    ...more
  }: { input?: JsonValue; wallMs?: number; meta?: JsonObject; connections?: JsonObject } = {},
) {
  const source = JSON.stringify({ ...createWorkflowFile(nodes, arrows), pinData, ...more });
  const { answer, error } = await compareTask(
    {
      ...{ type: "run", runId: "run_1", runToken: "", source, input, wallMs },
      ...{ wantsNodes: false, isTest: true, comparesPinned: true },
    },
    { python, signal: new AbortController().signal, emit: () => undefined },
  );
  const report = answer as unknown as PinnedComparison;
  const find = (name: string): ComparedNode | undefined => report.nodes.find((node) => node.name === name);
  return {
    report,
    error,
    find,
    states: Object.fromEntries((report?.nodes ?? []).map((n) => [n.name, n.state])),
  };
}

describe("a comparison with pinned data", () => {
  test("a node runs on its real input, and the next node gets the pinned items", async () => {
    const { report, find } = await compareFile(
      { Start: START, Add: ADD, Next: code("return $input.all()") },
      ["Start -> Add", "Add -> Next"],
      { Start: [{ json: { a: 2 } }], Add: [{ json: { a: 2, total: "3" } }], Next: [{ a: 2, total: "3" }] },
    );
    expect(report).toMatchObject({
      ...{ trigger: { name: "Start", is_pinned: true }, pinned_nodes: 2, equal_nodes: 1 },
      ...{ error: null, is_cut: false },
    });
    expect(find("Add")).toMatchObject({
      ...{ state: "different", runs: 1, item_counts: [1], pinned_count: 1 },
      ...{ items: [[{ a: 2, total: 3 }]], pinned_items: [{ a: 2, total: "3" }] },
      differences: [{ path: "items[0].json.total", actual: "3", pinned: '"3"' }],
    });
    expect(find("Next")).toMatchObject({ state: "equal", differences: [] });
  });

  test("nodes without pinned data are run, and later ones that nothing reaches are listed", async () => {
    const { report, states } = await compareFile(
      { Start: START, Add: ADD, None: code("return []"), After: code("return $input.all()") },
      ["Start -> Add", "Add -> None", "None -> After"],
      { Add: [{ a: 1, total: 2 }] },
      { input: { a: 1 } },
    );
    expect(report.trigger).toEqual({ name: "Start", is_pinned: false });
    expect(report.nodes.map(({ name, state }) => [name, state])).toEqual([
      ["Add", "equal"],
      ["None", "not_pinned"],
      ["After", "not_reached"],
    ]);
    expect(states.Start).toBeUndefined();
  });

  test("a node that calls a server is not executed, even if it continues on errors and retries", async () => {
    const { find, states } = await compareFile(
      {
        Start: START,
        Ask: request({
          retryOnFail: true,
          maxTries: 5,
          waitBetweenTries: 5000,
          onError: "continueRegularOutput",
        }),
        Code: code(
          "try { await this.helpers.httpRequest({ url: 'https://example.com' }) } catch {}\nreturn []",
        ),
        After: code("return [{ json: { id: $('Start').item.json.id } }]"),
      },
      ["Start -> Ask", "Ask -> Code", "Code -> After"],
      { Start: [{ id: 7 }], Ask: [{ ok: true }], Code: [{ ok: 1 }], After: [{ id: 7 }] },
      { wallMs: 4_000 },
    );
    expect(states).toEqual({ Ask: "pinned", Code: "pinned", After: "equal" });
    expect(find("Ask")).toMatchObject({ pinned_items: [{ ok: true }], items: [], message: null });
  });

  test("a node that calls a model is not executed, and its model is no node of the comparison", async () => {
    const chain = "@n8n/n8n-nodes-langchain.chainLlm";
    const model = "@n8n/n8n-nodes-langchain.lmChatOpenAi";
    const { connections } = createWorkflowFile({}, ["Start -> Chain"]) as { connections: JsonObject };
    const serve = { ai_languageModel: [[{ node: "Chain", type: "ai_languageModel", index: 0 }]] };
    const { states } = await compareFile(
      {
        Start: START,
        Chain: { type: chain, typeVersion: 1.5, parameters: { promptType: "define", text: "Hello" } },
        Model: { type: model, typeVersion: 1.2, parameters: { model: "default" } },
      },
      [],
      { Chain: [{ text: "Hi" }] },
      { connections: { ...connections, Model: serve } },
    );
    expect(states).toEqual({ Chain: "pinned" });
  });

  test("a node that fails is compared no further, and its pinned items are passed on", async () => {
    const { find, states } = await compareFile(
      { Start: START, Broken: code("throw new Error('no luck')"), After: code("return $input.all()") },
      ["Start -> Broken", "Broken -> After"],
      { Broken: [{ a: 1 }], After: [{ a: 1 }] },
    );
    expect(states).toEqual({ Broken: "failed", After: "equal" });
    expect(find("Broken")?.message).toContain("no luck");
  });

  test("a node whose input is incomplete because of a failed node is not compared", async () => {
    const { report, find, states } = await compareFile(
      {
        Start: START,
        Ask: request(),
        Add: ADD,
        Merge: { type: `${T}merge`, typeVersion: 3 },
        After: code("return $input.all()"),
      },
      ["Start -> Ask, Add", "Ask -> Merge:0", "Add -> Merge:1", "Merge -> After"],
      { Start: [{ a: 1 }], Merge: [{ a: 1 }, { b: 2 }], After: [{ a: 1 }, { b: 2 }] },
    );
    expect(states).toEqual({ Ask: "failed", Add: "not_pinned", Merge: "not_reached", After: "equal" });
    expect(find("Ask")?.message).toContain("Pin its output in n8n");
    expect(find("Merge")?.message).toContain("'Ask'");
    expect(report).toMatchObject({ pinned_nodes: 2, equal_nodes: 1, error: null });
  });

  test("a node in a loop is equal if one of its runs is", async () => {
    const { find } = await compareFile(
      {
        Start: START,
        Loop: { type: `${T}splitInBatches`, typeVersion: 3, parameters: { options: {} } },
        Body: code("return $input.all()"),
      },
      ["Start -> Loop", "Loop:1 -> Body", "Body -> Loop"],
      { Start: [{ n: 1 }, { n: 2 }, { n: 3 }], Body: [{ n: 2 }] },
    );
    expect(find("Body")).toMatchObject({ state: "equal", runs: 3 });
  });

  test("a long loop leaves room for the items and differences of later nodes", async () => {
    const long = JSON.stringify(Object.fromEntries([1, 2, 3, 4].map((n) => [`a${n}`, "x".repeat(300)])));
    const { find } = await compareFile(
      {
        Start: START,
        Many: code("return Array.from({ length: 300 }, (_, n) => ({ json: { n } }))"),
        Loop: { type: `${T}splitInBatches`, typeVersion: 3, parameters: { options: {} } },
        Body: {
          type: `${T}set`,
          typeVersion: 3.4,
          parameters: { mode: "raw", jsonOutput: long, options: {} },
        },
        After: code("return [{ json: { done: true } }]"),
      },
      ["Start -> Many", "Many -> Loop", "Loop:0 -> After", "Loop:1 -> Body", "Body -> Loop"],
      { Start: [{}], Body: [{ pinned: 1 }], After: [{ done: 1 }] },
    );
    expect(find("Body")).toMatchObject({ state: "different", runs: 300 });
    expect(find("After")).toMatchObject({ items: [[{ done: true }]], differences: [{ actual: "true" }] });
  });

  test("waits are skipped, and static data starts with the data of the file", async () => {
    const file = {
      Start: START,
      Wait: { type: `${T}wait`, typeVersion: 1.1, parameters: { amount: 1, unit: "hours" } },
      Count: code(
        "const s = $getWorkflowStaticData('global'); s.n = (s.n ?? 0) + 1; return [{ json: { n: s.n } }]",
      ),
    };
    const { states } = await compareFile(
      file,
      ["Start -> Wait", "Wait -> Count"],
      { Start: [{ a: 1 }], Wait: [{ a: 1 }], Count: [{ n: 1 }] },
      { wallMs: 5_000 },
    );
    expect(states).toEqual({ Wait: "equal", Count: "equal" });
  });

  test("a run that exceeds its time keeps what it has compared and says so", async () => {
    const { report, states } = await compareFile(
      { Start: START, Add: ADD, Again: code("return $input.all()") },
      ["Start -> Add", "Add -> Again", "Again -> Again"],
      { Start: [{ a: 1 }], Add: [{ a: 1, total: 2 }] },
      { wallMs: 1_000 },
    );
    expect(states.Add).toBe("equal");
    expect(report.error).toContain("longer than 1 second");
  });

  test("a disabled node passes its input on, whatever is pinned", async () => {
    const { report, states } = await compareFile(
      { Start: START, Off: { ...code("return []"), disabled: true }, After: code("return $input.all()") },
      ["Start -> Off", "Off -> After"],
      { Start: [{ a: 1 }], Off: [{ b: 1 }], After: [{ a: 1 }] },
    );
    expect(states).toEqual({ Off: "not_pinned", After: "equal" });
    expect(report.pinned_nodes).toBe(1);
  });

  test("a file that runs on its developer's n8n server is refused", async () => {
    const { error } = await compareFile({ Start: START }, [], {}, { meta: { stoa: { engine: "n8n" } } });
    expect(error?.message).toContain("n8n server");
  });
});
