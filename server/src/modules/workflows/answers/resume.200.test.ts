import { sql } from "kysely";
import { expect, test } from "vitest";
import { useTestServer } from "../../../../../tests/harness/server.ts";
import { readEvents } from "../../runs/live/event-reader.fixture.ts";
import {
  bodyNode,
  createFlow,
  firstWait,
  readResult,
  started,
  waitNode,
  withWorkflow,
} from "./waiting-run.fixture.ts";

const server = useTestServer({ env: { STOA_PYTHON: "/nonexistent/python3" } });

const asking = { resume: "webhook", httpMethod: "POST" };

async function waiting(parameters: object, ...after: Parameters<typeof createFlow>) {
  const { client } = server();
  const { token, agent, checks } = await withWorkflow(client, createFlow(waitNode(parameters), ...after));
  const runId = await started(client, token, agent.id);
  const wait = await firstWait(client, token, runId);
  return { client, token, runId, checks, wait, url: server().url + wait.path };
}

test("a call resumes the run and passes on its body, query and headers, but no credentials", async () => {
  const { client, token, runId, wait, url, checks } = await waiting(asking);
  expect(checks.find(({ name }) => name === "entry_point")?.detail).toContain("waits for an answer at 'Ask'");
  expect(wait).toMatchObject({ node: "Ask", kind: "call", method: "POST" });
  const answer = await fetch(`${url}?of=bank`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-bank": "yes",
      cookie: "session=secret",
      authorization: "Bearer secret",
      "x-api-key": "secret",
    },
    body: JSON.stringify({ paid: true }),
  });
  expect([answer.status, await answer.json()]).toEqual([200, { message: "Workflow was started" }]);
  const result = await readResult(client, token, runId);
  expect(result).toMatchObject({
    success: true,
    cost: 0,
    agent_output: { body: { paid: true }, query: { of: "bank" }, params: {}, headers: { "x-bank": "yes" } },
  });
  expect(JSON.stringify(result)).not.toContain("secret");
});

test("forms, plain text and files reach the run", async () => {
  const forms: [string | URLSearchParams, unknown][] = [
    [
      new URLSearchParams([
        ["a", "1"],
        ["a", "2"],
        ["b", "x"],
      ]),
      { a: ["1", "2"], b: "x" },
    ],
    ["plain words", "plain words"],
  ];
  for (const [body, given] of forms) {
    const { client, token, runId, url } = await waiting(asking, bodyNode);
    expect((await fetch(url, { method: "POST", body })).status).toBe(200);
    expect((await readResult(client, token, runId)).agent_output).toEqual(given);
  }
  const reading = {
    name: "Read",
    type: "n8n-nodes-base.extractFromFile",
    typeVersion: 1,
    parameters: { operation: "text", binaryPropertyName: "note", destinationKey: "output" },
  };
  const { client, token, runId, url } = await waiting(asking, reading);
  const form = new FormData();
  form.set("note", new File(["from outside"], "note.txt", { type: "text/plain" }));
  expect((await fetch(url, { method: "POST", body: form })).status).toBe(200);
  expect((await readResult(client, token, runId)).agent_output).toBe("from outside");
});

test("a GET request resumes a node that waits for a GET request, but HEAD and prefetch requests do not", async () => {
  const { client, token, runId, url } = await waiting({ resume: "webhook" });
  expect((await fetch(url, { method: "HEAD" })).status).toBe(200);
  expect((await fetch(url, { headers: { "sec-purpose": "prefetch" } })).status).toBe(409);
  expect((await fetch(`${url}?ok=1`)).status).toBe(200);
  expect((await readResult(client, token, runId)).agent_output).toMatchObject({
    query: { ok: "1" },
    body: {},
  });
});

test("a developer's reply is sent as plain text with the developer's status, never as HTML", async () => {
  const { url } = await waiting({
    ...asking,
    responseCode: 202,
    options: { responseData: "<script>1</script>" },
  });
  const answer = await fetch(url, { method: "POST" });
  expect([answer.status, answer.headers.get("content-type"), await answer.text()]).toEqual([
    202,
    "text/plain; charset=utf-8",
    "<script>1</script>",
  ]);
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
});

test("with response mode lastNode, the call returns the output of the run", async () => {
  const { url } = await waiting({ ...asking, responseMode: "lastNode" }, bodyNode);
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"n":1}',
  });
  expect([answer.status, await answer.json()]).toEqual([200, { n: 1 }]);
});

