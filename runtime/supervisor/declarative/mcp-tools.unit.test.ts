import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { decodeFrame, encodeFrame } from "../../gateway-http/framed-message.ts";
import { createRealMcpServer, type McpRequest } from "../../mcp/testing/real-mcp-server.ts";
import { type ReceivedRequest, replyWith, replyWithJson, runDeclared } from "./testing/scripted-gateway.ts";

const DOCS = { type: "mcp", name: "docs", url: "https://mcp.example.com/mcp" };

type Answer = (
  request: McpRequest,
) => Promise<{ status: number; headers: Record<string, string>; body: unknown }>;

const getMessages = ({ body }: ReceivedRequest) => Object(body.messages) as { content: string }[];
const getToolNames = (request: ReceivedRequest | undefined) =>
  (Object(request?.body.tools ?? []) as { function: { name: string } }[]).map((tool) => tool.function.name);
const getError = (run: Awaited<ReturnType<typeof runDeclared>>) => run.receipt.error?.message;

/** Answers a request to `/http` as the gateway does, with the answer of an MCP server. */
async function sendAnswer(message: Buffer, response: ServerResponse, answer: Answer, sent: McpRequest[]) {
  const { head, body } = decodeFrame(message) ?? { head: {}, body: Buffer.alloc(0) };
  const { method, url, headers } = head as { method: string; url: string; headers: Record<string, string> };
  const request = { method, path: new URL(url).pathname, headers, body: body.toString() };
  sent.push(request);
  const answered = await answer(request);
  const parts: Buffer[] = [];
  for await (const part of answered.body as AsyncIterable<Buffer>) parts.push(Buffer.from(part));
  response.writeHead(200, { "content-type": "application/octet-stream" });
  response.end(
    encodeFrame({ status: answered.status, statusText: "", headers: answered.headers }, Buffer.concat(parts)),
  );
}

interface Options {
  tools?: object[];
  /** The calls of the model, one per turn. Then it answers. */
  calls?: { name: string; args: string }[];
  answer?: Answer;
  secrets?: Record<string, string>;
  trial?: boolean;
}

async function run({ tools = [DOCS], calls = [], answer = createRealMcpServer(), ...job }: Options) {
  const sent: McpRequest[] = [];
  const left = [...calls];
  const ran = await runDeclared({ agent: { tools }, job }, ({ path }, response, bytes) => {
    if (path === "/http") return void sendAnswer(bytes, response, answer, sent);
    if (path !== "/v1/chat/completions") return replyWithJson(response, 404, {});
    const call = left.shift();
    replyWith(response, call ? { calls: [call] } : { text: "Done." });
  });
  return { ...ran, sent };
}

test("the model gets the tools of a server with their schemas, and each call is a step", async () => {
  const calls = [{ name: "docs_get_weather", args: '{"city": "Rome"}' }];
  const ran = await run({ calls });
  expect(ran.receipt).toMatchObject({ outcome: "completed", output: "Done." });
  expect(getToolNames(ran.models[0])).toEqual([
    "docs_get_weather",
    "docs_files_read_text",
    "docs_files_read_text_2",
    "docs_fail",
  ]);
  expect(JSON.stringify(ran.models[0]?.body.tools)).not.toContain("$ref");
  expect(ran.events.filter(({ type }) => type === "step")).toMatchObject([
    { kind: "tool_call", source: "docs_get_weather", text: '{"city": "Rome"}' },
    { kind: "tool_result", source: "docs_get_weather", text: "It is sunny in Rome" },
  ]);
  expect(getMessages(ran.models[1] as ReceivedRequest).at(-1)?.content).toBe("It is sunny in Rome");
});

test("only the allowed tools are offered, beside the agent's other tools", async () => {
  const agent = { type: "agent", name: "docs_fail", description: "Asks", agent: 1 };
  const ran = await run({ tools: [agent, { ...DOCS, allowed_tools: ["fail"] }] });
  expect(getToolNames(ran.models[0])).toEqual(["docs_fail", "docs_fail_2"]);
});

test.each([
  ["docs_fail", "{}", "The tool failed: The disk is full"],
  ["docs_get_weather", "[1]", "The arguments must be a single JSON object."],
  ["docs_get_weather", "{", "The arguments are not valid JSON"],
])("a call of %s with %s is answered with: %s", async (name, args, result) => {
  const ran = await run({ calls: [{ name, args }] });
  expect(getMessages(ran.models[1] as ReceivedRequest).at(-1)?.content).toContain(result);
  expect(ran.receipt.outcome).toBe("completed");
});

