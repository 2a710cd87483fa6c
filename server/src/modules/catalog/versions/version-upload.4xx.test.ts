import { LIMITS, Problem, VersionList } from "@stoa/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { type Answer, parseAnswer } from "../../../../../tests/harness/client.ts";
import { personWithAgent } from "../catalog.fixture.ts";
import { useCatalogServer, versionForm } from "../catalog-server.fixture.ts";

const server = useCatalogServer({ python: true, uploadRates: { uploadsPerHour: 3, inspectionsPerHour: 10 } });
const GOOD = "def run(message):\n    return message\n";

async function scene(name: string) {
  const { client, database } = server();
  const owned = await personWithAgent(client, database.db, { name });
  const path = `/api/v1/agents/${owned.agentId}/versions`;
  return {
    ...owned,
    path,
    post: (form: FormData, token = owned.token) => client.call("POST", path, { token, form }),
    total: async () => parseAnswer(VersionList, await client.get(path, { token: owned.token })).total,
  };
}

const parseProblem = (answer: Answer) => parseAnswer(Problem, answer);

test("returns 401 without a session, 404 for another account's agent and for unknown and invalid ids", async () => {
  const { client } = server();
  const { path, post, total } = await scene("Mine");
  const stranger = await client.register();
  expect((await client.call("POST", path, { form: versionForm(GOOD) })).status).toBe(401);
  expect((await client.call("POST", path, { token: "wrong", form: versionForm(GOOD) })).status).toBe(401);
  const others = await post(versionForm(GOOD), stranger.token);
  expect(others.status).toBe(404);
  expect(parseProblem(others)).toMatchObject({ error: "not_found", detail: "Agent not found" });
  for (const id of ["2147483647", "0", "x"])
    expect(
      (
        await client.call("POST", `/api/v1/agents/${id}/versions`, {
          token: stranger.token,
          form: versionForm(GOOD),
        })
      ).status,
    ).toBe(404);
  expect(await total()).toBe(1);
});

test("returns 400 with all checks for a file that fails one, and stores nothing", async () => {
  const { agentId, post, total } = await scene("Failing");
  const broken = parseProblem(await post(versionForm("def run(message):\n    raise ValueError('no')\n")));
  expect(broken).toMatchObject({ status: 400, error: "upload_refused" });
  expect(broken.checks?.map(({ name, status }) => `${name} ${status}`)).toEqual([
    "size passed",
    "syntax passed",
    "framework passed",
    "entry_point passed",
    "models passed",
    "connectors passed",
    "network passed",
    "agents passed",
    "secrets passed",
    "environment passed",
    "trial_run failed",
  ]);
  const itself = `STOA_AGENTS = [${agentId}]\ndef run(message):\n    return message\n`;
  expect(parseProblem(await post(versionForm(itself))).detail).toContain("an agent cannot call itself");
  expect(await total()).toBe(1);
});

test("returns 400 for examples larger than the input of a run", async () => {
  const { post, total } = await scene("Exemplary");
  const source = `import stoa\n@stoa.agent(examples=[{"message": "${"x".repeat(LIMITS.inputMaxBytes)}"}])\n${GOOD}`;
  const refused = await post(versionForm(source));
  expect(refused.status).toBe(400);
  expect(parseProblem(refused)).toMatchObject({
    error: "upload_refused",
    detail:
      "Your examples are 257 KiB in total. The limit is 256 KiB, the same as for a run's input. Shorten or remove some examples",
  });
  expect(await total()).toBe(1);
});

test.each([
  ["notes that are too long", { notes: "x".repeat(LIMITS.versionNotesMaxLength + 1) }, "notes"],
  ["notes that cannot be stored", { notes: "a\u0000b" }, "notes"],
  ["a field that versions do not have", { name: "Another" }, "name"],
])("returns 400 for %s", async (_, fields, field) => {
  const { post, total } = await scene("Strict");
  const refused = await post(versionForm(GOOD, fields));
  expect(refused.status).toBe(400);
  expect(parseProblem(refused).errors?.map((error) => error.field)).toEqual([field]);
  expect(await total()).toBe(1);
});

test("returns 400 without a file or for an invalid file, 415 without a form, 413 for a file that is too large", async () => {
  const { client } = server();
  const { path, token, post } = await scene("Fileless");
  expect(parseProblem(await post(new FormData())).detail).toBe("Agent code file is required");
  const text = versionForm(GOOD, {}, "agent.txt");
  expect(parseProblem(await post(text)).detail).toBe("Only .py and .json files are allowed");
  expect((await client.post(path, { notes: "x" }, { token })).status).toBe(415);
  const other = await scene("Large");
  expect((await other.post(versionForm("#".repeat(LIMITS.uploadMaxBytes + 1)))).status).toBe(413);
});

test("returns 429 with the time to retry after too many versions, which count as uploads", async () => {
  const { post } = await scene("Hasty");
  expect((await post(versionForm("def"))).status).toBe(400);
  for (const n of [1, 2, 3]) expect((await post(versionForm(`${GOOD}# ${n}\n`))).status).toBe(201);
  const refused = await post(versionForm(GOOD));
  expect(refused.status).toBe(429);
  expect(parseProblem(refused).detail).toBe(
    "You can upload 3 files per hour. Please try again in 60 minutes.",
  );
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3500);
  expect(refused.headers.get("ratelimit-policy")).toBe('"upload";q=3;w=3600');
});

test("returns 409 for an agent that has the maximum number of versions", async () => {
  const { database } = server();
  const { agentId, post, total } = await scene("Prolific");
  await sql`INSERT INTO agent_versions (agent_id, number, source_sha256, source, filename, framework, agent_type, entry,
      input_schema, manifest, examples, state)
    SELECT agent_id, number + n, source_sha256, source, filename, framework, agent_type, entry, input_schema, manifest,
      examples, 'withdrawn'
    FROM agent_versions, generate_series(1, ${LIMITS.versionsMax - 1}) AS n WHERE agent_id = ${agentId}`.execute(
    database.db,
  );
  const refused = await post(versionForm(GOOD));
  expect(refused.status).toBe(409);
  expect(parseProblem(refused).detail).toContain("has 1000 versions, which is the maximum");
  expect(await total()).toBe(LIMITS.versionsMax);
});
