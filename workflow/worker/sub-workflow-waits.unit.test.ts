import { createHash } from "node:crypto";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { decodeState } from "../engine/index.ts";
import type { JsonObject } from "../model/item.ts";
import { createAiWorkflow, MODEL } from "../nodes/ai/ai-file.fixture.ts";
import { createScriptedModels } from "../nodes/ai/scripted-models.fixture.ts";
import { CHAT, COLOR, form, set } from "../testing/asking-nodes.ts";
import { converse, createFile, runTurn, type TestNode, type TestTurn } from "../testing/converse.ts";
import { createScriptedAnswers } from "../testing/scripted-services.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const CALLED: TestNode = { name: "Called", type: "executeWorkflowTrigger" };
/** A node that calls a workflow. */
const call = (name: string, workflow: JsonObject | string, parameters: JsonObject = {}): TestNode => ({
  name,
  type: "executeWorkflow",
  version: 1.1,
  parameters: {
    source: "parameter",
    workflowJson: typeof workflow === "string" ? workflow : JSON.stringify(workflow),
    options: {},
    ...parameters,
  },
});
/** A workflow that asks for a color, and returns it after the text that it was called with. */
const ASKING = createFile(
  [
    CALLED,
    set("Begin", "$json.text"),
    form("Ask", COLOR),
    set("Done", "$('Begin').item.json.text + $json.Color"),
  ],
  ["Called -> Begin", "Begin -> Ask", "Ask -> Done"],
);
/** Returns three items with the texts a, b and c. */
const THREE: TestNode[] = [
  {
    name: "List",
    type: "set",
    version: 3.4,
    parameters: { mode: "raw", jsonOutput: '={{ { text: ["a", "b", "c"] } }}', options: {} },
  },
  { name: "Three", type: "splitOut", version: 1, parameters: { fieldToSplitOut: "text", options: {} } },
];
const END = set("End", "$input.all().map(({ json }) => json.text).join()");

/** Counts how often the nodes of called workflows ran to their end. */
function countInner(turns: readonly TestTurn[], node: string): number {
  const ends = turns.flatMap(({ events }) =>
    events.flatMap((event) => (event.type === "node" ? [event.trace] : [])),
  );
  return ends.filter((trace) => trace.node === node && trace.within !== undefined && !trace.asks).length;
}

/** Runs a file in a conversation, and without one with the same answers. Both must return the same. */
async function compare(file: JsonObject, message: string, colors: string[]): Promise<TestTurn[]> {
  const turns = await converse(file, [message, ...colors]);
  const { answers } = createScriptedAnswers(...colors.map((Color) => ({ body: { Color } })));
  const alone = await runTurn(file, message, { services: { waits: answers }, standsAlone: true });
  expect(alone.error).toBeUndefined();
  expect(turns.map(({ error }) => error)).toEqual(turns.map(() => undefined));
  expect(turns.at(-1)?.answer).toEqual(alone.answer);
  expect(turns.at(-1)?.nodes).toEqual(alone.nodes);
  expect(turns.slice(0, -1).every(({ state }) => state !== undefined)).toBe(true);
  return turns;
}

it("a wait in a sub-workflow ends the turn with its question, and the reply continues it and its caller", async () => {
  const file = createFile(
    [
      CHAT,
      set("Before", "$json.chatInput"),
      call("Call", ASKING),
      set("After", "$('Before').item.json.text + $json.text"),
    ],
    ["Start -> Before", "Before -> Call", "Call -> After"],
  );
  const turns = await compare(file, "shoes", ["red"]);
  expect(turns.map(({ answer }) => answer)).toEqual(["For shoes\n\nColor (required)", "shoesshoesred"]);
  expect(countInner(turns, "Begin")).toBe(1);
  expect(turns[0]?.events.filter(({ type }) => type === "node")).toMatchObject([
    { trace: { node: "Start" } },
    { trace: { node: "Before" } },
    { trace: { node: "Called", within: "Call" } },
    { trace: { node: "Begin", within: "Call" } },
    { trace: { node: "Ask", within: "Call", asks: true } },
    { trace: { node: "Call", asks: true } },
  ]);
});

it("a node that calls a workflow for each item asks once for each, and no call runs twice", async () => {
  const file = createFile(
    [CHAT, ...THREE, call("Call", ASKING, { mode: "each" }), END],
    ["Start -> List", "List -> Three", "Three -> Call", "Call -> End"],
  );
  const turns = await compare(file, "go", ["red", "blue", "green"]);
  expect(turns.map(({ answer }) => answer)).toMatchObject([
    "For a\n\nColor (required)",
    "For b\n\nColor (required)",
    "For c\n\nColor (required)",
    [{ text: "ared,bblue,cgreen" }, {}, {}],
  ]);
  expect(["Begin", "Ask", "Done"].map((node) => countInner(turns, node))).toEqual([3, 3, 3]);
});

