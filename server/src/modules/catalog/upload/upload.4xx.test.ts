import { MyAgents, Problem } from "@stoa/contract";
import { expect, test } from "vitest";
import { type Person, parseAnswer } from "../../../../../tests/harness/client.ts";
import { findAccountId, someAgent } from "../catalog.fixture.ts";
import { uploadForm, useCatalogServer } from "../catalog-server.fixture.ts";

const server = useCatalogServer({ python: true, uploadRates: { uploadsPerHour: 3, inspectionsPerHour: 5 } });

const post = (person: Person, change: Parameters<typeof uploadForm>[0] = {}) =>
  server().client.call("POST", "/api/v1/agents/upload", { token: person.token, form: uploadForm(change) });

async function owned(person: Person): Promise<number> {
  const answer = await server().client.get("/api/v1/agents/my-agents", { token: person.token });
  return parseAnswer(MyAgents, answer).total;
}

async function withAgents(count: number): Promise<Person> {
  const { client, database } = server();
  const person = await client.register();
  const accountId = await findAccountId(database.db, person.username);
  for (let n = 1; n <= count; n += 1) await someAgent(database.db, accountId, { name: `Agent ${n}` });
  return person;
}

test("returns 401 without a session", async () => {
  const answer = await server().client.call("POST", "/api/v1/agents/upload", { form: uploadForm({}) });
  expect(answer.status).toBe(401);
});

test("returns 403 with the limit for the sixth agent on the Free plan", async () => {
  const person = await withAgents(5);
  const answer = await post(person);
  expect(answer.status).toBe(403);
  const problem = parseAnswer(Problem, answer);
  expect(problem.error).toBe("agent_limit_reached");
  expect(problem.detail).toContain("Free plan includes 5 agents");
  expect(await owned(person)).toBe(5);
});

test("returns 403 for all but one of several simultaneous uploads of the fifth agent", async () => {
  const person = await withAgents(4);
  const answers = await Promise.all([post(person), post(person), post(person)]);
  const statuses = answers.map((answer) => answer.status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  expect(await owned(person)).toBe(5);
});

test("returns 409 for a name that the owner already uses in any letter case, but not for another owner's", async () => {
  const person = await withAgents(1);
  const answer = await post(person, { fields: { name: "AGENT 1" } });
  expect(answer.status).toBe(409);
  const problem = parseAnswer(Problem, answer);
  expect(problem.error).toBe("conflict");
  expect(problem.errors).toEqual([{ field: "name", message: "You already have an agent with this name" }]);
  expect((await post(await withAgents(0), { fields: { name: "Agent 1" } })).status).toBe(201);
});

test("returns 409 for one of two simultaneous uploads of the same name", async () => {
  const person = await withAgents(0);
  const twice = await Promise.all([1, 2].map(() => post(person, { fields: { name: "Twin" } })));
  expect(twice.map((answer) => answer.status).sort()).toEqual([201, 409]);
  expect(await owned(person)).toBe(1);
});

test("returns 413 for a file over 1 MiB, and checks a file of exactly 1 MiB", async () => {
  const person = await withAgents(0);
  const limit = 1024 * 1024;
  const answer = await post(person, { file: { name: "big.py", content: "#".repeat(limit + 1) } });
  expect(answer.status).toBe(413);
  expect(parseAnswer(Problem, answer)).toMatchObject({
    error: "too_large",
    detail: "The file is larger than 1 MiB",
  });
  const huge = await post(person, { file: { name: "huge.py", content: "#".repeat(6 * limit) } });
  expect(huge.status).toBe(413);
  const source = "def run(m): return m\n";
  const largest = await post(person, { file: { name: "a.py", content: source.padEnd(limit, "#") } });
  expect(largest.status, JSON.stringify(largest.body)).toBe(201);
});

test("returns 415 for a body that is not a form", async () => {
  const { token } = await withAgents(0);
  const answer = await server().client.post("/api/v1/agents/upload", { name: "x" }, { token });
  expect(answer.status).toBe(415);
  expect(parseAnswer(Problem, answer).error).toBe("unsupported_media_type");
});

test("refused files do not use up the limit of uploads", async () => {
  const person = await withAgents(0);
  for (let n = 0; n < 4; n += 1) expect((await post(person, { file: null })).status).toBe(400);
  expect((await post(person)).status).toBe(201);
});

test("returns 429 with the time to retry after too many refused files", async () => {
  const person = await withAgents(0);
  for (let n = 0; n < 5; n += 1) expect((await post(person, { file: null })).status).toBe(400);
  const answer = await post(person);
  expect(answer.status).toBe(429);
  expect(parseAnswer(Problem, answer)).toMatchObject({
    error: "rate_limited",
    detail: "You can have 5 files checked per hour. Please try again in 60 minutes.",
  });
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(3500);
  expect(answer.headers.get("ratelimit-policy")).toBe('"inspect";q=5;w=3600');
  expect((await post(await withAgents(0), { file: null })).status).toBe(400);
});

test("returns 429 for too many inspections, which have their own limit", async () => {
  const { client } = server();
  const { token } = await client.register();
  const inspect = () => client.call("POST", "/api/v1/agents/inspect", { token, form: new FormData() });
  for (let n = 0; n < 5; n += 1) expect((await inspect()).status).toBe(400);
  expect((await inspect()).status).toBe(429);
});
