import { ActiveRunList, Conversation, ConversationLink, SharedConversation, TurnList } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { useFilesOfRuns } from "./files-of-runs.fixture.ts";

const stack = useFilesOfRuns();

/** Adds up a column of a table, and returns the sums as a file. */
const SUMS = `
import csv
import os
from pathlib import Path

def run(table: Path, column: str = "amount"):
    with table.open() as lines:
        total = sum(float(row[column]) for row in csv.DictReader(lines))
    report = Path(os.environ["STOA_OUTPUT_DIR"]) / "sum.csv"
    report.write_text(f"{column}\\n{total}\\n")
    return f"{table.name}: {total}"
`;

test("a Python agent gets a file as a path and returns one as an artifact", async () => {
  const { client, upload, store, run, list, readLink } = stack();
  const { agent } = await upload(SUMS);
  expect(agent.input_params).toMatchObject([
    { name: "table", type: "file", required: true },
    { name: "column" },
  ]);
  const person = await client.register();
  const file = await store(person, "sales 2026.csv", "amount,who\n1.5,Ada\n2,Grace\n");
  const result = await run(person, agent.id, { table: file.id });
  expect(result).toMatchObject({ success: true, agent_output: "sales 2026.csv: 3.5" });
  expect(result.artifacts).toMatchObject([{ name: "sum.csv", type: "text/csv", size: 11 }]);
  const [artifact] = result.artifacts;
  expect(await readLink(artifact?.url ?? "")).toEqual({ status: 200, text: "amount\n3.5\n" });
  const listed = await list(person, `?run_id=${result.run_id}`);
  expect(listed.files).toMatchObject([
    {
      ...{ id: artifact?.id, origin: "artifact", run_id: result.run_id },
      ...{ agent_id: agent.id, agent_name: agent.name },
    },
  ]);
  expect((await list(person)).files.at(-1)).toMatchObject({ id: file.id, agent_id: null, agent_name: null });
  const again = await client.get(`/api/v1/execute/runs/${result.run_id}`, { token: person.token });
  expect(again.body).toMatchObject({ artifacts: [{ id: artifact?.id, name: "sum.csv" }] });
});

test("an agent that cannot read the made-up file of the trial run is listed with a warning", async () => {
  const { upload } = stack();
  const { checks } = await upload(SUMS.replace('column: str = "amount"', 'column: str = "price"'));
  expect(checks.find(({ name }) => name === "trial_run")).toMatchObject({
    status: "warning",
    detail: expect.stringContaining("made-up file. The agent raised KeyError: 'price'."),
  });
});

test("a file that the caller does not have is refused by its field, whether it exists or not", async () => {
  const { client, upload, store, execute } = stack();
  const { agent } = await upload(SUMS);
  const [person, stranger] = [await client.register(), await client.register()];
  const foreign = await store(stranger, "a.csv", "amount\n1\n");
  const unknown = `file_${"a".repeat(32)}`;
  const answers = await Promise.all(
    [foreign.id, unknown].map((table) => execute(person, agent.id, { table })),
  );
  for (const answer of answers)
    expect(answer).toMatchObject({ status: 400, body: { error: "invalid_request" } });
  const texts = answers.map(({ body }) => JSON.stringify(Object(body).detail));
  expect(texts[0]?.replace(foreign.id, "ID")).toBe(texts[1]?.replace(unknown, "ID"));
  const answer = await execute(person, agent.id, { table: "sales.csv" });
  expect(answer).toMatchObject({
    status: 400,
    body: {
      errors: [{ field: "input_data.table", message: expect.stringContaining("must be the ID of a file") }],
    },
  });
});

const RETURNS_ITS_KEY = `
import base64, os
from pathlib import Path

def run(message: str):
    key, folder = os.environ["SEARCH_KEY"], Path(os.environ["STOA_OUTPUT_DIR"])
    (folder / "notes.txt").write_text("café " + key + " end " + base64.b64encode(key.encode()).decode())
    (folder / "rows.json").write_text('{"key": "' + key + '"}')
    (folder / f"{key}.bin").write_bytes(b"\\0" + key.encode())
`;

