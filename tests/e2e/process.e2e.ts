import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { ExecutionResult, Health } from "@stoa/contract";
import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { startEmbeddedPostgres } from "../../server/src/platform/postgres/embedded-postgres.ts";
import { Client, parseAnswer } from "../harness/client.ts";
import { createTemporaryHome, removeHome, ServerProcess } from "../harness/server-process.ts";
import { createSeededHome } from "./seeded-home.ts";

const ENTRY = fileURLToPath(new URL("../../server/dist/main.js", import.meta.url));
/** Starting a server takes up to ten seconds, so the short suite skips the tests whose start other tests also cover. */
const LONG = { skip: !process.env.STOA_TEST_LONG };
const homes: string[] = [];
const servers: ServerProcess[] = [];

function removeAfterTest(home: string): string {
  homes.push(home);
  return home;
}

const createEmptyHome = () => removeAfterTest(createTemporaryHome());

async function start(where: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await ServerProcess.start(where, env);
  servers.push(server);
  return server;
}

afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
  for (const each of homes.splice(0)) removeHome(each);
});

/** Runs a command that must fail, and returns its output on stderr. */
async function startAndFail(args: string[], env: Record<string, string>): Promise<string> {
  const child = promisify(execFile)(process.execPath, [ENTRY, ...args], {
    env: { PATH: process.env.PATH, HOST: "127.0.0.1", ...env },
  });
  const failed: unknown = await child.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(Object(failed).code).toBe(1);
  return String(Object(failed).stderr).trim();
}

const SLOW = `import time


def run(message: str):
    yield "started, "
    time.sleep(2)
    yield "and finished"
`;

async function uploadSlow(client: Client, token: string): Promise<number> {
  const form = new FormData();
  form.set("name", "Slow");
  form.set("description", "Takes two seconds");
  form.set("documentation", "Send any text. The answer comes in two pieces, two seconds apart.");
  form.set("file", new File([SLOW], "slow.py"));
  const answer = await client.call("POST", "/api/v1/agents/upload", { token, form });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return Number(Object(Object(answer.body).agent).id);
}

test("on SIGTERM the server lets an active run end, charges it, then stops the database", async () => {
  const server = await start(removeAfterTest(createSeededHome()));
  const client = new Client(server.url);
  const [developer, { token }] = [await client.register(), await client.register()];
  const agentId = await uploadSlow(client, developer.token);
  const database = new pg.Client({ connectionString: server.databaseUrl });
  await database.connect();
  const { rows } = await database.query<{ data_directory: string }>("SHOW data_directory");
  await database.end();
  const postmaster = join(rows[0]?.data_directory ?? "", "postmaster.pid");
  expect(existsSync(postmaster)).toBe(true);

  const run = client.post(
    "/api/v1/execute/run",
    { agent_id: agentId, input_data: { message: "go" } },
    { token },
  );
  await expect
    .poll(async () => Object((await client.get("/api/v1/billing/balance", { token })).body).held)
    .toBeGreaterThan(0);
  const stopped = server.stop();
  const answer = await run;
  expect(parseAnswer(ExecutionResult, answer)).toMatchObject({
    success: true,
    agent_output: "started, and finished",
  });
  expect(await stopped).toBe(0);
  expect(existsSync(postmaster)).toBe(false);
});

test("all data is still there after a restart", LONG, async () => {
  const where = createEmptyHome();
  const first = await start(where);
  const person = await new Client(first.url).register();
  expect(await first.stop()).toBe(0);
  const second = await start(where);
  const me = await new Client(second.url).get("/api/v1/users/me", { token: person.token });
  expect(me).toMatchObject({ status: 200, body: { username: person.username } });
});

test("a port in use is reported in one line", async () => {
  const holder = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => holder.once("listening", resolve));
  const address = holder.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  const output = await startAndFail(["serve"], { PORT: String(port), STOA_HOME: createEmptyHome() });
  holder.close();
  expect(output).toBe(
    `stoa: Port ${port} is in use. Stop the program that uses it, or choose another port: PORT=${port + 1} npm start`,
  );
});

test("stoa workflow runs an export without a server", async () => {
  const program = fileURLToPath(new URL("../../scripts/stoa.mjs", import.meta.url));
  const file = fileURLToPath(new URL("../../server/seed/agents/overdue-invoices.json", import.meta.url));
  const input = JSON.stringify({ invoices: "7, Acme, 100, 2026-01-01", today: "2026-01-31" });
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [program, "workflow", "run", file, "--input", input, "--json"],
    { env: { PATH: process.env.PATH, STOA_HOME: createEmptyHome() } },
  );
  expect(JSON.parse(stdout)).toMatchObject({
    nodes: { "Read the lines": [[{ customer: "Acme", amount: 100 }]] },
    error: null,
  });
});

test("a home folder in use is reported in one line", LONG, async () => {
  const where = removeAfterTest(createSeededHome());
  await start(where);
  const output = await startAndFail(["serve"], { PORT: "0", STOA_HOME: where });
  expect(output).toMatch(/^stoa: .*(in use|already)/);
  expect(output.split("\n")).toHaveLength(1);
});

test.each([
  ["postgres://nobody:x@127.0.0.1:1/none", /^stoa: Could not connect to the database in DATABASE_URL/],
  ["mysql://localhost/none", /^stoa: DATABASE_URL: must look like postgres:/],
])("an unusable DATABASE_URL=%s is reported in one line", async (url, line) => {
  const output = await startAndFail(["serve"], {
    PORT: "0",
    STOA_HOME: createEmptyHome(),
    DATABASE_URL: url,
  });
  expect(output).toMatch(line);
  expect(output.split("\n")).toHaveLength(1);
});

test("DATABASE_URL selects an external database", LONG, async () => {
  const elsewhere = createEmptyHome();
  const database = await startEmbeddedPostgres({ home: elsewhere, log: { info: () => {}, warn: () => {} } });
  try {
    const server = await start(createEmptyHome(), { DATABASE_URL: database.tcpUrl });
    const { status } = await new Client(server.url).get("/api/v1/agents/4");
    expect(status).toBe(200);
    expect(await server.stop()).toBe(0);
  } finally {
    await database.stop();
  }
});

test("without Python everything else works, and a run's error says why the agent cannot run", async () => {
  const where = removeAfterTest(createSeededHome());
  const whole = await start(where);
  expect(whole.output).toContain(
    'Agents that ask for the model "default" get stoa-basic, which is not a language',
  );
  expect(await whole.stop()).toBe(0);
  const server = await start(where, {
    STOA_PYTHON: "/nowhere/python3",
    OPENAI_BASE_URL: "http://models.internal:9000/v1",
  });
  expect(server.output).toContain('the model "default" get gpt-4o-mini (own-server)');
  const client = new Client(server.url);
  const { body: models } = await client.get("/api/v1/models");
  expect(JSON.stringify(models)).toContain("own-server");
  expect(JSON.stringify(models)).not.toContain("internal");
  const health = parseAnswer(Health, await client.get("/api/health"));
  expect(health.runtimes.map(({ available, reason }) => [available, reason])).toEqual([
    ...["stoa", "langchain", "autogen"].map(() => [false, "Python was not found (/nowhere/python3)."]),
    [true, undefined],
  ]);
  const { token } = await client.register();
  const answer = await client.post(
    "/api/v1/execute/run",
    { agent_id: 1, input_data: { message: "hi" } },
    { token },
  );
  expect(answer.status).toBe(503);
  expect(answer.body).toMatchObject({
    error: "runtime_unavailable",
    detail: expect.stringContaining("Python was not found"),
  });
});
