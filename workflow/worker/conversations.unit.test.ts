import { createHash, randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { decodeState } from "../engine/index.ts";
import { ItemReader, ItemWriter } from "../engine/item-table.ts";
import type { JsonObject } from "../model/item.ts";
import type { CodeRunner } from "../model/services.ts";
import { CHAT, COLOR, form, set, wait } from "../testing/asking-nodes.ts";
import { converse, createFile, runTurn, type TestNode } from "../testing/converse.ts";
import { createMemoryStorage, createScriptedAnswers } from "../testing/scripted-services.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Runs code that counts its runs in the static data and outputs the number. */
const COUNTING: CodeRunner = {
  javascript({ scope }) {
    const n = Number(scope.staticData.global.n ?? 0) + 1;
    const staticData = { global: { n }, node: {} };
    return Promise.resolve({ value: [{ json: { n } }], logs: [], staticData });
  },
  python: () => Promise.reject(new Error("the test runs no Python code")),
};

/** Runs a file in a conversation, and without one with the answers that its waits get. */
async function compare(file: JsonObject, messages: string[], answers: JsonObject[]) {
  const turns = await converse(file, messages);
  const scripted = createScriptedAnswers(...answers.map((body) => ({ body })));
  const alone = await runTurn(file, messages[0] ?? "", {
    services: { waits: scripted.answers },
    standsAlone: true,
  });
  const last = turns.at(-1);
  expect(last?.error).toBeUndefined();
  expect(alone.error).toBeUndefined();
  const clean = (nodes: object = {}) =>
    JSON.stringify(nodes)
      .replace(/"submittedAt":"[^"]*"/g, "")
      .replaceAll("https://stoa.example/resume/1", "");
  expect(clean(last?.nodes)).toBe(clean(alone.nodes));
  expect(last?.answer).toEqual(alone.answer);
  return turns.map(({ answer }) => answer);
}

describe("a turn that ends with a question, and the turn that answers it, output what a run without turns outputs", () => {
  it("for a form between two nodes", async () => {
    const file = createFile(
      [
        CHAT,
        set("Before", "$json.chatInput"),
        set("Middle", "$json.text"),
        form("Ask", COLOR),
        set("After", "$('Before').item.json.text + $json.Color"),
      ],
      ["Start -> Before", "Before -> Middle", "Middle -> Ask", "Ask -> After"],
    );
    expect(await compare(file, ["shoes", "red"], [{ Color: "red" }])).toEqual([
      "For shoes\n\nColor (required)",
      "shoesred",
    ]);
  });

  it("for two waits", async () => {
    const file = createFile(
      [
        CHAT,
        form("First", COLOR),
        form("Second", { fieldLabel: "Size" }),
        set("End", "$('First').item.json.Color + $json.Size"),
      ],
      ["Start -> First", "First -> Second", "Second -> End"],
    );
    const answers = await compare(file, ["go", "red", "42"], [{ Color: "red" }, { Size: "42" }]);
    expect(answers.at(-1)).toBe("red42");
  });

  it("for a wait in a loop", async () => {
    const file = createFile(
      [
        CHAT,
        { name: "Three", type: "splitOut", version: 1, parameters: { fieldToSplitOut: "list", options: {} } },
        set("List", "0"),
        { name: "Loop", type: "splitInBatches", version: 3, parameters: { options: {} } },
        form("Ask", COLOR),
        set("Each", "$('Loop').item.json.list + $json.Color + $runIndex"),
        set("End", "$input.all().map((item) => item.json.text).join() + $('Loop').context.currentRunIndex"),
      ],
      [
        "Start -> List",
        "List -> Three",
        "Three -> Loop",
        "Loop -> End",
        "Loop.1 -> Ask",
        "Ask -> Each",
        "Each -> Loop",
      ],
    );
    (file.nodes as JsonObject[])[2] = {
      ...(file.nodes as JsonObject[])[2],
      parameters: { mode: "raw", jsonOutput: '={{ { list: ["a", "b", "c"] } }}', options: {} },
    };
    const answers = await compare(
      file,
      ["go", "red", "blue", "green"],
      [{ Color: "red" }, { Color: "blue" }, { Color: "green" }],
    );
    expect(answers.at(-1)).toMatchObject([{ text: "ared0,bblue1,cgreen23" }, {}, {}]);
  });

  it.each(["v1", "v0"])("for branches that are ready or wait for it, in order %s", async (order) => {
    const file = createFile(
      [
        CHAT,
        form("Ask", COLOR),
        set("Other", "'other'"),
        { name: "Merge", type: "merge", version: 3, parameters: {} },
        set("Last", "'last'"),
        set("End", "$input.all().map(({ json }) => json.Color ?? json.text).join()"),
      ],
      ["Start -> Ask", "Start -> Other", "Start -> Last", "Ask -> Merge", "Other -> Merge.1", "Merge -> End"],
      order,
    );
    expect((await compare(file, ["go", "red"], [{ Color: "red" }])).at(-1)).toBeDefined();
  });

  it("for a call, whose body is the reply", async () => {
    const file = createFile(
      [CHAT, wait("Ask", { resume: "webhook", httpMethod: "POST" }), set("End", "$json.body.paid")],
      ["Start -> Ask", "Ask -> End"],
    );
    expect(await compare(file, ["go", '{"paid": true}'], [{ paid: true }])).toEqual([
      "“Ask” waits for a call of another system. Reply with the data of the call, as text or as JSON.",
      true,
    ]);
  });

  it("for items with files", async () => {
    const file = createFile(
      [
        CHAT,
        {
          name: "File",
          type: "convertToFile",
          version: 1.1,
          parameters: { operation: "toText", sourceProperty: "chatInput" },
        },
        form("Ask", COLOR),
        set("Join", "$json.Color"),
        {
          name: "Merge",
          type: "merge",
          version: 3,
          parameters: { mode: "combine", combineBy: "combineByPosition" },
        },
        { name: "Read", type: "extractFromFile", version: 1, parameters: { operation: "text" } },
      ],
      ["Start -> File", "File -> Ask", "Ask -> Join", "File -> Merge", "Join -> Merge.1", "Merge -> Read"],
    );
    const turns = await compare(file, ["Grüße", "red"], [{ Color: "red" }]);
    expect(JSON.stringify(turns.at(-1))).toContain("Grüße");
  });
});

describe("a wait for a time", () => {
  const file = createFile(
    [CHAT, wait("Later", { amount: 2, unit: "hours" }), set("End", "$('Start').item.json.chatInput")],
    ["Start -> Later", "Later -> End"],
  );

  it("that is longer than the run ends the turn, and a message after that time continues", async () => {
    const [asked, early] = await converse(file, ["it", "now?"]);
    expect(asked?.answer).toMatch(
      /^“Later” waits until .* \(UTC\)\. Send any message after this time to continue\.$/,
    );
    expect(early?.answer).toBe(`The time has not come yet.\n\n${String(asked?.answer)}`);
    const past = createFile(
      [CHAT, wait("Later", { amount: 0.3 }), set("End", "$('Start').item.json.chatInput")],
      ["Start -> Later", "Later -> End"],
    );
    const first = await runTurn(past, "it", { wallMs: 200 });
    expect(first.state).toBeDefined();
    vi.setSystemTime(Date.now() + 300);
    expect((await runTurn(past, "go on", { state: first.state })).answer).toBe("it");
  });

  it("fails if the conversation would wait for longer than a week", async () => {
    const long = createFile([CHAT, wait("Later", { amount: 8, unit: "days" })], ["Start -> Later"]);
    const { error } = await runTurn(long, "it");
    expect(error).toEqual({
      node: "Later",
      message: "the node would wait for 8 days, but a conversation waits for at most 7 days",
    });
  });

  it("within the run's time is waited for", async () => {
    const short = createFile([CHAT, wait("Later", { amount: 0.01 })], ["Start -> Later"]);
    expect((await runTurn(short, "it")).state).toBeUndefined();
  });
});

it("a reply after the author's wait limit continues without an answer", async () => {
  const limits = { limitWaitTime: true, resumeAmount: 0.01, resumeUnit: "seconds" };
  const file = createFile(
    [CHAT, wait("Ask", { resume: "webhook", ...limits }), set("End", "$json.chatInput")],
    ["Start -> Ask", "Ask -> End"],
  );
  const first = await runTurn(file, "it");
  vi.setSystemTime(Date.now() + 10);
  expect((await runTurn(file, "late", { state: first.state })).answer).toBe("it");
});

describe("a question that cannot be asked or answered", () => {
  it("fails if the run has more data than a conversation keeps", async () => {
    const file = createFile([CHAT, form("Ask", COLOR)], ["Start -> Ask"]);
    const { error, state } = await runTurn(file, randomBytes(900_000).toString("base64"));
    expect(state).toBeUndefined();
    expect(error).toMatchObject({
      node: "Ask",
      message: expect.stringMatching(/a conversation keeps at most 1 MB/),
    });
  });

  it("starts anew after the file has changed, with a message to the person and a warning to the developer", async () => {
    const createVersion = (text: string) =>
      createFile([CHAT, form("Ask", COLOR), set("End", text)], ["Start -> Ask", "Ask -> End"]);
    const [asked] = await converse(createVersion("'one'"), ["it"]);
    const turn = await runTurn(createVersion("'two'"), "red", { state: asked?.state });
    expect(turn).toMatchObject({
      answer:
        "This agent has changed since it asked, so it cannot continue with your reply. Please send your request again.",
      state: undefined,
      events: [{ type: "logged", level: "warning" }],
    });
    expect(await runTurn(createVersion("'two'"), "red", { state: "damaged" })).toMatchObject({
      state: undefined,
    });
  });
});

it("the node runs of earlier turns count toward the limit of the execution", async () => {
  const ask = (name: string) => form(name, COLOR);
  const nodes = [CHAT, ask("One"), ask("Two")];
  const file = createFile(nodes, ["Start -> One", "One -> Two"]);
  const hash = createHash("sha256").update(JSON.stringify(file)).digest("base64url");
  const counts = (await converse(file, ["go", "red"])).map(
    ({ state = "" }) => decodeState(state, hash)?.saved.nodeRuns,
  );
  // The trigger, and after the reply also the node that was answered.
  expect(counts).toEqual([1, 2]);
});

it("the trace shows that the node waits for an answer", async () => {
  const file = createFile([CHAT, form("Ask", COLOR)], ["Start -> Ask"]);
  const [{ events } = { events: [] }] = await converse(file, ["go"]);
  expect(events.filter(({ type }) => type === "node")).toMatchObject([
    { trace: { node: "Start" } },
    { trace: { node: "Ask", asks: true } },
  ]);
});

it("outside a conversation, the run waits for the answer as before", async () => {
  const file = createFile([CHAT, form("Ask", COLOR)], ["Start -> Ask"]);
  const { answers, requests } = createScriptedAnswers({ body: { Color: "red" } });
  const { nodes } = await runTurn(file, "go", { services: { waits: answers }, standsAlone: true });
  expect(requests).toHaveLength(1);
  expect(nodes.Ask?.[0]?.[0]).toMatchObject({ Color: "red" });
});

it("static data of a turn is known in the next turn", async () => {
  const code = (name: string): TestNode => ({
    name,
    type: "code",
    version: 2,
    parameters: { jsCode: "$getWorkflowStaticData('global').n += 1" },
  });
  const file = createFile(
    [CHAT, code("One"), form("Ask", COLOR), code("Two")],
    ["Start -> One", "One -> Ask", "Ask -> Two"],
  );
  const [, last] = await converse(file, ["go", "red"], { storage: createMemoryStorage(), code: COUNTING });
  expect(last?.nodes.Two).toEqual([[{ n: 2 }]]);
});

it("items and data that occur several times stay the same objects", () => {
  const file = { bytes: new Uint8Array([1, 2]), mimeType: "a/b" };
  const json = { a: 1 };
  const item = { json, binary: { data: file } };
  const writer = new ItemWriter(() => undefined);
  const numbers = writer.addAll([item, { json }, item, { json: { a: 1 }, binary: { data: file } }]);
  const [first, second, third, fourth] = new ItemReader(JSON.parse(JSON.stringify(writer))).getAll(numbers);
  expect(first).toEqual(item);
  expect(third).toBe(first);
  expect(second?.json).toBe(first?.json);
  expect(fourth?.json).not.toBe(first?.json);
  expect(fourth?.binary?.data).toBe(first?.binary?.data);
});