test("secrets of the developer are masked in text files and in names, and other bytes stay as they are", async () => {
  const { client, upload, run, readLink } = stack();
  const { agent, token } = await upload(RETURNS_ITS_KEY);
  const SEARCH_KEY = "tvly-0123456789abcdef";
  const path = `/api/v1/agents/${agent.id}/secrets`;
  const set = await client.call("PUT", path, { token, json: { secrets: { SEARCH_KEY } } });
  expect(set.status, JSON.stringify(set.body)).toBe(200);
  const { artifacts } = await run(await client.register(), agent.id, { message: "go" });
  expect(JSON.stringify(artifacts)).not.toContain(SEARCH_KEY);
  const find = (end: string) => artifacts.find(({ name }) => name.endsWith(end))?.url ?? "";
  expect((await readLink(find("rows.json"))).text).toBe('{"key": "********"}');
  expect((await readLink(find("notes.txt"))).text).toMatch(/^café \*{8} end \*{8}/);
  expect((await readLink(find(".bin"))).text).toContain(SEARCH_KEY);
});

const FAILS_AFTER_FILE = `
import os, urllib.request

def run(message: str):
    request = urllib.request.Request(
        "http://127.0.0.1:8741/files?name=secret.txt", data=b"the work", method="POST",
        headers={"Authorization": "Bearer " + os.environ["OPENAI_API_KEY"]})
    print(urllib.request.urlopen(request).status, flush=True)
    if message == "wait":
        import time
        time.sleep(60)
    if message != "Hello":
        raise ValueError("failed after its work")
`;

test("the files of a failed run are never shown, and take up no storage", async () => {
  const { client, upload, execute, list } = stack();
  const { agent } = await upload(FAILS_AFTER_FILE);
  const person = await client.register();
  const answer = await execute(person, agent.id, { message: "go" });
  expect(answer.body).toMatchObject({ success: false, error: "agent_failed", artifacts: [] });
  expect(await list(person)).toMatchObject({ files: [], used_bytes: 0 });
});

test("a file of an active run is invisible, also after the run was canceled", async () => {
  const { client, upload, execute, list, db } = stack();
  const { agent } = await upload(FAILS_AFTER_FILE);
  const person = await client.register();
  const { token } = person;
  const waiting = execute(person, agent.id, { message: "wait" });
  const countReturned = async () =>
    (await db.selectFrom("files").select("id").where("state", "=", "returned").execute()).length;
  await expect.poll(countReturned, { timeout: 20_000 }).toBe(1);
  expect((await list(person)).files).toEqual([]);
  const { runs } = parseAnswer(ActiveRunList, await client.get("/api/v1/execute/runs", { token }));
  await client.post(`/api/v1/execute/runs/${runs[0]?.run_id}/cancel`, {}, { token });
  expect((await waiting).body).toMatchObject({ status: "cancelled", artifacts: [] });
  await expect.poll(async () => (await list(person)).used_bytes).toBe(0);
});

