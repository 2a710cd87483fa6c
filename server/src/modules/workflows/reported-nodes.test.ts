import { Agent, InspectReply, RunTrace, UploadReply, WorkflowDrawing } from "@stoa/contract";
import { expect, test } from "vitest";
import { type Person, parseAnswer } from "../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { uploadForm } from "../catalog/catalog-server.fixture.ts";
import { readEvents } from "../runs/live/event-reader.fixture.ts";

const server = useTestServer({ env: { STOA_PYTHON: "/nonexistent/python3" } });

const set = (name: string, value: string, position: [number, number]) => ({
  name,
  type: "n8n-nodes-base.set",
  typeVersion: 3.4,
  position,
  parameters: { assignments: { assignments: [{ id: "a", name: "text", value, type: "string" }] } },
});
const to = (node: string) => [{ node, type: "main", index: 0 }];

/** A workflow that sends a message to one of two branches, depending on its length. */
const FLOW = JSON.stringify({
  name: "Two ways",
  nodes: [
    {
      name: "Start",
      type: "n8n-nodes-base.manualTrigger",
      typeVersion: 1,
      position: [0, 0],
      parameters: {},
    },
    {
      name: "Long?",
      type: "n8n-nodes-base.if",
      typeVersion: 2.2,
      position: [220, 0],
      parameters: {
        conditions: {
          options: { caseSensitive: true, typeValidation: "loose", version: 2 },
          combinator: "and",
          conditions: [
            {
              id: "c",
              leftValue: "={{ $json.message.length }}",
              rightValue: 5,
              operator: { type: "number", operation: "gt" },
            },
          ],
        },
      },
    },
    set("Long", "=long: {{ $json.message }}", [440, -100]),
    set("Short", "=short: {{ $json.message }}", [440, 100]),
    set("Shout", "={{ $json.text.toUpperCase() }}", [660, -100]),
    { ...set("Unused", "x", [880, 0]), disabled: true },
    { name: "Note", type: "n8n-nodes-base.stickyNote", typeVersion: 1, position: [0, 300], parameters: {} },
  ],
  connections: {
    Start: { main: [to("Long?")] },
    "Long?": { main: [to("Long"), to("Short")] },
    Long: { main: [to("Shout")] },
  },
  settings: { executionOrder: "v1" },
});

const file = { name: "flow.json", content: FLOW };

async function uploaded(fields: Record<string, string> = {}) {
  const { client } = server();
  const developer = await client.register();
  const form = uploadForm({
    fields: { name: "Two ways", category: "automation", price_per_token: "0", ...fields },
    file,
  });
  const answer = await client.call("POST", "/api/v1/agents/upload", { token: developer.token, form });
  return { developer, answer };
}

async function listed(fields: Record<string, string> = {}) {
  const { developer, answer } = await uploaded(fields);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return { developer, id: parseAnswer(UploadReply, answer).agent.id };
}

async function followed({ token }: Person, agentId: number, message: string) {
  const response = await fetch(`${server().client.url}/api/v1/execute/run`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "text/event-stream",
    },
    body: JSON.stringify({ agent_id: agentId, input_data: { message } }),
  });
  const events = await readEvents(response);
  const runId = String(events[0]?.data.run_id);
  // On a busy machine a node can be slow enough to be reported as running before it ends.
  const nodes = events
    .filter(({ event, data }) => event === "node" && data.state !== "running")
    .map(({ data }) => data);
  return { runId, nodes, result: events.at(-1)?.data };
}

const readTrace = async (runId: string, { token }: Person) =>
  parseAnswer(RunTrace, await server().client.get(`/api/v1/execute/runs/${runId}/trace`, { token }));

test("a stream reports each node without its items, and the developer's trace includes them", async () => {
  const { developer, id } = await listed();
  const { runId, nodes, result } = await followed(developer, id, "Hello there");
  expect(nodes).toMatchObject([
    { node: "Start", state: "done", run: 0, items_in: [1], items_out: [1], error: null },
    { node: "Long?", items_out: [1, 0] },
    { node: "Long", within: null, serves: null },
    { node: "Shout", items_in: [1], items_out: [1] },
  ]);
  expect(JSON.stringify(nodes)).not.toContain("Hello");
  expect(result).toMatchObject({ agent_output: "LONG: HELLO THERE" });
  const { entries } = await readTrace(runId, developer);
  const told = entries.filter((entry) => entry.type === "node");
  expect(told.map(({ node }) => node)).toEqual(["Start", "Long?", "Long", "Shout"]);
  expect(told[2]).toMatchObject({ state: "done", items: [[{ text: "long: Hello there" }]] });
});

