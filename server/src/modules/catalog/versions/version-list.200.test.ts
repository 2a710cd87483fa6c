import { Problem, VersionList } from "@stoa/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { personWithAgent, someVersion } from "../catalog.fixture.ts";
import { useCatalogServer } from "../catalog-server.fixture.ts";

const server = useCatalogServer();

async function scene(name: string) {
  const { client, database } = server();
  const { db } = database;
  const owned = await personWithAgent(client, db, { name });
  const path = `/api/v1/agents/${owned.agentId}/versions`;
  return {
    ...owned,
    db,
    path,
    add: (change: Parameters<typeof someVersion>[2]) => someVersion(db, owned.agentId, change),
    setState: (number: number, state: string) =>
      sql`UPDATE agent_versions SET state = ${state} WHERE agent_id = ${owned.agentId} AND number = ${number}`.execute(
        db,
      ),
    list: async (query = "", token?: string) =>
      parseAnswer(VersionList, await client.get(`${path}${query}`, token === undefined ? {} : { token })),
  };
}

test("the owner sees all versions, and others see listed versions with the changes since the previous listed version", async () => {
  const { client } = server();
  const { token, add, setState, list } = await scene("Public");
  await add({ models: ["default"] });
  await add({ models: [], source: "def run(m): ...\n" });
  await add({ models: [], source: "def run(m): ...\n", agents: [7] });
  await setState(2, "withdrawn");
  await setState(3, "suspended");
  const own = await list("", token);
  expect(own.total).toBe(4);
  expect(own.versions.map(({ number, state, changed }) => [number, state, changed])).toEqual([
    [4, "listed", ["called_agents"]],
    [3, "suspended", ["code", "models"]],
    [2, "withdrawn", ["models"]],
    [1, "listed", []],
  ]);
  expect(own.versions[0]).toMatchObject({ is_current: true, checks: [], filename: "echo.py" });
  expect(own.versions[0]?.source_sha256).toMatch(/^[0-9a-f]{64}$/);

  const { token: stranger } = await client.register();
  for (const other of [undefined, stranger]) {
    const seen = await list("", other);
    expect(seen.total).toBe(2);
    expect(seen.versions).toEqual([
      {
        number: 4,
        created_at: own.versions[0]?.created_at,
        activated_at: own.versions[0]?.activated_at,
        is_current: true,
        framework: "stoa",
        notes: "",
        changed: ["code", "called_agents"],
      },
      expect.objectContaining({ number: 1, is_current: false, changed: [] }),
    ]);
  }
});

test("pages by cursor and by offset have no gaps or repetitions", async () => {
  const { add, list } = await scene("Paged");
  for (const n of [2, 3, 4, 5]) await add({ models: [`model-${n}`] });
  const first = await list("?limit=2");
  expect(first.versions.map(({ number, changed }) => [number, changed])).toEqual([
    [5, ["models"]],
    [4, ["models"]],
  ]);
  const second = await list(`?limit=2&cursor=${first.next_cursor}`);
  expect(second.versions.map(({ number }) => number)).toEqual([3, 2]);
  const last = await list(`?limit=2&cursor=${second.next_cursor}`);
  expect(last.versions.map(({ number }) => number)).toEqual([1]);
  expect([first.total, last.next_cursor]).toEqual([5, null]);
  expect((await list("?limit=2&offset=2")).versions).toEqual(second.versions);
});

test("returns 400 for an invalid cursor or limit, 404 for an agent that the caller is not allowed to view", async () => {
  const { client } = server();
  const { agentId, db, path, token } = await scene("Closed");
  for (const query of ["?cursor=x", "?cursor=99999999999", "?cursor=0", "?limit=0", "?limit=101"])
    expect((await client.get(path + query)).status, query).toBe(400);
  await sql`UPDATE agents SET visibility = 'private' WHERE id = ${agentId}`.execute(db);
  const hidden = await client.get(path);
  expect(hidden.status).toBe(404);
  expect(parseAnswer(Problem, hidden)).toMatchObject({ detail: "Agent not found" });
  expect((await client.get(path, { token })).status).toBe(200);
  expect((await client.get("/api/v1/agents/2147483647/versions")).status).toBe(404);
});