it("a reply that is no answer asks again, and does not run the workflow", async () => {
  const file = createFile([CHAT, call("Call", ASKING)], ["Start -> Call"]);
  const number = createFile(
    [CALLED, form("Ask", { fieldLabel: "Age", fieldType: "number" })],
    ["Called -> Ask"],
  );
  const [, again, answered] = await converse(createFile([CHAT, call("Call", number)], ["Start -> Call"]), [
    "go",
    "old",
    "42",
  ]);
  expect(again?.answer).toContain("Age must be a number.");
  expect(answered?.nodes.Call?.[0]?.[0]).toMatchObject({ Age: 42 });
  expect((await runTurn(file, "it")).state).toBeDefined();
});

it("a sub-workflow of a sub-workflow asks twice, between branches of its callers", async () => {
  const twice = createFile(
    [
      CALLED,
      form("First", COLOR),
      form("Second", COLOR),
      set("Both", "$('First').item.json.Color + $json.Color"),
    ],
    ["Called -> First", "First -> Second", "Second -> Both"],
  );
  const middle = createFile(
    [
      CALLED,
      set("Side", "'side'"),
      call("Inner", twice),
      { name: "Merge", type: "merge", version: 3, parameters: {} },
    ],
    ["Called -> Side", "Called -> Inner", "Side -> Merge", "Inner -> Merge.1"],
  );
  const file = createFile([CHAT, call("Outer", middle), END], ["Start -> Outer", "Outer -> End"]);
  const turns = await compare(file, "go", ["red", "blue"]);
  expect(turns.at(-1)?.answer).toMatchObject([{ text: "side,redblue" }, {}]);
  expect(countInner(turns, "Side")).toBe(1);
  const hash = createHash("sha256").update(JSON.stringify(file)).digest("base64url");
  // The nodes that ask again are counted when they run again: the trigger, Called, Side and Called; then also First.
  expect(
    turns.map(({ state = "" }) => (state === "" ? 0 : decodeState(state, hash)?.saved.nodeRuns)),
  ).toEqual([4, 5, 0]);
});

it("a workflow that calls itself asks", async () => {
  const own = { source: "database", workflowId: "={{ $workflow.id }}", options: {} };
  const file = {
    ...createFile(
      [
        CHAT,
        CALLED,
        { name: "Call", type: "executeWorkflow", version: 1.1, parameters: own },
        form("Ask", COLOR),
      ],
      ["Start -> Call", "Called -> Ask"],
    ),
    id: "w1",
  };
  const turns = await converse(file, ["go", "red"]);
  expect(turns.at(-1)?.nodes.Call?.[0]?.[0]).toMatchObject({ Color: "red" });
});

it("a node that fails after the reply is not tried again, so that it cannot ask forever", async () => {
  const failing = createFile(
    [CALLED, form("Ask", COLOR), { name: "Stop", type: "stopAndError", parameters: { errorMessage: "no" } }],
    ["Called -> Ask", "Ask -> Stop"],
  );
  const file = createFile([CHAT, call("Call", failing)], ["Start -> Call"]);
  const nodes = file.nodes as JsonObject[];
  nodes[1] = { ...nodes[1], retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };
  const [asked, failed] = await converse(file, ["go", "red"]);
  expect(asked?.state).toBeDefined();
  expect(failed).toMatchObject({ state: undefined, error: { message: "no (node 'Stop' of 'Flow')" } });
});

it("fails if the called workflow is another one when the reply comes", async () => {
  const asking = JSON.stringify(ASKING).replace("$json.text }", "$json.text + 'NOW' }");
  const file = createFile(
    [CHAT, call("Call", "={{ $json.chatInput.replace('NOW', $now.toMillis()) }}")],
    ["Start -> Call"],
  );
  const first = await runTurn(file, asking);
  expect(first.state).toBeDefined();
  vi.setSystemTime(Date.now() + 1_000);
  const second = await runTurn(file, "red", { state: first.state });
  expect(second.error).toMatchObject({
    node: "Call",
    message: expect.stringContaining("has changed since it asked, so it cannot continue"),
  });
});

it("a wait in a tool of an agent ends the run with the remedy, and the model gets no answer", async () => {
  const { gateway, requests } = createScriptedModels(
    { calls: [{ name: "ask", args: { query: "x" } }] },
    "done",
  );
  const tool = {
    ...{ name: "ask", type: "toolWorkflow", kind: "ai_tool", version: 2.2 },
    parameters: {
      description: "Asks",
      source: "parameter",
      workflowJson: JSON.stringify(createFile([CALLED, call("Deep", ASKING)], ["Called -> Deep"])),
    },
  };
  const file = createAiWorkflow({ node: { type: "agent", version: 2 }, subNodes: [MODEL, tool] });
  const { error, state } = await runTurn(file, "hi", { services: { gateway } });
  expect(state).toBeUndefined();
  expect(error?.message).toMatch(
    /^the node 'Ask' waits in a tool of an agent, which a conversation cannot continue later\. Move the wait out of the tool/,
  );
  expect(requests).toHaveLength(1);
});