test("a caller sees which nodes ran, and the developer sees their items only after the run is shared", async () => {
  const { developer, id } = await listed();
  const caller = await server().client.register();
  const { runId } = await followed(caller, id, "my secret");
  const nodesFor = async (person: Person) =>
    (await readTrace(runId, person)).entries.filter((entry) => entry.type === "node");
  for (const person of [caller, developer]) {
    const told = await nodesFor(person);
    expect(told.map(({ node, items }) => [node, items])).toEqual([
      ["Start", null],
      ["Long?", null],
      ["Long", null],
      ["Shout", null],
    ]);
    expect(JSON.stringify(told)).not.toContain("secret");
  }
  await server().client.put(`/api/v1/execute/runs/${runId}/share`, { shared: true }, { token: caller.token });
  expect((await nodesFor(developer))[3]).toMatchObject({ items: [[{ text: "LONG: MY SECRET" }]] });
  expect((await nodesFor(caller))[3]).toMatchObject({ items: null });
});

test("only the owner can read the workflow diagram of a version", async () => {
  const { developer, id } = await listed();
  const { client } = server();
  const path = `/api/v1/agents/${id}/versions/1/workflow`;
  const drawing = parseAnswer(WorkflowDrawing, await client.get(path, { token: developer.token }));
  expect(drawing.nodes).toHaveLength(6);
  expect(drawing.nodes[2]).toEqual({
    name: "Long",
    type: "n8n-nodes-base.set",
    x: 440,
    y: -100,
    disabled: false,
  });
  expect(drawing.nodes[5]).toMatchObject({ name: "Unused", disabled: true });
  expect(drawing.connections).toContainEqual({
    kind: "main",
    from: "Long?",
    output: 1,
    to: "Short",
    input: 0,
  });
  const stranger = await client.register();
  const seen = [
    await client.get(path, { token: stranger.token }),
    await client.get(path.replace("/1/", "/2/"), { token: developer.token }),
    await client.get("/api/v1/agents/1/versions/1/workflow", { token: developer.token }),
  ];
  expect(seen.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect((await client.get(path)).status).toBe(401);
});

test("a workflow whose trial run has no output is listed with a warning, and a run without output costs nothing", async () => {
  const { developer, answer } = await uploaded({ output_node: "Long", price_per_token: "0.000001" });
  const { agent, checks } = parseAnswer(UploadReply, answer);
  expect(checks.at(-1)).toMatchObject({
    name: "trial_run",
    status: "warning",
    detail: expect.stringMatching(
      /^The agent returned no output: the output node returned no item.* costs nothing\.$/,
    ),
  });
  expect((await followed(developer, agent.id, "Hi")).result).toMatchObject({
    success: false,
    error: "agent_failed",
    detail: "The agent returned no output",
    cost: 0,
  });
});

test("the output node that is chosen in the form of an upload or of a new version provides the answer", async () => {
  const { developer, id } = await listed({ output_node: "Long" });
  const { client } = server();
  expect((await followed(developer, id, "Hello there")).result).toMatchObject({
    agent_output: "long: Hello there",
  });
  const form = uploadForm({ fields: { notes: "Shouts", output_node: "Long?" }, file });
  form.delete("name");
  for (const field of ["description", "documentation", "category", "price_per_token"]) form.delete(field);
  const answer = await client.call("POST", `/api/v1/agents/${id}/versions`, { token: developer.token, form });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  expect((await followed(developer, id, "Hello there")).result).toMatchObject({
    agent_output: { message: "Hello there" },
  });
  expect(parseAnswer(Agent, await client.get(`/api/v1/agents/${id}`)).version).toBe(2);
});

test.each([["Unused"], ["Nobody"]])("an upload with the output node %s is refused", async (node) => {
  const { answer } = await uploaded({ output_node: node });
  expect(answer).toMatchObject({
    status: 400,
    body: {
      error: "upload_refused",
      detail: `Output node '${node}' is never reached`,
    },
  });
});

test("inspecting a file lists the nodes that can be the output node", async () => {
  const { client } = server();
  const { token } = await client.register();
  const form = new FormData();
  form.set("file", new File([FLOW], "flow.json"));
  const reply = parseAnswer(
    InspectReply,
    await client.call("POST", "/api/v1/agents/inspect", { token, form }),
  );
  expect(reply).toMatchObject({
    output_nodes: ["Start", "Long?", "Long", "Short", "Shout"],
    output_node: null,
  });
});
