import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import {
  type ReceivedRequest,
  replyWith,
  replyWithJson,
  runDeclared,
  type ScriptedRun,
} from "./testing/scripted-gateway.ts";

const SUMMARIZE = {
  type: "agent",
  name: "summarize",
  description: "Summarizes a text",
  agent: 12,
  input: {
    type: "object",
    properties: {
      text: { type: "string" },
      words: { type: "integer", maximum: 500 },
      tone: { type: "string", const: "short" },
    },
    required: ["text", "tone"],
  },
};
const ASK = { type: "agent", name: "ask", description: "Asks", agent: 7 };

const ANSWERED = {
  run_id: "run_0",
  success: true,
  agent_output: "It is short.",
  stop_reason: "end",
  tokens_used: 10,
  cost: 0.001,
  detail: null,
};

const isModel = ({ path }: ReceivedRequest) => path === "/v1/chat/completions";
const getMessages = ({ body }: ReceivedRequest) => Object(body.messages);

/** Runs an agent whose model makes these calls in its first turn and answers in its second. */
function runCalling(
  calls: { name: string; args: string }[],
  answer: (request: ReceivedRequest, response: ServerResponse) => void,
): Promise<ScriptedRun> {
  return runDeclared({ agent: { tools: [SUMMARIZE, ASK] } }, (request, response) => {
    if (!isModel(request)) return answer(request, response);
    replyWith(response, getMessages(request).length > 2 ? { text: "Done." } : { calls });
  });
}

const getResults = (ran: ScriptedRun): string[] =>
  getMessages(ran.models[1] as ReceivedRequest)
    .filter(({ role }: { role: string }) => role === "tool")
    .map(({ content }: { content: string }) => content);

/** Returns what the model receives if the gateway responds to an agent call with this status and body. */
async function getReportedResult(status: number, body: unknown): Promise<string | undefined> {
  const ran = await runCalling([{ name: "ask", args: '{"message": "Hi"}' }], (_, response) =>
    replyWithJson(response, status, body),
  );
  expect(ran.receipt).toMatchObject({ outcome: "completed", output: "Done." });
  return getResults(ran)[0];
}

test("sends the run's token, the model's arguments and the file's fixed values", async () => {
  const ran = await runCalling(
    [{ name: "summarize", args: '{"text": "A long text", "words": 20}' }],
    (_, response) => replyWithJson(response, 200, ANSWERED),
  );
  expect(ran.services).toEqual([
    {
      method: "POST",
      path: "/agents/12/invoke",
      authorization: "Bearer token-of-this-run",
      body: { input_data: { text: "A long text", words: 20, tone: "short" } },
    },
  ]);
  expect(getResults(ran)).toEqual(["It is short."]);
  expect(ran.events.filter(({ type }) => type === "step")).toMatchObject([
    { kind: "tool_call", source: "summarize", text: '{"text": "A long text", "words": 20}' },
    { kind: "tool_result", source: "summarize", text: "It is short." },
  ]);
});

test("the model sees the agent's inputs except fixed ones, or a message input if there are none", async () => {
  const ran = await runCalling([], () => {});
  expect(ran.models[0]?.body.tools).toEqual([
    {
      type: "function",
      function: {
        name: "summarize",
        description: "Summarizes a text",
        parameters: {
          type: "object",
          properties: { text: { type: "string" }, words: { type: "integer", maximum: 500 } },
          required: ["text"],
          additionalProperties: false,
        },
      },
    },
    {
      type: "function",
      function: {
        name: "ask",
        description: "Asks",
        parameters: {
          type: "object",
          properties: { message: { type: "string" } },
          required: ["message"],
          additionalProperties: false,
        },
      },
    },
  ]);
});

test.each([
  ["a missing input", "summarize", '{"words": 3}', /"text" is missing/],
  ["a value beyond its limit", "summarize", '{"text": "a", "words": 501}', /must be at most 500/],
  [
    "an input that the file fixes",
    "summarize",
    '{"text": "a", "tone": "rude"}',
    /"tone" is not an allowed field/,
  ],
  ["an argument list that is not an object", "ask", '"Hi"', /a single JSON object/],
])("%s is reported to the model and starts no run", async (_name, name, args, message) => {
  const ran = await runCalling([{ name, args }], () => {});
  expect(ran.services).toEqual([]);
  expect(getResults(ran)[0]).toMatch(message);
});

test("omits null arguments and sends numbers as numbers", async () => {
  const nullable = {
    type: "object",
    properties: { a: { type: ["string", "null"] }, b: { type: "integer" } },
  };
  const agent = { tools: [{ ...ASK, input: nullable }] };
  const ran = await runDeclared({ agent }, (request, response) => {
    if (!isModel(request)) return replyWithJson(response, 200, ANSWERED);
    const calls = [{ name: "ask", args: '{"a": null, "b": 3}' }];
    replyWith(response, getMessages(request).length > 2 ? { text: "Done." } : { calls });
  });
  expect(ran.services[0]?.body).toEqual({ input_data: { b: 3 } });
});

