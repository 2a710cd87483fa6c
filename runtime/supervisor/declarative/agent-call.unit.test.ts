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
const messagesOf = ({ body }: ReceivedRequest) => Object(body.messages);

/** A run whose model makes these calls in its first turn and answers in its second. */
function runCalling(
  calls: { name: string; args: string }[],
  answer: (asked: ReceivedRequest, response: ServerResponse) => void,
): Promise<ScriptedRun> {
  return runDeclared({ agent: { tools: [SUMMARIZE, ASK] } }, (asked, response) => {
    if (!isModel(asked)) return answer(asked, response);
    replyWith(response, messagesOf(asked).length > 2 ? { text: "Done." } : { calls });
  });
}

const resultsOf = (ran: ScriptedRun): string[] =>
  messagesOf(ran.models[1] as ReceivedRequest)
    .filter(({ role }: { role: string }) => role === "tool")
    .map(({ content }: { content: string }) => content);

/** Returns what the model receives if the gateway answers a call of an agent like this. */
async function told(status: number, body: unknown): Promise<string | undefined> {
  const ran = await runCalling([{ name: "ask", args: '{"message": "Hi"}' }], (_, response) =>
    replyWithJson(response, status, body),
  );
  expect(ran.receipt).toMatchObject({ outcome: "completed", output: "Done." });
  return resultsOf(ran)[0];
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
  expect(resultsOf(ran)).toEqual(["It is short."]);
  expect(ran.events.filter(({ type }) => type === "step")).toMatchObject([
    { kind: "tool_call", source: "summarize", text: '{"text": "A long text", "words": 20}' },
    { kind: "tool_result", source: "summarize", text: "It is short." },
  ]);
});

test("describes an agent's inputs without the fixed ones; the default input is a message", async () => {
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
  ["an input that is missing", "summarize", '{"words": 3}', /"text" is missing/],
  ["a value beyond its bound", "summarize", '{"text": "a", "words": 501}', /must be at most 500/],
  ["one that the file fixes", "summarize", '{"text": "a", "tone": "rude"}', /"tone" is not known/],
  ["no object", "ask", '"Hi"', /one JSON object/],
])("%s is reported to the model and starts no run", async (_name, name, args, words) => {
  const ran = await runCalling([{ name, args }], () => {});
  expect(ran.services).toEqual([]);
  expect(resultsOf(ran)[0]).toMatch(words);
});

test("null arguments are not sent, and a number stays a number", async () => {
  const nullable = {
    type: "object",
    properties: { a: { type: ["string", "null"] }, b: { type: "integer" } },
  };
  const agent = { tools: [{ ...ASK, input: nullable }] };
  const ran = await runDeclared({ agent }, (asked, response) => {
    if (!isModel(asked)) return replyWithJson(response, 200, ANSWERED);
    const calls = [{ name: "ask", args: '{"a": null, "b": 3}' }];
    replyWith(response, messagesOf(asked).length > 2 ? { text: "Done." } : { calls });
  });
  expect(ran.services[0]?.body).toEqual({ input_data: { b: 3 } });
});

test("calls several agents at the same time and returns each answer to its call", async () => {
  const messages = ["a", "b", "c"];
  const waiting: (() => void)[] = [];
  const calls = messages.map((message) => ({ name: "ask", args: JSON.stringify({ message }) }));
  const ran = await runCalling(calls, ({ body }, response) => {
    const { message } = Object(body.input_data);
    waiting.push(() => replyWithJson(response, 200, { ...ANSWERED, agent_output: `About ${message}` }));
    if (waiting.length === calls.length) for (const answer of waiting.reverse()) answer();
  });
  expect(resultsOf(ran)).toEqual(messages.map((message) => `About ${message}`));
});

test("returns data to the model as JSON", async () => {
  const output = { mood: "good", scores: [1, 2] };
  expect(await told(200, { ...ANSWERED, agent_output: output })).toBe(JSON.stringify(output));
});

test.each([null, "", " \n"])("reports an empty output: %j", async (output) => {
  expect(await told(200, { ...ANSWERED, agent_output: output })).toBe("[The agent wrote nothing]");
});

test("marks the answer of an agent that stopped at its limit", async () => {
  expect(await told(200, { ...ANSWERED, agent_output: "Half of", stop_reason: "limit" })).toBe(
    "Half of\n[The agent stopped at the limit of its cost: this is what it had written by then.]",
  );
});

test("reports a failed agent with its reason", async () => {
  const failed = { ...ANSWERED, success: false, agent_output: null, stop_reason: "error", cost: 0 };
  expect(await told(200, { ...failed, detail: "Division by zero" })).toBe(
    "The agent failed: Division by zero",
  );
  expect(await told(200, failed)).toBe("The agent failed: it returned no answer and gave no reason.");
});

test.each([
  [403, "grant_needed", "This agent uses your GitHub connector to read. Allow it on the agent's page first."],
  [402, "limit_reached", "The limit of this run is used up."],
  [409, "too_deep", "Agents may call one another three deep."],
  [503, "at_capacity", "This server is busy; please try again in a moment"],
])("reports a refusal with status %i by its message: %s", async (status, error, detail) => {
  expect(await told(status, { error, detail })).toBe(detail);
});

test.each<[string, number, unknown, string]>([
  ["a refusal without words", 502, { oops: true }, "The agent could not be called (HTTP 502)."],
  ["an answer without its fields", 200, { agent_output: "x" }, "The agent's answer could not be read."],
  [
    "an answer without its output",
    200,
    { ...ANSWERED, agent_output: undefined },
    "The agent's answer could not be read.",
  ],
  ["a cost that is none", 200, { ...ANSWERED, cost: "1" }, "The agent's answer could not be read."],
  [
    "an answer of three megabytes",
    200,
    { ...ANSWERED, agent_output: "x".repeat(3 << 20) },
    "The agent's answer is too long to be read.",
  ],
])("%s is reported to the model", async (_name, status, body, words) => {
  expect(await told(status, body)).toBe(words);
});

test("reports invalid JSON and a broken connection to the model", async () => {
  const calls = ["text", "gone"].map((message) => ({ name: "ask", args: JSON.stringify({ message }) }));
  const ran = await runCalling(calls, ({ body }, response) => {
    if (Object(body.input_data).message === "gone") return void response.destroy();
    response.writeHead(200, { "content-type": "application/json" }).end('{"run_id": ');
  });
  const [text, gone] = resultsOf(ran);
  expect(text).toBe("The agent's answer could not be read.");
  expect(gone).toMatch(/^The agent could not be reached: /);
  expect(ran.receipt.outcome).toBe("completed");
});

test("truncates a long answer at the same length as a service's", async () => {
  const result = await told(200, { ...ANSWERED, agent_output: "y".repeat(20_000), stop_reason: "limit" });
  expect(result).toMatch(/^y{16000}\n\[Cut here: only the first 16000 characters.*\]\n\[The agent stopped/);
});

test("a canceled run ends its call of an agent", async () => {
  let cancel = () => {};
  let wasLetGo = () => {};
  const letGo = new Promise<void>((resolve) => {
    wasLetGo = resolve;
  });
  const begun = (way: () => void) => {
    cancel = way;
  };
  const ran = await runDeclared({ agent: { tools: [ASK] }, begun }, (asked, response) => {
    if (isModel(asked)) return replyWith(response, { calls: [{ name: "ask", args: '{"message": "Hi"}' }] });
    response.on("close", wasLetGo);
    cancel();
  });
  await letGo;
  expect(ran.receipt.outcome).toBe("cancelled");
});
