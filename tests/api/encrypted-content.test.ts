import {
  ConversationLink,
  Conversation as ConversationSchema,
  ExecutionResult,
  UploadReply,
} from "@stoa/contract";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { rotateKeys } from "../../server/src/commands/admin/rotate-keys.ts";
import { uploadForm } from "../../server/src/modules/catalog/catalog-server.fixture.ts";
import { createFixedKeys, masterKey } from "../../server/src/platform/crypto/master-keys.ts";
import { type Client, type Person, parseAnswer } from "../harness/client.ts";
import { SERVER_MASTER_KEY, useTestServer } from "../harness/server.ts";

const SENTENCE = "The merger with Umbrella closes on Tuesday";

/** Keeps its conversation, writes its message to the log and to its memory, and repeats it. */
const AGENT = `import stoa
from langchain_core.messages import AIMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph


def answer(state: MessagesState):
    message = state["messages"][-1].content
    print("printed", message)
    stoa.memory.set("last message", message)
    if message.startswith("fail"):
        raise ValueError(message)
    return {"messages": [AIMessage(f"Answer {len(state['messages'])}: {message}")]}


graph = StateGraph(MessagesState).add_node("answer", answer).add_edge(START, "answer").compile(
    checkpointer=InMemorySaver()
)
`;

const DECLARATIVE = JSON.stringify({
  stoa: 1,
  name: "Asks a model",
  description: "Repeats its input.",
  instructions: "Repeat what you read.",
  model: "default",
  input: [{ name: "message", description: "The text" }],
});

const WORKFLOW = JSON.stringify({
  name: "Flow",
  nodes: [
    { name: "Start", type: "n8n-nodes-base.manualTrigger", typeVersion: 1, position: [0, 0], parameters: {} },
    {
      name: "Keep",
      type: "n8n-nodes-base.code",
      typeVersion: 2,
      position: [200, 0],
      parameters: {
        jsCode: `const kept = $getWorkflowStaticData('global'); const before = kept.said ?? 'nothing';
          kept.said = $input.first().json.message; return [{ json: { output: 'before: ' + before } }];`,
      },
    },
  ],
  connections: { Start: { main: [[{ node: "Keep", type: "main", index: 0 }]] } },
  settings: { executionOrder: "v1" },
});

const server = useTestServer({ env: { STOA_RATE_LIMIT_FACTOR: "100" } });

async function upload(name: string, content: string): Promise<number> {
  const { client } = server();
  const { token } = await client.register();
  const form = uploadForm({ file: { name, content } });
  const answer = await client.call("POST", "/api/v1/agents/upload", { token, form });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return parseAnswer(UploadReply, answer).agent.id;
}

