import { Problem, SCHEDULE_LIMITS, SCHEDULE_TEXTS } from "@stoa/contract";
import { expect, test } from "vitest";
import type { Answer } from "../../../../tests/harness/client.ts";
import { PRICE } from "../runs/runs.fixture.ts";
import { createScheduleBody, scheduled, useSchedules } from "./schedules.fixture.ts";

const stack = useSchedules();
const PATH = "/api/v1/schedules";

/** Returns the status, the first field and the message of a refusal. */
function refusal(answer: Answer): [number, string | undefined, string] {
  const { detail, errors } = Problem.parse(answer.body);
  return [answer.status, errors?.[0]?.field, detail];
}

test("returns 400 or 404 for an invalid new schedule and names the field", async () => {
  const { client, owner, agentId } = await scheduled(await stack());
  const ask = async (change: object) =>
    refusal(await client.post(PATH, createScheduleBody(agentId, change), { token: owner.token }));
  expect(await ask({ cron: "99 * * * *" })).toEqual([400, "cron", "cron: Invalid value for minute: 99"]);
  expect(await ask({ cron: "* * * * *" })).toEqual([400, "cron", SCHEDULE_TEXTS.tooOften]);
  expect(await ask({ time_zone: "Berlin" })).toEqual([
    400,
    "time_zone",
    SCHEDULE_TEXTS.badTimeZone("Berlin"),
  ]);
  expect(await ask({ monthly_cap: undefined })).toEqual([
    400,
    "monthly_cap",
    "monthly_cap is required, in USD",
  ]);
  expect(await ask({ monthly_cap: 0 })).toEqual([400, "monthly_cap", "monthly_cap must be greater than 0"]);
  expect(await ask({ monthly_cap: 1, max_cost: 2 })).toEqual([
    400,
    "monthly_cap",
    SCHEDULE_TEXTS.capBelowRun,
  ]);
  expect(await ask({ name: " " })).toEqual([400, "name", "A name is required"]);
  expect(await ask({ ends_at: "2026-03-10T09:02:00Z" })).toEqual([400, "ends_at", SCHEDULE_TEXTS.endPassed]);
  expect(await ask({ ends_at: "2026-03-10T09:04:00Z" })).toEqual([
    400,
    "ends_at",
    SCHEDULE_TEXTS.endsBeforeFirst,
  ]);
  expect(await ask({ input_data: { message: " " } })).toEqual([
    400,
    "input_data.message",
    "Please enter a message",
  ]);
  expect((await ask({ max_cost: Number(PRICE) / 1e9 / 2 }))[1]).toBe("max_cost");
  expect((await ask({ every: "day" }))[1]).toBe("every");
  expect((await ask({ agent_id: 2_000_000_000 }))[0]).toBe(404);
  expect((await ask({ version: 9 }))[0]).toBe(404);
});

test("returns 400 or 404 for an invalid update, names the field and changes nothing", async () => {
  const { owner, id, put, now } = await scheduled(await stack());
  const before = await now();
  const ask = async (change: object) => refusal(await put(owner.token, id, change));
  expect(await ask({ cron: "0 0 30 2 *" })).toEqual([400, "cron", SCHEDULE_TEXTS.neverDue]);
  expect((await ask({ time_zone: "Nowhere" }))[1]).toBe("time_zone");
  expect(await ask({ max_cost: 6 })).toEqual([400, "monthly_cap", SCHEDULE_TEXTS.capBelowRun]);
  expect((await ask({ input_data: {} }))[0]).toBe(400);
  expect((await ask({ agent_id: 3 }))[1]).toBe("agent_id");
  expect((await ask({ version: 9 }))[0]).toBe(404);
  expect(await now()).toEqual(before);
});

test("returns 401 without a valid token and 404 for another account's schedule", async () => {
  const all = await stack();
  const { client, id } = await scheduled(all);
  const stranger = await all.person();
  const calls = [
    ["GET", ""],
    ["PUT", ""],
    ["DELETE", ""],
    ["POST", "/pause"],
    ["POST", "/resume"],
    ["POST", "/run"],
    ["GET", "/runs"],
  ] as const;
  for (const [method, path] of calls) {
    const url = `${PATH}/${id}${path}`;
    const json = method === "PUT" ? { name: "Mine" } : {};
    const options = method === "GET" ? {} : { json };
    expect((await client.call(method, url, options)).status, url).toBe(401);
    expect((await client.call(method, url, { ...options, token: "wrong" })).status, url).toBe(401);
    const foreign = await client.call(method, url, { ...options, token: stranger.token });
    expect(foreign.status, `${method} ${url}`).toBe(404);
  }
  expect((await client.get(PATH)).status).toBe(401);
  expect((await client.post(PATH, {})).status).toBe(401);
  expect((await client.get(`${PATH}/sch_1`, { token: stranger.token })).status).toBe(404);
});

test("an account can have twenty schedules, even under concurrent requests", async () => {
  const { client, owner, agentId } = await scheduled(await stack());
  const answers = await Promise.all(
    Array.from({ length: SCHEDULE_LIMITS.perAccount + 2 }, () =>
      client.post(PATH, createScheduleBody(agentId, { cron: "0 0 1 1 *" }), { token: owner.token }),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(SCHEDULE_LIMITS.perAccount - 1);
  for (const answer of answers.filter(({ status }) => status !== 201))
    expect(answer).toMatchObject({
      status: 403,
      body: { error: "schedule_limit_reached", detail: SCHEDULE_TEXTS.tooMany },
    });
});

test("returns 402 for a manual run without credits and does not count it as a failure", async () => {
  const { owner, id, post, times, now } = await scheduled(await stack(), { credits: PRICE - 1n });
  expect(await post(owner.token, `/${id}/run`)).toMatchObject({
    status: 402,
    body: { error: "insufficient_credits", detail: "Insufficient credits" },
  });
  expect(await times()).toEqual([]);
  expect(await now()).toMatchObject({ status: "active", failures_in_a_row: 0 });
});

test("an ended schedule cannot be resumed until its end time is changed", async () => {
  const request = { ends_at: "2026-03-10T09:06:00.000Z" };
  const { owner, id, post, put, turnAt, ended } = await scheduled(await stack(), { request });
  await turnAt("2026-03-10T09:05:00Z");
  await ended();
  expect(await post(owner.token, `/${id}/resume`)).toMatchObject({
    status: 409,
    body: { detail: SCHEDULE_TEXTS.nothingToResume },
  });
  expect((await put(owner.token, id, { ends_at: null })).body).toMatchObject({ status: "active" });
});