test("calls several agents at the same time and matches each answer to its call", async () => {
  const messages = ["a", "b", "c"];
  const waiting: (() => void)[] = [];
  const calls = messages.map((message) => ({ name: "ask", args: JSON.stringify({ message }) }));
  const ran = await runCalling(calls, ({ body }, response) => {
    const { message } = Object(body.input_data);
    waiting.push(() => replyWithJson(response, 200, { ...ANSWERED, agent_output: `About ${message}` }));
    if (waiting.length === calls.length) for (const answer of waiting.reverse()) answer();
  });
  expect(getResults(ran)).toEqual(messages.map((message) => `About ${message}`));
});

test("returns structured output to the model as JSON", async () => {
  const output = { mood: "good", scores: [1, 2] };
  expect(await getReportedResult(200, { ...ANSWERED, agent_output: output })).toBe(JSON.stringify(output));
});

test.each([null, "", " \n"])("reports an empty output: %j", async (output) => {
  expect(await getReportedResult(200, { ...ANSWERED, agent_output: output })).toBe("[No output]");
});

test("marks the answer of an agent that stopped at its cost limit as possibly incomplete", async () => {
  expect(await getReportedResult(200, { ...ANSWERED, agent_output: "Half of", stop_reason: "limit" })).toBe(
    "Half of\n[The agent reached its cost limit. The output above may be incomplete.]",
  );
});

test("reports a failed agent with its reason", async () => {
  const failed = { ...ANSWERED, success: false, agent_output: null, stop_reason: "error", cost: 0 };
  expect(await getReportedResult(200, { ...failed, detail: "Division by zero" })).toBe(
    "The agent failed: Division by zero",
  );
  expect(await getReportedResult(200, failed)).toBe("The agent failed: it returned no output and no error.");
});

test.each([
  [403, "grant_needed", "This agent uses your GitHub connector to read. Allow it on the agent's page first."],
  [402, "limit_reached", "The limit of this run is used up."],
  [409, "too_deep", "Agents may call one another three deep."],
  [503, "at_capacity", "This server is busy. Please try again in a moment"],
])("reports a refusal with status %i by its message: %s", async (status, error, detail) => {
  expect(await getReportedResult(status, { error, detail })).toBe(detail);
});

test.each<[string, number, unknown, string]>([
  ["a refusal without a message", 502, { oops: true }, "Could not call the agent (HTTP 502)."],
  ["an answer without its fields", 200, { agent_output: "x" }, "The agent's response is invalid."],
  [
    "an answer without its output",
    200,
    { ...ANSWERED, agent_output: undefined },
    "The agent's response is invalid.",
  ],
  ["an invalid cost", 200, { ...ANSWERED, cost: "1" }, "The agent's response is invalid."],
  [
    "an answer of three megabytes",
    200,
    { ...ANSWERED, agent_output: "x".repeat(3 << 20) },
    "The agent's output is too long.",
  ],
])("%s is reported to the model", async (_name, status, body, message) => {
  expect(await getReportedResult(status, body)).toBe(message);
});

test("reports invalid JSON and a broken connection to the model", async () => {
  const calls = ["text", "gone"].map((message) => ({ name: "ask", args: JSON.stringify({ message }) }));
  const ran = await runCalling(calls, ({ body }, response) => {
    if (Object(body.input_data).message === "gone") return void response.destroy();
    response.writeHead(200, { "content-type": "application/json" }).end('{"run_id": ');
  });
  const [text, gone] = getResults(ran);
  expect(text).toBe("The agent's response is invalid.");
  expect(gone).toMatch(/^Could not reach the agent: /);
  expect(ran.receipt.outcome).toBe("completed");
});

test("truncates an agent's answer at the same length as a service's response", async () => {
  const result = await getReportedResult(200, {
    ...ANSWERED,
    agent_output: "y".repeat(20_000),
    stop_reason: "limit",
  });
  expect(result).toMatch(
    /^y{16000}\n\[Truncated after 16000 characters.*\]\n\[The agent reached its cost limit/,
  );
});

test("canceling a run ends its call to another agent", async () => {
  let cancel = () => {};
  let wasLetGo = () => {};
  const letGo = new Promise<void>((resolve) => {
    wasLetGo = resolve;
  });
  const begun = (way: () => void) => {
    cancel = way;
  };
  const ran = await runDeclared({ agent: { tools: [ASK] }, begun }, (request, response) => {
    if (isModel(request)) return replyWith(response, { calls: [{ name: "ask", args: '{"message": "Hi"}' }] });
    response.on("close", wasLetGo);
    cancel();
  });
  await letGo;
  expect(ran.receipt.outcome).toBe("cancelled");
});
