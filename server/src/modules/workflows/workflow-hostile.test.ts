import { ExecutionResult, type Problem, UploadReply } from "@stoa/contract";
import { beforeAll, expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { uploadForm } from "../catalog/catalog-server.fixture.ts";

const server = useTestServer({ env: { STOA_PYTHON: "/nonexistent/python3" } });

interface FileNode {
  name: string;
  type: string;
  [field: string]: unknown;
}

const START: FileNode = {
  name: "Start",
  type: "n8n-nodes-base.manualTrigger",
  typeVersion: 1,
  parameters: {},
};

const setTo = (value: string, name = "out"): FileNode => ({
  name: "Set it",
  type: "n8n-nodes-base.set",
  typeVersion: 3.4,
  parameters: { assignments: { assignments: [{ id: "1", name, value, type: "string" }] }, options: {} },
});

const code = (jsCode: string): FileNode => ({
  name: "Code it",
  type: "n8n-nodes-base.code",
  typeVersion: 2,
  parameters: { jsCode },
});

const pattern = (regex: string): FileNode => ({
  name: "Match it",
  type: "n8n-nodes-base.if",
  typeVersion: 2.2,
  parameters: {
    conditions: {
      options: { caseSensitive: true, typeValidation: "strict", version: 2 },
      combinator: "and",
      conditions: [
        {
          leftValue: `${"a".repeat(40)}b`,
          rightValue: regex,
          operator: { type: "string", operation: "regex" },
        },
      ],
    },
  },
});

type Arrows = Record<string, unknown>;

const arrow = (node: string, index = 0) => ({ main: [[{ node, type: "main", index }]] });

/** Returns a file whose nodes form a chain, with additional connections. */
function createFile(nodes: readonly FileNode[], more: Arrows = {}): string {
  const chain = nodes.slice(0, -1).map(({ name }, at) => [name, arrow(nodes[at + 1]?.name ?? "")]);
  return JSON.stringify({
    nodes: nodes.map((node, at) => ({ position: [at * 200, 0], ...node })),
    connections: { ...Object.fromEntries(chain), ...more },
    settings: { executionOrder: "v1" },
  });
}

const after = (...nodes: FileNode[]) => createFile([START, ...nodes]);

/** Uploads the file, by default from a new account, because a plan limits the number of listed agents. */
async function uploaded(content: string, by?: string) {
  const { client } = server();
  const token = by ?? (await client.register()).token;
  const form = uploadForm({
    fields: { category: "automation", price_per_token: "0" },
    file: { name: "flow.json", content },
  });
  const answer = await client.call("POST", "/api/v1/agents/upload", { token, form });
  return { token, answer };
}

async function run(token: string, agentId: number) {
  const body = { agent_id: agentId, input_data: { message: "hello" } };
  return parseAnswer(ExecutionResult, await server().client.post("/api/v1/execute/run", body, { token }));
}

let healthy: { token: string; id: number };

beforeAll(async () => {
  const { token, answer } = await uploaded(after(setTo("={{ $json.message }}")));
  healthy = { token, id: parseAnswer(UploadReply, answer).agent.id };
});

/** Checks that another run completes in the meantime. */
async function whileAnotherRuns<Result>(work: Promise<Result>): Promise<Result> {
  const [result, other] = await Promise.all([work, run(healthy.token, healthy.id)]);
  expect(other).toMatchObject({ success: true, agent_output: { out: "hello" } });
  return result;
}

const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

const TWENTY_THOUSAND_NODES = JSON.stringify({
  nodes: [START, ...Array.from({ length: 20_000 }, (_, at) => ({ name: `S${at}`, type: "x" }))],
  connections: {},
});

test.each<[string, string, RegExp]>([
  ["that stops in the middle", after(setTo("1")).slice(0, -20), /Line 1/],
  [
    "with a connection to a missing node",
    createFile([START], { Start: arrow("Nobody") }),
    /'Start'.*main\[0\].*'Nobody'/,
  ],
  [
    "with a connection from a missing node",
    createFile([START], { Nobody: arrow("Start") }),
    /'Nobody': connections/,
  ],
  [
    "with an invalid input",
    createFile([START], { Start: arrow("Start", 1e9) }),
    /'Start': connections\.main/,
  ],
  ["with two nodes of the same name", createFile([START, START]), /'Start'.*two nodes/],
  ["without a trigger", createFile([setTo("1")]), /has no trigger/],
  [
    "whose trigger takes no message",
    createFile([{ ...START, type: "n8n-nodes-base.gmailTrigger" }, setTo("1")]),
    /'Start' \(n8n-nodes-base\.gmailTrigger\) waits for an event/,
  ],
  [
    "with a node of the unknown type __proto__",
    after({ name: "X", type: "__proto__", typeVersion: 1 }),
    /'X'.*__proto__/,
  ],
  [
    "with a node type named like a property of every object",
    after({ name: "X", type: "constructor", typeVersion: 1 }),
    /'X'.*constructor/,
  ],
  [
    "with connections nested 50,000 deep",
    `{"nodes":[${JSON.stringify(START)}],"connections":${deep(50_000)}}`,
    /nested|deep|column/,
  ],
  [
    "with parameters nested 1,000 deep",
    after({ ...setTo("1"), parameters: { a: 0 } }).replace('"a":0', `"a":${deep(1_000)}`),
    /nested more than 100 levels/,
  ],
  ["of 20,000 nodes", TWENTY_THOUSAND_NODES, /"nodes" has 20001 entries; the limit is 10000/],
  [
    "with connections from a node named __proto__",
    after(setTo("1")).replaceAll('"Set it"', '"__proto__"').replace('"Start":{"main"', '"__proto__":{"main"'),
    /__proto__/,
  ],
])("an upload of a file %s is refused with a reason", async (_what, content, words) => {
  const { answer } = await uploaded(content, healthy.token);
  expect(answer.status, JSON.stringify(answer.body)).toBe(400);
  expect((answer.body as Problem).detail).toMatch(words);
});

test.each([
  ["nested 50,000 deep", `{"nodes":[${JSON.stringify(START)}],"connections":${deep(50_000)}}`],
  ["of 20,000 nodes", TWENTY_THOUSAND_NODES],
])("other runs complete while a file %s is checked", async (_what, content) => {
  const { answer } = await whileAnotherRuns(uploaded(content, healthy.token));
  expect(answer.status).toBe(400);
});

async function uploadAndRun(content: string) {
  const { token, answer } = await uploaded(content);
  if (answer.status === 400) return { answer };
  return { answer, result: await run(token, parseAnswer(UploadReply, answer).agent.id) };
}

const VALUE = "assignments\\.assignments\\[0\\]\\.value";
const inValue = (words: string) => new RegExp(`'Set it', ${VALUE}: .*${words}`);

type HostileWorkflow = [what: string, file: string, message: RegExp];

/** One workflow for each limit: globals in expressions, time, patterns, memory and the number of nodes that run. */
const ONE_FOR_EACH_BOUND: HostileWorkflow[] = [
  [
    "that accesses the process",
    after(setTo('={{ $json.constructor.constructor("return process")() }}')),
    inValue('"constructor"'),
  ],
  ["with an endless expression", after(setTo("={{ (() => { while (1) {} })() }}")), inValue("endless loop")],
  [
    "with a catastrophic pattern in a condition",
    after(pattern("(a+)+$")),
    /'Match it', conditions\.conditions\[0\]: .*more than 1 s/,
  ],
  [
    "with code that allocates",
    after(code("const a = []; for (;;) a.push(new Array(1e4).fill(1));")),
    /'Code it'/,
  ],
  [
    "with an endless cycle",
    createFile([START, setTo("1"), { ...setTo("2"), name: "Again" }], { Again: arrow("Set it") }),
    /(Set it|Again)', connections: .*endless loop/,
  ],
];

/**
 * The unit tests of expressions and code run these in a worker every time; the long test run also tries them on a
 * server.
 */
const FURTHER_WORKFLOWS: HostileWorkflow[] = [
  ["that accesses a prototype", after(setTo("={{ $json.__proto__.x }}")), inValue('"__proto__"')],
  ["with an expression that allocates", after(setTo('={{ "a".repeat(1e9) }}')), inValue("longer than")],
  [
    "with an expression that creates a list that is too long",
    after(setTo("={{ Array(1e9) }}")),
    inValue("entries"),
  ],
  [
    "with nested brackets",
    after(setTo(`={{ ${"(".repeat(30_000)}1${")".repeat(30_000)} }}`)),
    inValue("nested too deeply"),
  ],
  [
    "with a catastrophic pattern in an expression",
    after(setTo(`={{ /(a+)+$/.test("${"a".repeat(40)}b") }}`)),
    inValue("more than 1 s"),
  ],
  ["with endless code", after(code("for (;;);")), /'Code it'.*took more than/],
  [
    "with an item of 50 MB",
    after(code("return [{ json: { a: 'x'.repeat(5e7) } }];")),
    /'Code it', jsCode: The code (returned|was stopped)/,
  ],
  [
    "with 1,000,000 items",
    after(code("return Array.from({ length: 1e6 }, () => ({ json: {} }));")),
    /'Code it'/,
  ],
  [
    "with an item nested 3,000 deep",
    after(code("let a = {}; for (let i = 0; i < 3000; i++) a = { a }; return [{ json: a }];")),
    /'Code it'.*nested/,
  ],
];
const isLong = process.env.STOA_TEST_LONG !== undefined;

test.each([...ONE_FOR_EACH_BOUND, ...(isLong ? FURTHER_WORKFLOWS : [])])(
  "a workflow %s fails with an error that names the node and the field, and other runs complete",
  { timeout: 120_000 },
  async (_what, content, words) => {
    const { answer, result } = await whileAnotherRuns(uploadAndRun(content));
    if (answer.status === 400) {
      expect((answer.body as Problem).detail).toMatch(words);
      return;
    }
    expect(result).toMatchObject({ success: false, cost: 0 });
    expect(JSON.stringify(result).replaceAll('\\"', '"')).toMatch(words);
  },
);

test.each([["__proto__.x"], ...(isLong ? [["constructor.prototype.x"], ["a.__proto__.x"]] : [])])(
  "setting a field %s changes no other object",
  async (name) => {
    const { token, answer } = await uploaded(
      after(setTo("polluted", name), { ...setTo("={{ ({}).x ?? 'clean' }}", "seen"), name: "Look" }),
    );
    const result = await run(token, parseAnswer(UploadReply, answer).agent.id);
    expect(result.agent_output).toMatchObject({ seen: "clean" });
    expect(({} as { x?: unknown }).x).toBeUndefined();
  },
);
