import { Ok, Schedule, ScheduleHistory, ScheduleList, ScheduleTime } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { createScheduleBody, scheduled, someKey, useSchedules } from "./schedules.fixture.ts";

const stack = useSchedules();
const PATH = "/api/v1/schedules";

test("creating a schedule returns its terms and its next five times", async () => {
  const all = await stack();
  const { client, owner, agentId } = await scheduled(all);
  const request = {
    name: "  Morning report ",
    agent_id: agentId,
    input_data: { message: "What happened?" },
    cron: "30 8 * * MON-FRI",
    time_zone: "Europe/Berlin",
    monthly_cap: 2.5,
    max_cost: 0.25,
    timeout: 90,
    version: 1,
    ends_at: "2026-12-24T12:00:00.000Z",
  };
  const made = await client.post(PATH, request, { token: owner.token });
  expect(made.status).toBe(201);
  const schedule = parseAnswer(Schedule, made);
  expect(schedule).toEqual({
    ...request,
    name: "Morning report",
    id: expect.stringMatching(/^sch_/),
    agent_name: expect.stringMatching(/^Agent /),
    agreed_price_per_token: 0.0001,
    status: "active",
    paused_because: null,
    paused_reason: null,
    resumes_at: null,
    next_times: ["11", "12", "13", "16", "17"].map((day) => `2026-03-${day}T07:30:00.000Z`),
    spent_this_month: 0,
    failures_in_a_row: 0,
    api_key_id: null,
    created_at: "2026-03-10T09:02:00.000Z",
    updated_at: "2026-03-10T09:02:00.000Z",
  });
  expect((await client.get(`${PATH}/${schedule.id}`, { token: owner.token })).body).toEqual(schedule);
});

test("an update changes only the given fields and clears fields set to null", async () => {
  const all = await stack();
  const request = { max_cost: 1, timeout: 60, version: 1, ends_at: "2027-01-01T00:00:00.000Z" };
  const { owner, id, put, now, clock } = await scheduled(all, { request });
  const before = await now();
  clock.set("2026-03-10T09:03:00Z");
  const changed = parseAnswer(
    Schedule,
    await put(owner.token, id, {
      name: "Evening",
      input_data: { message: "Good night" },
      cron: "0 20 * * *",
      time_zone: "Asia/Tokyo",
      monthly_cap: 7,
      max_cost: null,
      timeout: null,
      version: null,
      ends_at: null,
    }),
  );
  expect(changed).toMatchObject({
    name: "Evening",
    input_data: { message: "Good night" },
    monthly_cap: 7,
    max_cost: null,
    timeout: null,
    version: null,
    ends_at: null,
    created_at: before.created_at,
    updated_at: "2026-03-10T09:03:00.000Z",
  });
  expect(changed.next_times[0]).toBe("2026-03-10T11:00:00.000Z");
  const renamed = parseAnswer(Schedule, await put(owner.token, id, { name: "Night" }));
  expect(renamed).toEqual({ ...changed, name: "Night" });
});

test("a paused schedule does not start runs until it is resumed, and continues with its next time", async () => {
  const { owner, id, post, turnAt, times, ended } = await scheduled(await stack());
  expect((await post(owner.token, `/${id}/pause`)).body).toMatchObject({
    status: "paused",
    paused_because: "owner",
    paused_reason: "You paused it.",
    next_times: [],
  });
  await turnAt("2026-03-10T09:05:00Z");
  await turnAt("2026-03-10T09:12:00Z");
  const resumed = parseAnswer(Schedule, await post(owner.token, `/${id}/resume`));
  expect(resumed).toMatchObject({ status: "active", paused_because: null });
  expect(resumed.next_times[0]).toBe("2026-03-10T09:15:00.000Z");
  expect(await times()).toEqual([]);
  await turnAt("2026-03-10T09:15:00Z");
  expect(await ended()).toMatchObject([{ due_at: "2026-03-10T09:15:00.000Z", status: "completed" }]);
});

