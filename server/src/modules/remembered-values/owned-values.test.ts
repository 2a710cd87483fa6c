import {
  AccountExport,
  ExecutionResult,
  RememberedValueList,
  RememberingAgentList,
  UploadReply,
} from "@stoa/contract";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { type Person, parseAnswer } from "../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { uploadForm } from "../catalog/catalog-server.fixture.ts";

const server = useTestServer({ env: { STOA_RATE_LIMIT_FACTOR: "100" } });
const MINE = "/api/v1/remembered-values";

/** Remembers two values about its caller, and one that its runs share. */
const REMEMBERS = `import stoa

def run(message: str):
    stoa.memory.set("city", message)
    stoa.memory.set("a/b?c", {"visits": 1}, ttl=3600)
    stoa.memory.shared.set("last city", message)
    return message
`;

async function upload(name: string) {
  const { client } = server();
  const developer = await client.register();
  const form = uploadForm({ file: { name: "agent.py", content: REMEMBERS }, fields: { name } });
  const answer = await client.call("POST", "/api/v1/agents/upload", { token: developer.token, form });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return { developer, id: parseAnswer(UploadReply, answer).agent.id };
}

async function runAgent({ token }: Person, agent_id: number, message: string) {
  const body = { agent_id, input_data: { message } };
  const answer = await server().client.post("/api/v1/execute/run", body, { token });
  expect(parseAnswer(ExecutionResult, answer)).toMatchObject({ success: true });
}

const readAgents = async ({ token }: Person) =>
  parseAnswer(RememberingAgentList, await server().client.get(MINE, { token })).agents;
const readValues = async ({ token }: Person, path: string) =>
  parseAnswer(RememberedValueList, await server().client.get(path, { token })).values;
const remove = async ({ token }: Person, path: string) =>
  (await server().client.call("DELETE", path, { token })).status;

describe("what agents remember about a person", () => {
  test("is listed by agent, with keys, values, sizes and the time at which they expire", async () => {
    const { client } = server();
    const [weather, trains] = [await upload("Weather"), await upload("Trains")];
    const ada = await client.register();
    expect(await readAgents(ada)).toEqual([]);
    await runAgent(ada, weather.id, "Bern");
    await runAgent(ada, trains.id, "Basel");
    expect(await readAgents(ada)).toMatchObject([
      { agent_id: trains.id, agent_name: "Trains", value_count: 2, bytes: 29 },
      { agent_id: weather.id, agent_name: "Weather", value_count: 2, bytes: 28 },
    ]);
    const [first, second] = await readValues(ada, `${MINE}/${weather.id}`);
    expect(first).toMatchObject({ key: "a/b?c", value: '{"visits": 1}', bytes: 18 });
    expect(Date.parse(first?.expires_at ?? "") - Date.parse(first?.updated_at ?? "")).toBe(3_600_000);
    expect(second).toMatchObject({ key: "city", value: '"Bern"', expires_at: null });
  });

  test("can be deleted one by one, for an agent, and for all agents", async () => {
    const { client } = server();
    const [weather, trains] = [await upload("Weather 2"), await upload("Trains 2")];
    const ada = await client.register();
    for (const { id } of [weather, trains]) await runAgent(ada, id, "Bern");
    const values = `${MINE}/${weather.id}`;
    expect(await remove(ada, `${values}/value?key=${encodeURIComponent("a/b?c")}`)).toBe(200);
    expect(await remove(ada, `${values}/value?key=unknown`)).toBe(200);
    expect((await readValues(ada, values)).map(({ key }) => key)).toEqual(["city"]);
    expect(await remove(ada, values)).toBe(200);
    expect((await readAgents(ada)).map(({ agent_id }) => agent_id)).toEqual([trains.id]);
    await runAgent(ada, weather.id, "Chur");
    expect(await remove(ada, MINE)).toBe(200);
    expect(await readAgents(ada)).toEqual([]);
    // The shared values are the developer's.
    expect(await readValues(weather.developer, `/api/v1/agents/${weather.id}/shared-values`)).toHaveLength(1);
  });

  test("cannot be read or deleted by other people, including the developer", async () => {
    const { client } = server();
    const { id, developer } = await upload("Weather 3");
    const ada = await client.register();
    await runAgent(ada, id, "zanzibar");
    for (const other of [developer, await client.register()]) {
      expect(await readAgents(other)).toEqual([]);
      expect(await readValues(other, `${MINE}/${id}`)).toEqual([]);
      for (const path of [`${MINE}/${id}/value?key=city`, `${MINE}/${id}`, MINE])
        expect(await remove(other, path)).toBe(200);
    }
    expect(await readValues(ada, `${MINE}/${id}`)).toHaveLength(2);
  });

  test("is refused without a session, and for a key that cannot exist", async () => {
    const { client } = server();
    const { token } = await client.register();
    for (const path of [MINE, `${MINE}/1`]) expect((await client.get(path)).status).toBe(401);
    for (const query of ["", "?key=", "?key=%00", `?key=${"x".repeat(257)}`]) {
      const refused = await client.call("DELETE", `${MINE}/1/value${query}`, { token });
      expect(refused.status, query).toBe(400);
    }
  });

  test("can be seen and deleted after the agent has become private, without its name", async () => {
    const { client, db } = server();
    const { id } = await upload("Weather 4");
    const ada = await client.register();
    await runAgent(ada, id, "Bern");
    await sql`UPDATE agents SET visibility = 'private' WHERE id = ${id}`.execute(db);
    expect(await readAgents(ada)).toMatchObject([{ agent_id: id, agent_name: "Private agent" }]);
    expect(await remove(ada, `${MINE}/${id}`)).toBe(200);
    expect(await readAgents(ada)).toEqual([]);
  });
});

