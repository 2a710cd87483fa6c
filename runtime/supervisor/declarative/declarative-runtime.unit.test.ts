import { expect, test } from "vitest";
import { type ReceivedRequest, replyWith, replyWithJson, runDeclared } from "./testing/scripted-gateway.ts";

const ISSUES = {
  type: "connector",
  name: "list_issues",
  description: "Lists issues",
  service: "github",
  path: "/repos/{owner}/issues",
  query: {
    type: "object",
    properties: {
      state: { type: "string", enum: ["open", "closed"] },
      per_page: { type: "integer", const: 5 },
    },
  },
};
const COMMENT = {
  type: "connector",
  name: "comment",
  description: "Comments",
  service: "github",
  method: "POST",
  path: "/issues/{number}/comments",
  body: {
    type: "object",
    properties: { text: { type: "string" }, bot: { type: "boolean", const: true } },
    required: ["text"],
  },
};

const getMessages = ({ body }: ReceivedRequest) => Object(body.messages);
const getLastMessage = (request: ReceivedRequest) => getMessages(request).at(-1);
const steps = (events: object[]) => events.filter((event) => Object(event).type === "step");

test("sends the instructions and the caller's input, and streams the answer", async () => {
  const agent = {
    instructions: "Be {{ tone }}.",
    model: "some-model",
    input: [{ name: "message" }, { name: "tone", default: "short" }],
    limits: { completion_tokens: 50 },
  };
  const ran = await runDeclared({ agent, input: { message: "What now?", tone: "kind" } }, (_, response) =>
    replyWith(response, { text: "All is well." }),
  );
  expect(ran.receipt).toMatchObject({ outcome: "completed", output: "All is well." });
  expect(ran.events).toEqual(["All", " is", " well."].map((text) => ({ type: "output", text })));
  expect(ran.requests).toEqual([
    {
      method: "POST",
      path: "/v1/chat/completions",
      authorization: "Bearer token-of-this-run",
      body: {
        model: "some-model",
        stream: true,
        max_completion_tokens: 50,
        messages: [
          { role: "system", content: "Be kind." },
          { role: "user", content: "What now?" },
        ],
      },
    },
  ]);
});

test("does not replace placeholders in the caller's input", async () => {
  const agent = {
    instructions: "About {{ subject }}.",
    input: [{ name: "subject" }, { name: "secret", required: false }],
  };
  const ran = await runDeclared({ agent, input: { subject: "{{ secret }}", secret: "x" } }, (_, response) =>
    replyWith(response, { text: "ok" }),
  );
  expect(getMessages(ran.requests[0] as ReceivedRequest)[0].content).toBe("About {{ secret }}.");
});

test("sends a tool call with the file's fixed values to its service, and the result to the model", async () => {
  const agent = { tools: [ISSUES, COMMENT] };
  const ran = await runDeclared({ agent }, ({ path, body }, response) => {
    if (path !== "/v1/chat/completions") return replyWithJson(response, 200, { title: "It is broken" });
    if (Object(body.messages).length > 2) return replyWith(response, { text: "Done." });
    replyWith(response, {
      text: "Let me look.",
      calls: [
        { name: "list_issues", args: '{"owner": "a/b ?", "state": "open"}' },
        { name: "comment", args: '{"number": 7, "text": "Thanks"}' },
      ],
    });
  });
  expect(ran.services.map(({ method, path, body }) => [method, path, body])).toEqual([
    ["GET", "/connectors/github/repos/a%2Fb%20%3F/issues?state=open&per_page=5", {}],
    ["POST", "/connectors/github/issues/7/comments", { text: "Thanks", bot: true }],
  ]);
  expect(ran.services.every(({ authorization }) => authorization === "Bearer token-of-this-run")).toBe(true);
  expect(ran.models[0]?.body.tools).toMatchObject([
    {
      function: {
        name: "list_issues",
        parameters: {
          properties: { owner: {}, state: {} },
          required: ["owner"],
          additionalProperties: false,
        },
      },
    },
    { function: { parameters: { properties: { number: {}, text: {} }, required: ["number", "text"] } } },
  ]);
  expect(JSON.stringify(ran.models[0]?.body.tools)).not.toMatch(/per_page|bot/);
  expect(getMessages(ran.models[1] as ReceivedRequest).slice(2)).toMatchObject([
    { role: "assistant", content: "Let me look.", tool_calls: [{ id: "call_0" }, { id: "call_1" }] },
    { role: "tool", tool_call_id: "call_0", content: '{"title":"It is broken"}' },
    { role: "tool", tool_call_id: "call_1", content: '{"title":"It is broken"}' },
  ]);
  expect(ran.receipt).toMatchObject({ outcome: "completed", output: "Done." });
  expect(steps(ran.events)).toMatchObject([
    { kind: "message", text: "Let me look." },
    { kind: "tool_call", source: "list_issues" },
    { kind: "tool_call", source: "comment" },
    { kind: "tool_result" },
    { kind: "tool_result" },
  ]);
});

