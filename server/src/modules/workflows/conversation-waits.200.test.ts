import { Balance, Conversation, ExecutionResult, UploadReply } from "@stoa/contract";
import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { type Client, parseAnswer } from "../../../../tests/harness/client.ts";
import { expectBooksBalanced } from "../../../../tests/harness/ledger.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { createFile } from "../../../../workflow/testing/converse.ts";
import { uploadForm } from "../catalog/catalog-server.fixture.ts";

const env = { STOA_PYTHON: "/nonexistent/python3" };
const server = useTestServer({ env });
/** Another node on the same database. Its workflows run in its own processes. */
const otherNode = useTestServer({ env, beside: server });

afterEach(() => expectBooksBalanced(server().db));

const form = (name: string, label: string, fieldType = "text") => ({
  name,
  type: "wait",
  version: 1.1,
  parameters: {
    resume: "form",
    formTitle: name,
    formFields: { values: [{ fieldLabel: label, fieldType, requiredField: true }] },
  },
});
const END =
  "={{ { text: $('Start').item.json.item + ' ' + $('Color').item.json.Color + ' ' + $json.Count } }}";

/** A workflow whose trigger requires two fields, and which asks two questions. */
const createOrder = (end = END) =>
  JSON.stringify(
    createFile(
      [
        {
          name: "Start",
          type: "formTrigger",
          version: 2.2,
          parameters: {
            formFields: {
              values: [
                { fieldLabel: "item", requiredField: true },
                { fieldLabel: "shop", requiredField: true },
              ],
            },
          },
        },
        form("Color", "Color"),
        form("Number", "Count", "number"),
        {
          name: "End",
          type: "set",
          version: 3.4,
          parameters: { mode: "raw", jsonOutput: end, options: {} },
        },
      ],
      ["Start -> Color", "Color -> Number", "Number -> End"],
    ),
  );

async function upload(client: Client, content: string) {
  const { token } = await client.register();
  const file = { name: "order.json", content };
  const fields = { name: "Order", category: "automation", price_per_token: "0.00001" };
  const reply = await client.call("POST", "/api/v1/agents/upload", {
    token,
    form: uploadForm({ fields, file }),
  });
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return { developer: token, agentId: parseAnswer(UploadReply, reply).agent.id };
}

async function begin(agentId: number) {
  const { client } = server();
  const { token } = await client.register();
  const created = await client.post("/api/v1/conversations", { agent_id: agentId }, { token });
  const { id } = parseAnswer(Conversation, created);
  const execute = (node: Client, input_data: object, more: object = {}) =>
    node.post(
      "/api/v1/execute/run",
      { agent_id: agentId, input_data, conversation_id: id, ...more },
      { token },
    );
  const say = async (...message: Parameters<typeof execute>) => {
    const result = parseAnswer(ExecutionResult, await execute(...message));
    expect(result.detail ?? "").toBe("");
    return result;
  };
  const readBalance = async () =>
    parseAnswer(Balance, await client.get("/api/v1/billing/balance", { token }));
  return { id, token, path: `/api/v1/conversations/${id}`, execute, say, readBalance };
}

const ORDER = { item: "shoes", shop: "here" };

test("a workflow asks on one node and continues on others, and each turn is a run with its own receipt", async () => {
  const { client, db } = server();
  const { agentId } = await upload(client, createOrder());
  const { token, say, readBalance } = await begin(agentId);
  const first = await say(client, ORDER);
  expect(first.agent_output).toBe("Color\n\nColor (required)");
  // While the workflow waits, nothing runs, and nothing is held.
  expect(await readBalance()).toMatchObject({ held: 0 });
  const { rows } = await sql`SELECT FROM run_waits`.execute(db);
  expect(rows).toEqual([]);

  const second = await say(otherNode().client, { message: "red" });
  expect(second.agent_output).toBe("Number\n\nCount (required)");
  const again = await say(client, { message: "many" });
  expect(again.agent_output).toContain("Count must be a number.");
  // The web app sends the other fields again.
  const last = await say(otherNode().client, { ...ORDER, item: "2" });
  expect(last.agent_output).toBe("shoes red 2");

  const history = await client.get("/api/v1/billing/history", { token });
  const paid = (Object(history.body).history as { run_id: string | null; id: string }[]).filter(
    ({ run_id }) => run_id,
  );
  const turns = [first, second, again, last];
  expect(paid.map(({ run_id }) => run_id).sort()).toEqual(turns.map(({ run_id }) => run_id).sort());
  for (const { id } of paid)
    expect((await client.get(`/api/v1/billing/history/${id}/receipt`, { token })).status).toBe(200);
});