test("a form page has no scripts and is shown again if a required field is empty", async () => {
  const fields = [
    { fieldLabel: "Your <name>", requiredField: true },
    {
      fieldLabel: "Colour",
      fieldType: "dropdown",
      fieldOptions: { values: [{ option: "red" }, { option: "blue" }] },
    },
  ];
  const form = { resume: "form", formTitle: "Hello & welcome", formFields: { values: fields } };
  const { client, token, runId, wait, url } = await waiting(form);
  expect(wait).toMatchObject({ kind: "page", method: null });
  const page = await fetch(url, { headers: { accept: "text/html" } });
  const html = await page.text();
  expect(page.headers.get("content-security-policy")).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
  );
  expect(page.headers.get("cache-control")).toBe("no-store");
  expect(html).toContain("<h1>Hello &#38; welcome</h1>");
  expect(html).toContain('name="Your &#60;name&#62;"');
  expect(html).not.toContain("<script");
  const send = (values: Record<string, string>) =>
    fetch(url, { method: "POST", headers: { accept: "text/html" }, body: new URLSearchParams(values) });
  const missing = await send({ Colour: "blue" });
  expect(missing.status).toBe(400);
  const again = await missing.text();
  expect(again).toContain('<p class="error" role="alert">Please fill in: Your &#60;name&#62;</p>');
  expect(again).toContain("<option selected>blue</option>");
  const sent = await send({ "Your <name>": "Ada", Colour: "blue" });
  expect([sent.status, await sent.text()]).toEqual([200, expect.stringContaining("Thank you")]);
  expect((await readResult(client, token, runId)).agent_output).toMatchObject({
    "Your <name>": "Ada",
    Colour: "blue",
  });
});

test("clients that follow a run see that a node waits, and only the run's caller can read the resume URL", async () => {
  const { client, token, runId, url } = await waiting(asking);
  const stranger = await client.register();
  const asked = await client.get(`/api/v1/execute/runs/${runId}/waits`, { token: stranger.token });
  expect(asked.status).toBe(404);
  const answer = await fetch(url, { method: "POST" });
  expect(answer.status).toBe(200);
  await readResult(client, token, runId);
  const events = await fetch(`${server().url}/api/v1/execute/runs/${runId}/events`, {
    headers: { authorization: `Bearer ${token}`, accept: "text/event-stream" },
  });
  const told = await readEvents(events);
  const states = told.flatMap(({ event, data }) =>
    event === "node" && Object(data).node === "Ask" ? [Object(data).state] : [],
  );
  expect(states).toContain("waiting");
  expect(states.at(-1)).toBe("done");
  expect(JSON.stringify(told)).not.toContain(url.split("/").at(-1));
});

test("opening an approval link decides nothing until the person clicks the button on the page", async () => {
  const { client } = server();
  // A "send and wait" node would need a connector, so the test stores the page that such a node would show.
  const page = { resume: "form", formTitle: "Send it?", formFields: { values: [] } };
  const { token, agent } = await withWorkflow(client, createFlow(waitNode(page)));
  const runId = await started(client, token, agent.id);
  const { path } = await firstWait(client, token, runId);
  const asks = {
    kind: "page",
    page: {
      title: "Send it?",
      text: "Dear Ada",
      fields: [],
      thanks: "Thank you",
      buttons: [
        { label: "Approve", name: "approved", value: "true" },
        { label: "Decline", name: "approved", value: "false" },
      ],
    },
  };
  // Every value can be read as text of before contents were encrypted, whose first byte is 0.
  const plain = Buffer.concat([Buffer.alloc(1), Buffer.from(JSON.stringify(asks))]);
  await sql`UPDATE run_waits SET asks = ${plain} WHERE run_id = ${runId}`.execute(server().db);
  const url = server().url + path;
  const accept = { accept: "text/html" };
  const decline = await (await fetch(`${url}?approved=false`, { headers: accept })).text();
  expect(decline).toContain('<button name="approved" value="false">Decline</button>');
  expect(decline).not.toContain("Approve");
  const both = await (await fetch(`${url}?approved=maybe`, { headers: accept })).text();
  expect(both).toMatch(/Approve<\/button>\s*<button[^>]*>Decline/);
  const empty = await fetch(url, { method: "POST", body: new URLSearchParams({ approved: "maybe" }) });
  expect(empty.status).toBe(400);
  const sent = await fetch(url, {
    method: "POST",
    headers: accept,
    body: new URLSearchParams({ approved: "false" }),
  });
  expect(sent.status).toBe(200);
  expect(await readResult(client, token, runId)).toMatchObject({ success: true });
});
