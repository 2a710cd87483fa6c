import { ExecutionResult, Schedule, ScheduleHistory } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { registerPerson } from "../accounts/personal-data/full-account.fixture.ts";
import { createScheduleBody } from "./schedules.fixture.ts";

const server = useTestServer();

test("a server starts scheduled runs by its database's clock", async () => {
  const { client, pool } = server();
  const [developer, owner] = [await registerPerson(server()), await registerPerson(server())];
  const agentId = await developer.upload();
  const made = await client.post("/api/v1/sdk/schedules", createScheduleBody(agentId), { key: owner.apiKey });
  const { id } = parseAnswer(Schedule, made);
  await pool.query("UPDATE schedules SET next_due_at = next_due_at - interval '10 minutes' WHERE id = $1", [
    id,
  ]);
  const latest = async () => {
    const answer = await client.get(`/api/schedules/${id}/runs`, { token: owner.token });
    return parseAnswer(ScheduleHistory, answer).times[0];
  };
  await expect.poll(async () => (await latest())?.status).toBe("completed");
  const runId = (await latest())?.run_id;
  const run = await client.get(`/api/v1/execute/runs/${runId}`, { token: owner.token });
  expect(
    parseAnswer(ExecutionResult, run),
    "the monthly cap of a schedule does not permit an expensive run",
  ).toMatchObject({
    max_cost: 1,
    max_cost_set_by: "account",
  });
  const schedule = parseAnswer(Schedule, await client.get(`/api/v1/schedules/${id}`, { token: owner.token }));
  expect(schedule.spent_this_month).toBeGreaterThan(0);
});