describe("the shared values of an agent", () => {
  test("are listed and deleted by its owner", async () => {
    const { client } = server();
    const { id, developer } = await upload("Weather 5");
    await runAgent(await client.register(), id, "Bern");
    const path = `/api/v1/agents/${id}/shared-values`;
    const list = await client.get(path, { token: developer.token });
    expect(list.body).toMatchObject({
      values: [{ key: "last city", value: '"Bern"', bytes: 15, expires_at: null }],
      bytes: 15,
      limit_bytes: 1_048_576,
    });
    expect(await remove(developer, `${path}/value?key=last%20city`)).toBe(200);
    expect(await readValues(developer, path)).toEqual([]);
    await runAgent(await client.register(), id, "Chur");
    expect(await remove(developer, path)).toBe(200);
    expect(await readValues(developer, path)).toEqual([]);
  });

  test("are 404 for everybody else", async () => {
    const { client } = server();
    const { id, developer } = await upload("Weather 6");
    const ada = await client.register();
    await runAgent(ada, id, "Bern");
    const path = `/api/v1/agents/${id}/shared-values`;
    expect((await client.get(path, { token: ada.token })).status).toBe(404);
    expect(await remove(ada, path)).toBe(404);
    expect(await remove(ada, `${path}/value?key=last%20city`)).toBe(404);
    expect(await readValues(developer, path)).toHaveLength(1);
  });
});

describe("values are part of the personal data", () => {
  const countStores = async (agentId: number) =>
    (await sql`SELECT FROM remembered_stores WHERE agent_id = ${agentId}`.execute(server().db)).rows.length;
  const readExport = async ({ token }: Person) =>
    parseAnswer(AccountExport, await server().client.get("/api/v1/users/export", { token }))
      .remembered_values;
  const deleteAccount = ({ token, password }: Person) =>
    server().client.call("DELETE", "/api/v1/users/me", { token, json: { password, give_up_balance: true } });

  test("a person's export has what agents remember, and a developer's the shared values alone", async () => {
    const { client } = server();
    const { id, developer } = await upload("Weather 7");
    const ada = await client.register();
    await runAgent(ada, id, "Bern");
    expect(await readExport(ada)).toMatchObject([
      { agent_id: id, is_shared: false, key: "a/b?c", value: '{"visits": 1}' },
      { agent_id: id, is_shared: false, key: "city", value: '"Bern"' },
    ]);
    expect(await readExport(developer)).toMatchObject([{ agent_id: id, is_shared: true, key: "last city" }]);
  });

  test("a deleted account removes what is remembered about its person", async () => {
    const { client } = server();
    const { id } = await upload("Weather 8");
    const [ada, grace] = [await client.register(), await client.register()];
    await runAgent(ada, id, "Bern");
    await runAgent(grace, id, "Chur");
    expect((await deleteAccount(ada)).status).toBe(200);
    // The store of Grace and the shared one.
    expect(await countStores(id)).toBe(2);
    expect(await readValues(grace, `${MINE}/${id}`)).toHaveLength(2);
  });

  test("a deleted agent removes its stores, and can store nothing more", async () => {
    const { client, db } = server();
    const { id, developer } = await upload("Weather 9");
    // An agent that charged others cannot be deleted.
    await runAgent(developer, id, "Bern");
    expect(await countStores(id)).toBe(2);
    expect(await remove(developer, `/api/v1/agents/${id}`)).toBe(200);
    expect(await countStores(id)).toBe(0);
    const { rows } =
      await sql`SELECT outcome FROM remember_value(${id}, NULL, 'a', 'sealed', 2, NULL, NULL, 9, 9)`.execute(
        db,
      );
    expect(rows).toEqual([{ outcome: "no_agent" }]);
    expect(await client.get(`${MINE}/${id}`, { token: developer.token })).toMatchObject({ status: 200 });
  });

  test("a deleted account removes what its agents remember about others", async () => {
    const { client } = server();
    const { id, developer } = await upload("Weather 10");
    const ada = await client.register();
    await runAgent(ada, id, "Bern");
    expect((await deleteAccount(developer)).status).toBe(200);
    expect(await countStores(id)).toBe(0);
    expect(await readAgents(ada)).toEqual([]);
  });
});