test("an edited answer continues from the same question", async () => {
  const { client } = server();
  const { agentId } = await upload(client, createOrder());
  const { say, execute } = await begin(agentId);
  await say(client, ORDER);
  await say(client, { message: "red" });
  expect((await say(client, { message: "2" })).agent_output).toBe("shoes red 2");
  await say(client, { message: "blue" }, { parent_turn: 1 });
  expect((await say(client, { message: "3" })).agent_output).toBe("shoes blue 3");
  // The workflow has ended, so the next message begins anew and needs the fields of the trigger.
  const { status, body } = await execute(client, { message: "4" });
  expect([status, Object(body).detail]).toEqual([400, "item is required"]);
});

test("a new version does not continue a question of another file, and begins anew with the next message", async () => {
  const { client } = server();
  const { agentId, developer } = await upload(client, createOrder());
  const { say } = await begin(agentId);
  await say(client, ORDER);
  const form = new FormData();
  form.set("file", new File([createOrder(END.replace("' '", "', '"))], "order.json"));
  const path = `/api/v1/agents/${agentId}/versions`;
  const published = await client.call("POST", path, { token: developer, form });
  expect(published.status, JSON.stringify(published.body)).toBe(201);
  expect((await say(client, { message: "red" })).agent_output).toBe(
    "This agent has changed since it asked, so it cannot continue with your reply. Please send your request again.",
  );
  expect((await say(client, ORDER)).agent_output).toBe("Color\n\nColor (required)");
});

const AI = "@n8n/n8n-nodes-langchain";
const CHAT = { name: "Start", type: `${AI}.chatTrigger`, version: 1.1 };

/** A chat that notes each message in its memory, and answers with the messages that it remembers. */
function createNotes(): string {
  const note = {
    name: "Note",
    type: `${AI}.memoryManager`,
    version: 1.1,
    parameters: {
      mode: "insert",
      messages: { messageValues: [{ type: "user", message: "={{ $json.chatInput }}" }] },
    },
  };
  const end = {
    ...{ name: "End", type: "set", version: 3.4 },
    parameters: {
      mode: "raw",
      jsonOutput: "={{ { text: $json.messages.map(({ human }) => human).join() } }}",
      options: {},
    },
  };
  const memory = { name: "Memory", type: `${AI}.memoryBufferWindow`, version: 1.3 };
  const file = createFile([CHAT, note, end, memory], ["Start -> Note", "Note -> End"]);
  Object(file.connections).Memory = { ai_memory: [[{ node: "Note", type: "ai_memory", index: 0 }]] };
  return JSON.stringify(file);
}

test("memory nodes follow the turns of a conversation, also after an edit and in a copy", async () => {
  const { client } = server();
  const { agentId } = await upload(client, createNotes());
  const { token, path, say } = await begin(agentId);
  const hear = async (message: string, more: object = {}) =>
    (await say(client, { message }, more)).agent_output;
  expect(await hear("one")).toBe("one");
  expect(await hear("two")).toBe("one,two");
  expect(await hear("edited", { parent_turn: 1 })).toBe("one,edited");
  const copy = parseAnswer(Conversation, await client.post(`${path}/branch`, { turn: 2 }, { token }));
  expect(await hear("three", { conversation_id: copy.id })).toBe("one,two,three");
  expect(await hear("four")).toBe("one,edited,four");
});

test("the URL for answers leads to the conversation", async () => {
  const { client } = server();
  const url = {
    mode: "raw",
    jsonOutput: "={{ { text: $execution.resumeUrl + '?approved=true' } }}",
    options: {},
  };
  const nodes = [CHAT, { name: "End", type: "set", version: 3.4, parameters: url }];
  const { agentId } = await upload(client, JSON.stringify(createFile(nodes, ["Start -> End"])));
  const { id, say } = await begin(agentId);
  const { agent_output: output } = await say(client, { message: "go" });
  const { pathname, searchParams } = new URL(String(output));
  expect([pathname, searchParams.get("chat")]).toEqual([`/agent/${agentId}`, id]);
});