test("a schedule can be run manually, even if it is paused", async () => {
  const { owner, id, post, ended, now } = await scheduled(await stack());
  await post(owner.token, `/${id}/pause`);
  const answer = await post(owner.token, `/${id}/run`);
  expect(answer.status).toBe(201);
  const time = parseAnswer(ScheduleTime, answer);
  expect(time).toMatchObject({
    trigger: "manual",
    status: "running",
    due_at: "2026-03-10T09:02:00.000Z",
    run_id: expect.stringMatching(/^run_/),
  });
  expect(await ended()).toMatchObject([{ id: time.id, status: "completed", cost: 0.0002 }]);
  expect(await now()).toMatchObject({ status: "paused", spent_this_month: 0.0002 });
});

test("lists and histories are paged, newest first", async () => {
  const { client, owner, agentId, schedule, turnAt, ended, id } = await scheduled(await stack());
  const second = await schedule(owner.token, agentId, { name: "Second", cron: "0 0 1 1 *" });
  const page = (path: string) => client.get(`${PATH}${path}`, { token: owner.token });
  const first = parseAnswer(ScheduleList, await page("?limit=1"));
  expect(first.schedules.map((one) => one.id)).toEqual([second.id]);
  expect(first.next_cursor).toBe(second.id);
  const rest = parseAnswer(ScheduleList, await page(`?limit=1&cursor=${first.next_cursor}`));
  expect(rest.schedules.map((one) => one.id)).toEqual([id]);
  expect(rest.next_cursor).toBeNull();

  await turnAt("2026-03-10T09:13:00Z");
  const [newest, older] = await ended();
  const latest = parseAnswer(ScheduleHistory, await page(`/${id}/runs?limit=1`));
  expect(latest).toEqual({ times: [newest], next_cursor: newest?.id });
  const before = parseAnswer(ScheduleHistory, await page(`/${id}/runs?limit=1&cursor=${newest?.id}`));
  expect(before).toEqual({ times: [older], next_cursor: null });
});

test("deleting a schedule deletes its history but not its runs", async () => {
  const { client, owner, id, turnAt, ended, runsClient, db } = await scheduled(await stack());
  await turnAt("2026-03-10T09:05:00Z");
  const [time] = await ended();
  expect(parseAnswer(Ok, await client.call("DELETE", `${PATH}/${id}`, { token: owner.token })).success).toBe(
    true,
  );
  expect((await client.get(`${PATH}/${id}`, { token: owner.token })).status).toBe(404);
  const left = await db.selectFrom("schedule_times").select("id").where("schedule_id", "=", id).execute();
  expect(left).toEqual([]);
  const run = await runsClient.get(`/api/v1/execute/runs/${time?.run_id}`, { token: owner.token });
  expect(run.body).toMatchObject({ status: "completed" });
});

test("a key can use the same routes for the schedules that it created, and a session sees all schedules", async () => {
  const all = await stack();
  const { client, owner, agentId, id } = await scheduled(all);
  const [one, other] = [await someKey(all, owner), await someKey(all, owner)];
  const path = "/api/v1/sdk/schedules";
  const made = parseAnswer(Schedule, await client.post(path, createScheduleBody(agentId), { key: one.key }));
  const getIds = (schedules: Schedule[]) => schedules.map((schedule) => schedule.id);
  const listed = parseAnswer(ScheduleList, await client.get(path, { key: one.key }));
  expect(getIds(listed.schedules)).toEqual([made.id]);
  const every = parseAnswer(ScheduleList, await client.get(PATH, { token: owner.token }));
  expect(getIds(every.schedules)).toEqual([made.id, id]);
  for (const foreign of [id, made.id])
    expect((await client.get(`${path}/${foreign}`, { key: other.key })).status).toBe(404);
  const raise = await client.put(`${path}/${id}`, { monthly_cap: 1000 }, { key: one.key });
  expect(raise.status).toBe(404);
  expect((await client.call("DELETE", `${path}/${made.id}`, { key: one.key })).status).toBe(200);
});

test("the history is kept for 90 days", async () => {
  const { turnAt, ended, times, clock, tend, post, owner, id } = await scheduled(await stack());
  await turnAt("2026-03-10T09:05:00Z");
  await ended();
  await post(owner.token, `/${id}/pause`);
  clock.set("2026-06-08T09:00:00Z");
  await tend();
  expect(await times()).toHaveLength(1);
  clock.set("2026-06-08T09:06:00Z");
  await tend();
  expect(await times()).toEqual([]);
});