test("a workflow reads the file of its form and returns the file of its last node", async () => {
  const { client, upload, store, run, readLink } = stack();
  const connect = (node: string) => ({ main: [[{ node, type: "main", index: 0 }]] });
  const workflow = {
    name: "Table to JSON",
    nodes: [
      {
        ...{ name: "Form", type: "n8n-nodes-base.formTrigger", typeVersion: 2.2, position: [0, 0] },
        parameters: {
          formTitle: "Table",
          formFields: {
            values: [
              {
                ...{ fieldLabel: "Table", fieldType: "file", multipleFiles: false },
                ...{ acceptFileTypes: ".csv", requiredField: true },
              },
            ],
          },
        },
      },
      {
        ...{ name: "Read", type: "n8n-nodes-base.extractFromFile", typeVersion: 1, position: [200, 0] },
        parameters: { operation: "csv", binaryPropertyName: "Table" },
      },
      {
        ...{ name: "Write", type: "n8n-nodes-base.convertToFile", typeVersion: 1.1, position: [400, 0] },
        parameters: { operation: "toJson", options: { fileName: "rows.json" } },
      },
    ],
    connections: { Form: connect("Read"), Read: connect("Write") },
    settings: { executionOrder: "v1" },
  };
  const { agent } = await upload(JSON.stringify(workflow), "workflow.json");
  expect(agent.input_params).toMatchObject([
    { name: "table", type: "file", accept: [".csv"], required: true },
  ]);
  const person = await client.register();
  const file = await store(person, "people.csv", "name\nAda\nGrace\n");
  const result = await run(person, agent.id, { table: file.id });
  const [artifact] = result.artifacts;
  expect(result.agent_output).toEqual({
    data: { file_id: artifact?.id, name: "rows.json", type: "application/json", size: artifact?.size },
  });
  expect(JSON.parse((await readLink(artifact?.url ?? "")).text)).toEqual([
    { name: "Ada" },
    { name: "Grace" },
  ]);
});

test("a declarative agent reads the text of a file", async () => {
  const { client, upload, store, run } = stack();
  const source = {
    ...{ stoa: 1, name: "Reader", description: "Says what a file contains." },
    instructions: "Answer the question from the document.",
    input: [{ name: "question" }, { name: "document", format: "binary", accept: [".txt"] }],
  };
  const { agent } = await upload(JSON.stringify(source), "reader.json");
  const person = await client.register();
  const text = "The office opens at nine. The harbor of Piraeus was closed because of a storm.";
  const file = await store(person, "note.txt", text);
  const question = "Why was the harbor closed?";
  const result = await run(person, agent.id, { question, document: file.id });
  expect(result.agent_output).toContain("because of a storm");
});

const PASSES_ON = (agentId: number) => `
import stoa

@stoa.agent(agents=[${agentId}])
def run(table: str, message: str = ""):
    try:
        return stoa.run_agent(${agentId}, table=table).output
    except Exception as error:
        return f"{type(error).__name__}: {error}"
`;

test("an agent cannot give another agent a file that it has not received", async () => {
  const { client, upload, store, run } = stack();
  const { agent } = await upload(SUMS);
  const caller = await upload(PASSES_ON(agent.id));
  const person = await client.register();
  const file = await store(person, "a.csv", "amount\n1\n");
  const result = await run(person, caller.agent.id, { table: file.id });
  expect(JSON.stringify(result.agent_output)).toContain("table must be a file that this run has received");
});

test("a conversation shows the files of each turn, also to readers of its link", async () => {
  const { client, upload, store, list, readLink } = stack();
  const { agent } = await upload(SUMS);
  const person = await client.register();
  const { token } = person;
  const file = await store(person, "sales.csv", "amount\n4\n");
  const chat = parseAnswer(
    Conversation,
    await client.post("/api/v1/conversations", { agent_id: agent.id }, { token }),
  );
  const path = `/api/v1/conversations/${chat.id}`;
  await client.post(
    "/api/v1/execute/run",
    { agent_id: agent.id, input_data: { table: file.id }, conversation_id: chat.id },
    { token },
  );
  const { turns } = parseAnswer(TurnList, await client.get(`${path}/turns`, { token }));
  expect(turns).toMatchObject([
    { message: "amount", files: [{ name: "sales.csv" }], artifacts: [{ name: "sum.csv" }] },
  ]);
  const { url } = parseAnswer(ConversationLink, await client.post(`${path}/share`, {}, { token }));
  const shared = parseAnswer(
    SharedConversation,
    await client.get(`/api/v1/shared-conversations/${url.split("/").at(-1)}`),
  );
  expect(shared.turns[0]?.artifacts).toMatchObject([{ name: "sum.csv" }]);
  expect(await readLink(shared.turns[0]?.artifacts[0]?.url ?? "")).toMatchObject({ status: 200 });
  await client.call("DELETE", path, { token });
  expect((await list(person)).files.map(({ name }) => name)).toEqual(["sales.csv"]);
});
