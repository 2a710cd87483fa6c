import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { SERVER_CONTENT_VAULT, useTestServer } from "../../../../../tests/harness/server.ts";
import { hashToken } from "./resume-token.ts";
import { createWaitStore } from "./wait-store.ts";
import { createFlow, firstWait, readResult, started, waitNode, withWorkflow } from "./waiting-run.fixture.ts";

const server = useTestServer({ env: { STOA_PYTHON: "/nonexistent/python3" } });

let token: string;
let agentId: number;

beforeAll(async () => {
  const listed = await withWorkflow(
    server().client,
    createFlow(waitNode({ resume: "webhook", httpMethod: "POST" })),
  );
  token = listed.token;
  agentId = listed.agent.id;
});

async function waiting(timeout?: number) {
  const { client, url } = server();
  const runId = await started(client, token, agentId, timeout);
  const wait = await firstWait(client, token, runId);
  return { client, runId, url: url + wait.path };
}

const end = (runId: string) => readResult(server().client, token, runId);
const problem = async (answer: Response) => [answer.status, Object(await answer.json()).error];

test("returns 404 for every resume URL at which no run waits", async () => {
  const { runId, url } = await waiting();
  const other = `run_${"0".repeat(32)}`;
  const right = url.split("/").at(-1) ?? "";
  const wrong = right.startsWith("A") ? `B${right.slice(1)}` : `A${right.slice(1)}`;
  const at = (run: string, secret: string) => `${server().url}/api/v1/runs/${run}/resume/${secret}`;
  for (const address of [
    at(runId, wrong),
    at(other, right),
    at(runId, ""),
    at(runId, "%00".repeat(10)),
    at(runId, "'; DROP TABLE run_waits; --"),
    at(runId, "a".repeat(99)),
    at("1", right),
  ])
    for (const method of ["GET", "POST"])
      expect((await fetch(address, { method })).status, address).toBe(404);
  expect((await fetch(url, { method: "POST" })).status).toBe(200);
  await end(runId);
});

test("returns 409 for a second answer, and 404 after the end of the run has deleted its waits", async () => {
  const { runId, url } = await waiting();
  const both = await Promise.all([fetch(url, { method: "POST" }), fetch(url, { method: "POST" })]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  await end(runId);
  expect(await problem(await fetch(url, { method: "POST" }))).toEqual([404, "not_found"]);
  const { rows } = await sql`SELECT FROM run_waits WHERE run_id = ${runId}`.execute(server().db);
  expect(rows).toEqual([]);
});

test("returns 409 for the wrong method, which does not answer the wait", async () => {
  const { runId, url } = await waiting();
  expect(await problem(await fetch(url))).toEqual([409, "conflict"]);
  expect((await fetch(url, { method: "POST" })).status).toBe(200);
  expect(await end(runId)).toMatchObject({ success: true });
});

test("returns 413, 415 or 400 for bodies that are too large, compressed, malformed or nested too deeply", async () => {
  const { runId, url } = await waiting();
  const send = (body: string, headers: Record<string, string>) =>
    fetch(url, { method: "POST", body, headers });
  const json = { "content-type": "application/json" };
  expect(await problem(await send("x".repeat(300_000), {}))).toEqual([413, "too_large"]);
  expect(await problem(await send("x", { "content-encoding": "gzip" }))).toEqual([
    415,
    "unsupported_media_type",
  ]);
  expect(await problem(await send("{", json))).toEqual([400, "invalid_request"]);
  expect(await problem(await send("[".repeat(50_000) + "]".repeat(50_000), json))).toEqual([
    400,
    "invalid_request",
  ]);
  expect(await problem(await send("x", { "content-type": "multipart/form-data" }))).toEqual([
    400,
    "invalid_request",
  ]);
  expect(
    await problem(await send("a&".repeat(100_000), { "content-type": "application/x-www-form-urlencoded" })),
  ).toEqual([400, "invalid_request"]);
  expect((await send('{"__proto__":{"a":1}}', json)).status).toBe(200);
  expect(await end(runId)).toMatchObject({ success: true });
});

test("a browser that opens an expired resume URL gets a page that explains it", async () => {
  const { runId, url } = await waiting();
  await fetch(url, { method: "POST" });
  await end(runId);
  const page = await fetch(url, { headers: { accept: "text/html" } });
  expect(page.status).toBe(404);
  expect(await page.text()).toContain("No run is waiting for an answer at this URL.");
});

test("a run that nobody answers fails at its time limit, names the maximum wait, and costs nothing", async () => {
  const { runId } = await waiting(3);
  const result = await end(runId);
  expect(result).toMatchObject({ success: false, cost: 0 });
  expect(result.detail).toMatch(
    /^Node 'Ask': the node waited \d seconds, but received no answer before the run's time limit \(at most 600 seconds\)$/,
  );
});

test("canceling a waiting run ends it and invalidates its resume URL", async () => {
  const { client, runId, url } = await waiting();
  await client.post(`/api/v1/execute/runs/${runId}/cancel`, {}, { token });
  expect(await end(runId)).toMatchObject({ status: "cancelled" });
  expect((await fetch(url, { method: "POST" })).status).toBe(404);
});

test("the table does not contain the secret of the resume URL", async () => {
  const { runId, url } = await waiting();
  const { rows } = await sql`SELECT * FROM run_waits WHERE run_id = ${runId}`.execute(server().db);
  const kept = JSON.stringify(rows, (_, value) =>
    value?.type === "Buffer" ? Buffer.from(value.data).toString("latin1") : value,
  );
  expect(kept).toContain(runId);
  expect(kept).not.toContain(url.split("/").at(-1));
  await fetch(url, { method: "POST" });
  await end(runId);
});

test("exactly one of four concurrent answers is accepted", async () => {
  const { runId, url } = await waiting();
  const store = createWaitStore(server().db, SERVER_CONTENT_VAULT);
  const hash = hashToken(url.split("/").at(-1) ?? "");
  const answer = JSON.stringify({ headers: {}, query: {}, body: {}, files: {} });
  const { rows } = await sql<{ accountId: string }>`
    SELECT account_id AS "accountId" FROM run_waits WHERE run_id = ${runId}`.execute(server().db);
  const accountId = rows[0]?.accountId ?? "";
  const taken = await Promise.all([1, 2, 3, 4].map(() => store.answer({ runId, hash, accountId }, answer)));
  expect(taken.filter(Boolean)).toHaveLength(1);
  expect(await end(runId)).toMatchObject({ success: true });
});