/** Returns the tables with a text, as text or as the bytes of the text. */
async function findTables(text: string): Promise<string[]> {
  const { pool } = server();
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT quote_ident(c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query(
      `SELECT FROM ${name} t WHERE strpos(t::text, $1) > 0 OR strpos(t::text, encode(convert_to($1, 'UTF8'), 'hex')) > 0`,
      [text],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

let person: Person;
let agentId: number;
let conversation: string;
let runs: string[];
let failed: string;

beforeAll(async () => {
  const { client } = server();
  person = await client.register();
  const { token } = person;
  await client.put("/api/v1/execute/settings", { keep_model_content: true }, { token });
  agentId = await upload("agent.py", AGENT);
  const others = [await upload("agent.json", DECLARATIVE), await upload("flow.json", WORKFLOW)];
  const created = await client.post("/api/v1/conversations", { agent_id: agentId }, { token });
  conversation = parseAnswer(ConversationSchema, created).id;
  const run = async (agent: number, message: string, more: object = {}) => {
    const body = { agent_id: agent, input_data: { message }, ...more };
    return parseAnswer(ExecutionResult, await client.post("/api/v1/execute/run", body, { token }));
  };
  const results = [
    await run(agentId, SENTENCE, { conversation_id: conversation }),
    await run(agentId, SENTENCE, { conversation_id: conversation }),
    // Edits the second turn and runs it again.
    await run(agentId, `${SENTENCE}!`, { conversation_id: conversation, parent_turn: 1 }),
    ...[await run(others[0] ?? 0, SENTENCE), await run(others[1] ?? 0, SENTENCE)],
    await run(others[1] ?? 0, SENTENCE),
  ];
  for (const result of results) expect(result, JSON.stringify(result)).toMatchObject({ success: true });
  expect(results.map(({ agent_output }) => agent_output)).toEqual([
    `Answer 1: ${SENTENCE}`,
    `Answer 3: ${SENTENCE}`,
    `Answer 3: ${SENTENCE}!`,
    expect.anything(),
    "before: nothing",
    `before: ${SENTENCE}`,
  ]);
  runs = results.map(({ run_id }) => run_id);
  const failure = await run(agentId, `fail ${SENTENCE}`);
  expect(failure.detail).toContain(SENTENCE);
  failed = failure.run_id;
}, 120_000);

/** Reads everything that shows what was said in a person's runs. */
async function readEverything(client: Client): Promise<Record<string, string>> {
  const { token } = person;
  const shared = await client.post(`/api/v1/conversations/${conversation}/share`, {}, { token });
  const link = parseAnswer(ConversationLink, shared).url.split("/").at(-1);
  const [run] = runs;
  const paths = {
    run: `/api/v1/execute/runs/${run}`,
    trace: `/api/v1/execute/runs/${run}/trace`,
    failure: `/api/v1/execute/runs/${failed}`,
    traceOfModelCall: `/api/v1/execute/runs/${runs[3]}/trace`,
    usage: "/api/v1/execute/my-usage?search=umbrella",
    csv: "/api/v1/execute/my-usage?format=csv",
    conversations: "/api/v1/conversations?search=umbrella",
    turns: `/api/v1/conversations/${conversation}/turns`,
    exported: `/api/v1/conversations/${conversation}/export`,
    link: `/api/v1/shared-conversations/${link}`,
    memory: `/api/v1/remembered-values/${agentId}`,
    account: "/api/v1/users/export",
  };
  const texts = Object.entries(paths).map(async ([name, path]) => {
    const { body } = await client.get(path, { token });
    return [name, typeof body === "string" ? body : JSON.stringify(body)];
  });
  return Object.fromEntries(await Promise.all(texts));
}

test("no table contains what people and agents wrote", async () => {
  const { db } = server();
  expect(await findTables(person.username)).toContain("users");
  expect(await findTables(SENTENCE)).toEqual([]);
  for (const table of [
    "run_contents",
    "run_events",
    "model_call_contents",
    "remembered_values",
    "workflow_values",
  ] as const) {
    const { count } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<string>().as("count"))
      .executeTakeFirstOrThrow();
    expect(Number(count), table).toBeGreaterThan(0);
  }
  const states = await sql`SELECT FROM run_contents WHERE state IS NOT NULL`.execute(db);
  expect(states.rows).toHaveLength(3);
});

test("its owner reads everything, in every place that shows it", async () => {
  for (const [name, text] of Object.entries(await readEverything(server().client)))
    expect(text, name).toContain(SENTENCE);
});

test("content that was moved to another run is not shown", async () => {
  const { client, db } = server();
  const [one, other] = runs;
  const read = () => client.get(`/api/v1/execute/runs/${one}`, { token: person.token });
  const outputs = await db
    .selectFrom("run_contents")
    .select(["run_id", "output"])
    .where("run_id", "in", [one ?? "", other ?? ""])
    .execute();
  const move = (from: string | undefined) => {
    const output = outputs.find(({ run_id }) => run_id === from)?.output;
    return sql`UPDATE run_contents SET output = ${output} WHERE run_id = ${one}`.execute(db);
  };
  await move(other);
  expect(await read()).toMatchObject({ status: 500, body: { error: "internal" } });
  await move(one);
  expect(await read()).toMatchObject({ status: 200 });
});

describe("with another master key", () => {
  const NEXT = Buffer.alloc(32, "next");
  const stranger = useTestServer({
    beside: () => server(),
    env: { STOA_MASTER_KEY: NEXT.toString("base64") },
  });

  test("a server says that the key is missing, and lists runs without their tasks", async () => {
    const { client } = stranger();
    const { token } = person;
    const run = await client.get(`/api/v1/execute/runs/${runs[0]}`, { token });
    expect(run).toMatchObject({ status: 500, body: { error: "content_key_missing" } });
    expect(await client.get("/api/v1/execute/my-usage", { token })).toMatchObject({
      status: 200,
      body: { total: runs.length + 1 },
    });
    const more = { agent_id: agentId, input_data: { message: "More" }, conversation_id: conversation };
    expect(await client.post("/api/v1/execute/run", more, { token })).toMatchObject({
      status: 500,
      body: { error: "content_key_missing" },
    });
    expect((await readEverything(server().client)).run).toContain(SENTENCE);
  });

  test("a rotation encrypts everything with the new key, which alone then reads it", async () => {
    const before = await readEverything(server().client);
    const keys = createFixedKeys(masterKey(NEXT), masterKey(SERVER_MASTER_KEY));
    await rotateKeys(server().db, keys, "operator");
    const after = await readEverything(stranger().client);
    for (const name of Object.keys(before)) expect(after[name], name).toContain(SENTENCE);
    expect(await findTables(SENTENCE)).toEqual([]);
    const { rows } = await sql<{ key: string }>`
      SELECT DISTINCT encode(substring(sealed FROM 2 FOR 8), 'hex') AS key FROM (
        SELECT unnest(ARRAY[task, input, output, error_detail, developer_detail, state]) AS sealed FROM run_contents
        UNION ALL SELECT payload FROM run_events UNION ALL SELECT content FROM model_call_contents
        UNION ALL SELECT value FROM remembered_values UNION ALL SELECT value FROM workflow_values
        UNION ALL SELECT title FROM conversations) everything WHERE sealed IS NOT NULL`.execute(server().db);
    expect(rows).toEqual([{ key: masterKey(NEXT).id.toString("hex") }]);
  });
});
