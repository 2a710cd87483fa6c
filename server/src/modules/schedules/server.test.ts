import { Schedule, ScheduleHistory } from "@stoa/contract";
import { expect, test } from "vitest";
import { parsed } from "../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { somebody } from "../accounts/leaving/leaving.fixture.ts";
import { wish } from "./schedules.fixture.ts";

const server = useTestServer();

test("a server runs by itself what is due by the clock of its database", async () => {
  const { client, pool } = server();
  const [developer, owner] = [await somebody(server()), await somebody(server())];
  const agentId = await developer.upload();
  const made = await client.post("/api/v1/sdk/schedules", wish(agentId), { key: owner.apiKey });
  const { id } = parsed(Schedule, made);
  await pool.query("UPDATE schedules SET next_due_at = next_due_at - interval '10 minutes' WHERE id = $1", [
    id,
  ]);
  const statuses = async () => {
    const answer = await client.get(`/api/schedules/${id}/runs`, { token: owner.token });
    return parsed(ScheduleHistory, answer).times.map(({ status }) => status);
  };
  await expect.poll(async () => (await statuses())[0]).toBe("completed");
  const schedule = parsed(Schedule, await client.get(`/api/v1/schedules/${id}`, { token: owner.token }));
  expect(schedule.spent_this_month).toBeGreaterThan(0);
});