test.each([
  [
    "a tool that does not exist",
    "delete_all",
    "{}",
    /Unknown tool "delete_all"\. Available: list_issues, comment/,
  ],
  ["an argument list that is not JSON", "comment", '{"number": ', /not valid JSON/],
  ["an argument list that is not an object", "comment", "[1]", /a single JSON object/],
  ["a missing argument", "comment", '{"number": "7"}', /are invalid[\s\S]*text/],
  [
    "an undeclared argument",
    "list_issues",
    '{"owner": "a", "per_page": 100}',
    /"per_page" is not an allowed field/,
  ],
  ["a value that is not allowed", "list_issues", '{"owner": "a", "state": "all"}', /state/],
  [
    "a path segment that leads out of the path",
    "list_issues",
    '{"owner": ".."}',
    /must be a string or a number/,
  ],
  ["an empty path segment", "list_issues", '{"owner": " "}', /must be a string or a number/],
])("%s is reported to the model and reaches no service", async (_name, tool, args, message) => {
  const ran = await runDeclared({ agent: { tools: [ISSUES, COMMENT] } }, ({ body }, response) =>
    Object(body.messages).length > 2
      ? replyWith(response, { text: "I see." })
      : replyWith(response, { calls: [{ name: tool, args }] }),
  );
  expect(ran.services).toEqual([]);
  expect(getLastMessage(ran.models[1] as ReceivedRequest).content).toMatch(message);
  expect(ran.receipt.output).toBe("I see.");
});