test("sends a secret to its server and masks nothing else of the request", async () => {
  const token = { type: "secret", name: "DOCS_TOKEN" };
  const secrets = { DOCS_TOKEN: "t0ken", KEY: "k3y" };
  const bearer = await run({ tools: [{ ...DOCS, credential: token }], secrets });
  expect(bearer.sent.every(({ headers }) => headers.Authorization === "Bearer t0ken")).toBe(true);
  const credential = { type: "secret", name: "KEY", header: "X-API-Key" };
  const keyed = await run({ tools: [{ ...DOCS, credential }], secrets });
  expect(keyed.sent.every(({ headers }) => headers["X-API-Key"] === "k3y" && !headers.Authorization)).toBe(
    true,
  );
  const missing = await run({ tools: [{ ...DOCS, credential: token }] });
  expect(getError(missing)).toBe("The agent is not set up completely. Its developer must set a secret.");
  expect(missing.receipt.error?.developerDetail).toContain("DOCS_TOKEN");
  const broken = await run({ tools: [{ ...DOCS, credential: token }], secrets: { DOCS_TOKEN: "a\nb" } });
  expect(broken.receipt.error?.developerDetail).toContain("characters that a header cannot contain");
  expect([missing.sent, broken.sent]).toEqual([[], []]);
});

test("a trial run reaches no server", async () => {
  const ran = await run({ trial: true });
  expect(ran.receipt.outcome).toBe("completed");
  expect(ran.sent).toEqual([]);
});

const answerWith =
  (status: number, body: string, type = "text/html"): Answer =>
  () =>
    Promise.resolve({ status, headers: { "content-type": type }, body: [Buffer.from(body)] });

test.each<[why: string, answer: Answer, message: string]>([
  [
    "sends a page",
    answerWith(200, "<html>"),
    "it does not speak MCP: its answer is not a message of the protocol. Check the URL.",
  ],
  [
    "needs a key",
    answerWith(401, ""),
    "it answered with HTTP 401. It needs a credential, or refuses the one that was sent.",
  ],
  [
    "is not at this path",
    answerWith(404, ""),
    "it answered with HTTP 404. Check the path of its URL, which usually ends with /mcp.",
  ],
])("the run fails if the server %s, and names the server and the reason", async (_, answer, message) => {
  const ran = await run({ answer });
  expect(getError(ran)).toBe(`Could not use the MCP server mcp.example.com: ${message}`);
  expect(ran.models).toEqual([]);
});

test("the run fails if the file allows a tool that the server does not have", async () => {
  const ran = await run({ tools: [{ ...DOCS, allowed_tools: ["get_weather", "search"] }] });
  expect(getError(ran)).toBe(
    "Could not use the MCP server mcp.example.com: it has no tool named search. It has: get_weather, files/read.text, files_read_text, fail. Correct allowed_tools.",
  );
});

/** Answers as a server of protocol 2025-06-18 with these tools. */
const createToolServer =
  (tools: object[]): Answer =>
  async ({ body }) => {
    const { id, method } = JSON.parse(body || "{}") as { id?: number; method?: string };
    const started = {
      protocolVersion: "2025-06-18",
      capabilities: { tools: {} },
      serverInfo: { name: "s", version: "1" },
    };
    const result = method === "initialize" ? started : method === "tools/list" ? { tools } : undefined;
    const reply = result ? { result } : { error: { code: -32601, message: "Method not found" } };
    return {
      status: id === undefined ? 202 : 200,
      headers: { "content-type": "application/json" },
      body: id === undefined ? [] : [Buffer.from(JSON.stringify({ jsonrpc: "2.0", id, ...reply }))],
    };
  };
const createTools = (count: number, description = "") =>
  Array.from({ length: count }, (_, index) => ({
    name: `t${index}`,
    description,
    inputSchema: { type: "object" },
  }));

test("a tool that no model can call is left out with a warning, and fails the run if the file names it", async () => {
  const inputSchema = { type: "object", description: "x".repeat(1_000_000) };
  const answer = createToolServer([{ name: "big", inputSchema }, ...createTools(1)]);
  const ran = await run({ answer });
  expect(getToolNames(ran.models[0])).toEqual(["docs_t0"]);
  expect(ran.events).toContainEqual({
    type: "log",
    level: "warning",
    message:
      'mcp.example.com: The tool "big" was left out, because its schema has 977 KiB, and at most 32 KiB are supported.',
  });
  const named = await run({ answer, tools: [{ ...DOCS, allowed_tools: ["big"] }] });
  expect(getError(named)).toContain("its schema has 977 KiB");
});

test.each([
  [129, "", "too many tools: 129 together with its other tools, and models accept 128"],
  [128, "x".repeat(30_000), "are described in"],
])("%i tools that models do not accept fail the run", async (count, text, message) => {
  const tools = createTools(count).map((tool) => ({ ...tool, inputSchema: { type: "object", title: text } }));
  const ran = await run({ answer: createToolServer(tools) });
  expect(getError(ran)).toContain(message);
  expect(getError(ran)).toContain("Name the tools that the agent needs in allowed_tools.");
});
