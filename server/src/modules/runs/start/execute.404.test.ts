import { sql } from "kysely";
import { expect, test } from "vitest";
import { parseBody, useRuns } from "../runs.fixture.ts";
import { parseCode } from "./execute.refused.fixture.ts";

const stack = useRuns();
const input_data = { message: "hi" };

test("returns 404 for an unknown or inactive agent, and for an unknown version", async () => {
  const { client, db, person, agent } = stack();
  const caller = await person();
  const agent_id = await agent((await person()).accountId, {});
  const off = await agent((await person()).accountId, {});
  await sql`UPDATE agents SET is_active = false WHERE id = ${off}`.execute(db);
  for (const body of [
    { agent_id: 987_654, input_data },
    { agent_id: off, input_data },
    { agent_id, input_data, version: 9 },
    { agent_id: 99_999_999_999, input_data },
    { agent_id, input_data, version: 99_999_999_999 },
  ]) {
    const answer = await client.post("/api/v1/execute/run", body, { token: caller.token });
    expect(answer.status).toBe(404);
    expect(parseCode(answer)).toBe("not_found");
  }
});

test("returns 404 for another account's run", async () => {
  const { client, person, agent } = stack();
  const caller = await person();
  const other = await person();
  const agent_id = await agent(other.accountId, {});
  const ran = await client.post("/api/v1/execute/run", { agent_id, input_data }, { token: caller.token });
  const path = `/api/v1/execute/runs/${parseBody(ran).run_id}`;
  expect((await client.get(path, { token: caller.token })).status).toBe(200);
  expect((await client.get(path, { token: other.token })).status).toBe(404);
  expect((await client.get(`${path}/events`, { token: other.token })).status).toBe(404);
  expect((await client.post(`${path}/cancel`, {}, { token: other.token })).status).toBe(404);
});