test.each([
  ["a refusal", 403, { error: "not_granted", detail: "Allow it first." }, /^HTTP 403: .*Allow it first\./],
  ["a long result", 200, "x".repeat(100_000), /^"x{15999}\n\[Truncated/],
])("%s from a service is reported to the model", async (_name, status, answer, message) => {
  const ran = await runDeclared({ agent: { tools: [ISSUES] } }, ({ path, body }, response) => {
    if (path !== "/v1/chat/completions") return replyWithJson(response, status, answer);
    if (Object(body.messages).length > 2) return replyWith(response, { text: "I see." });
    replyWith(response, { calls: [{ name: "list_issues", args: '{"owner": "a"}' }] });
  });
  expect(getLastMessage(ran.models[1] as ReceivedRequest).content).toMatch(message);
});

test("reports a broken response and bytes that are not text to the model", async () => {
  const ran = await runDeclared({ agent: { tools: [ISSUES] } }, ({ path, body }, response) => {
    if (path.includes("/repos/gone")) return void response.destroy();
    if (path.includes("/repos/picture"))
      return void response.writeHead(200, { "content-type": "image/png" }).end(Buffer.from([1, 2, 0xff]));
    if (Object(body.messages).length > 2) return replyWith(response, { text: "I see." });
    replyWith(response, {
      calls: ["gone", "picture"].map((owner) => ({ name: "list_issues", args: JSON.stringify({ owner }) })),
    });
  });
  const results = getMessages(ran.models[1] as ReceivedRequest).slice(-2);
  expect(results[0].content).toMatch(/Could not reach/);
  expect(results[1].content).toBe("[A response of type image/png]");
});

test("replaces an unpaired surrogate in an argument before the service is called", async () => {
  const ran = await runDeclared({ agent: { tools: [ISSUES] } }, ({ path, body }, response) => {
    if (path !== "/v1/chat/completions") return replyWithJson(response, 200, {});
    if (Object(body.messages).length > 2) return replyWith(response, { text: "ok" });
    replyWith(response, { calls: [{ name: "list_issues", args: '{"owner": "a\\ud800"}' }] });
  });
  expect(ran.services[0]?.path).toBe("/connectors/github/repos/a%EF%BF%BD/issues?per_page=5");
});

test("a model that keeps calling tools must answer in its last step", async () => {
  const agent = { tools: [ISSUES], limits: { steps: 3 } };
  const ran = await runDeclared({ agent }, ({ path, body }, response) => {
    if (path !== "/v1/chat/completions") return replyWithJson(response, 200, {});
    if (body.tool_choice === "none") return replyWith(response, { text: "At last." });
    replyWith(response, { calls: [{ name: "list_issues", args: '{"owner": "a"}' }] });
  });
  expect(ran.models).toHaveLength(3);
  expect(ran.receipt).toMatchObject({ outcome: "completed", output: "At last." });
});

test("fails with a message if the model calls tools in its last step too", async () => {
  const agent = { tools: [ISSUES], limits: { steps: 2 } };
  const ran = await runDeclared({ agent }, ({ path }, response) => {
    if (path !== "/v1/chat/completions") return replyWithJson(response, 200, {});
    replyWith(response, { calls: [{ name: "list_issues", args: '{"owner": "a"}' }] });
  });
  expect(ran.receipt).toMatchObject({
    outcome: "failed",
    error: { message: "The agent did not finish within its limit of 2 steps." },
  });
  expect(ran.services).toHaveLength(1);
});

test("executes sixteen of a thousand simultaneous tool calls and tells the model that the others were skipped", async () => {
  const calls = Array.from({ length: 1000 }, () => ({ name: "list_issues", args: '{"owner":"a"}' }));
  let together = 0;
  let most = 0;
  const ran = await runDeclared({ agent: { tools: [ISSUES] } }, ({ path, body }, response) => {
    if (path === "/v1/chat/completions")
      return replyWith(response, Object(body.messages).length > 2 ? { text: "ok" } : { calls });
    together += 1;
    most = Math.max(most, together);
    setImmediate(() => {
      together -= 1;
      replyWithJson(response, 200, {});
    });
  });
  expect(ran.services).toHaveLength(16);
  expect(most).toBeLessThanOrEqual(4);
  expect(getMessages(ran.models[1] as ReceivedRequest)).toHaveLength(2 + 1 + 16);
  expect(getLastMessage(ran.models[1] as ReceivedRequest).content).toMatch(
    /\[Skipped 112 more calls: the limit is 16/,
  );
});

test("warns that stoa-basic cannot call the agent's tools", async () => {
  const ran = await runDeclared({ agent: { tools: [ISSUES] } }, (_, response) =>
    replyWith(response, { text: "Something.", model: "stoa-basic" }),
  );
  expect(ran.events).toContainEqual({
    type: "log",
    level: "warning",
    message: expect.stringContaining("stoa-basic responded"),
  });
});

const FORM = {
  type: "object",
  properties: { mood: { enum: ["good", "bad"] }, score: { type: "integer", minimum: 1 } },
  required: ["mood"],
};

test("requests the declared format and returns the answer as structured output", async () => {
  const ran = await runDeclared({ agent: { output: FORM } }, (_, response) =>
    replyWith(response, { text: '```json\n{"mood": "good", "score": 2}\n```' }),
  );
  expect(ran.models[0]?.body.response_format).toEqual({
    type: "json_schema",
    json_schema: { name: "answer", schema: FORM },
  });
  expect(ran.receipt).toMatchObject({ outcome: "completed", output: { mood: "good", score: 2 } });
  expect(ran.events).toEqual([]);
});

test("asks the model once to correct an answer in the wrong format", async () => {
  const ran = await runDeclared({ agent: { output: FORM } }, ({ body }, response) =>
    replyWith(response, { text: Object(body.messages).length > 2 ? '{"mood": "bad"}' : '{"mood": "so so"}' }),
  );
  expect(getLastMessage(ran.models[1] as ReceivedRequest).content).toMatch(
    /does not match the requested schema[\s\S]*mood/,
  );
  expect(ran.receipt.output).toEqual({ mood: "bad" });
});

test.each([
  ["no JSON at all"],
  ['{"mood": "good", "score": 0}'],
  [`{"mood": ${"[".repeat(200)}${"]".repeat(200)}}`],
])("fails if the format is wrong twice: %s", async (text) => {
  const ran = await runDeclared({ agent: { output: FORM } }, (_, response) => replyWith(response, { text }));
  expect(ran.models).toHaveLength(2);
  expect(ran.receipt).toMatchObject({
    outcome: "failed",
    output: null,
    error: { message: expect.stringContaining("does not match the schema that the agent declares") },
  });
});

test("fails with the gateway's message if the gateway refuses a call", async () => {
  const ran = await runDeclared({ agent: {} }, (_, response) =>
    replyWithJson(response, 404, { error: { message: 'The model "x" does not exist here.' } }),
  );
  expect(ran.receipt).toMatchObject({
    outcome: "failed",
    error: {
      message: 'The model "x" does not exist here.',
      developerDetail: expect.stringContaining("HTTP 404"),
    },
  });
});

test.each<[string, (write: (text: string) => void) => void, RegExp]>([
  ["breaks off", (write) => write('data: {"choices":[{"delta":{"content":"Half"}}]}\n\n'), /was interrupted/],
  ["is not JSON", (write) => write("data: {oops\n\n"), /is invalid/],
  ["has another shape", (write) => write('data: {"choices": 7}\n\n'), /is invalid/],
  [
    "ends in an error",
    (write) => write('data: {"error":{"message":"The provider is gone."}}\n\n'),
    /provider is gone/,
  ],
  ["never ends its line", (write) => write(`data: ${"x".repeat(3 << 20)}`), /is invalid/],
])("fails with a message if a stream %s", async (_name, speak, message) => {
  const ran = await runDeclared({ agent: {} }, (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    speak((text) => response.write(text));
    response.end();
  });
  expect(ran.receipt.outcome).toBe("failed");
  expect(ran.receipt.error?.message).toMatch(message);
});

test("fails with a message if the gateway refuses the connection", async () => {
  const ran = await runDeclared({ agent: {}, refuses: true }, () => {});
  expect(ran.receipt).toMatchObject({
    outcome: "failed",
    error: { message: "The model's response was interrupted. Try again." },
  });
});

test("a run whose model never answers ends at the time limit", async () => {
  const ran = await runDeclared({ agent: {}, limits: { wallMs: 100 } }, () => {});
  expect(ran.receipt).toMatchObject({
    outcome: "timeout",
    error: { message: "The agent exceeded its time limit of 0.1 s." },
  });
});

test("a canceled run keeps its output and ends its model call", async () => {
  let cancel = () => {};
  let wasLetGo = () => {};
  const letGo = new Promise<void>((resolve) => {
    wasLetGo = resolve;
  });
  const begun = (way: () => void) => {
    cancel = way;
  };
  const onEvent = () => cancel();
  const ran = await runDeclared({ agent: {}, begun, onEvent }, (_, response) => {
    response.on("close", wasLetGo);
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write('data: {"choices":[{"delta":{"content":"Half"}}]}\n\n');
  });
  await letGo;
  expect(ran.receipt).toMatchObject({
    outcome: "cancelled",
    output: "Half",
    error: { message: "The run was canceled." },
  });
});

test("an answer beyond the output limit ends the run", async () => {
  const ran = await runDeclared({ agent: {}, limits: { outputBytes: 1_000 } }, (_, response) =>
    replyWith(response, { text: "word ".repeat(500) }),
  );
  expect(ran.receipt.outcome).toBe("output_limit");
});

test("replaces characters that cannot be stored", async () => {
  const ran = await runDeclared({ agent: {} }, (_, response) => replyWith(response, { text: "a\0b\ud800c" }));
  expect(ran.receipt.output).toBe("a\uFFFDb\uFFFDc");
});
