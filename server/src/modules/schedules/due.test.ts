import { SCHEDULE_TEXTS } from "@stoa/contract";
import { expect, test } from "vitest";
import { scheduled, useSchedules } from "./schedules.fixture.ts";

const stack = useSchedules();

test("a scheduled run starts once and is included in the history and the month's spending", async () => {
  const { turnAt, ended, now, runsClient, owner } = await scheduled(await stack());
  await turnAt("2026-03-10T09:04:59.999Z");
  await turnAt("2026-03-10T09:05:00.900Z");
  await turnAt("2026-03-10T09:05:02.900Z");
  const [time, ...others] = await ended();
  expect(others).toEqual([]);
  expect(time).toMatchObject({
    due_at: "2026-03-10T09:05:00.000Z",
    last_due_at: null,
    trigger: "schedule",
    status: "completed",
    reason: null,
    cost: 0.0002,
    ended_at: "2026-03-10T09:05:02.900Z",
  });
  const run = await runsClient.get(`/api/v1/execute/runs/${time?.run_id}`, { token: owner.token });
  expect(run.body).toMatchObject({ agent_output: "go", total_cost: 0.0002 });
  expect(await now()).toMatchObject({ status: "active", spent_this_month: 0.0002 });
  expect((await now()).next_times[0]).toBe("2026-03-10T09:10:00.000Z");
});

test("the owner of a schedule gets at most one notification about finished runs per day", async () => {
  const { turnAt, ended, owner } = await scheduled(await stack());
  await turnAt("2026-03-10T09:05:01Z");
  await ended();
  await turnAt("2026-03-10T09:10:01Z");
  const times = await ended();
  expect(times.map(({ status }) => status)).toEqual(["completed", "completed"]);
  const { db } = await stack();
  const notified = () =>
    db
      .selectFrom("notifications")
      .select("occasion")
      .where("user_id", "=", owner.userId)
      .where("kind", "=", "run_finished")
      .execute();
  await expect
    .poll(notified, { timeout: 8_000 })
    .toEqual([{ occasion: expect.stringMatching(/^schedule_finished:.*:2026-03-10$/) }]);
});

test("after downtime only the latest of the missed runs is started, and the others form one skipped history entry", async () => {
  const { clock, ended } = await scheduled(await stack());
  clock.set("2026-03-10T09:44:00Z");
  expect(await ended()).toMatchObject([
    { due_at: "2026-03-10T09:40:00.000Z", status: "completed" },
    {
      due_at: "2026-03-10T09:05:00.000Z",
      last_due_at: "2026-03-10T09:35:00.000Z",
      status: "skipped",
      reason: SCHEDULE_TEXTS.missed,
    },
  ]);
});

test("a scheduled run that is more than an hour late is skipped", async () => {
  const request = { cron: "0 10 * * *", time_zone: "Europe/Berlin" };
  const { turnAt, times, now } = await scheduled(await stack(), { request });
  await turnAt("2026-03-11T10:01:00Z");
  expect(await times()).toMatchObject([
    {
      due_at: "2026-03-11T09:00:00.000Z",
      last_due_at: null,
      status: "skipped",
      reason: SCHEDULE_TEXTS.missed,
      run_id: null,
    },
  ]);
  expect((await now()).next_times[0]).toBe("2026-03-12T09:00:00.000Z");
});

test("skips a scheduled run if the previous run is still active", async () => {
  const source = "import time\ndef run(message: str):\n    time.sleep(60)\n";
  const { turnAt, times, ended, runsClient, owner, now } = await scheduled(await stack(), {
    agent: { source },
  });
  await turnAt("2026-03-10T09:05:00Z");
  await turnAt("2026-03-10T09:10:00Z");
  const [skipped, running] = await times();
  expect(skipped).toMatchObject({ status: "skipped", reason: SCHEDULE_TEXTS.overlap });
  expect(running).toMatchObject({ status: "running", ended_at: null });
  expect((await now()).spent_this_month).toBeGreaterThan(0);
  await runsClient.post(`/api/v1/execute/runs/${running?.run_id}/cancel`, {}, { token: owner.token });
  expect((await ended())[1]).toMatchObject({ status: "cancelled", cost: 0 });
  expect((await now()).spent_this_month).toBe(0);
});

test("a schedule stops at its end time", async () => {
  const request = { ends_at: "2026-03-10T09:11:00Z" };
  const { turnAt, ended, now } = await scheduled(await stack(), { request });
  expect((await now()).next_times).toEqual(["2026-03-10T09:05:00.000Z", "2026-03-10T09:10:00.000Z"]);
  await turnAt("2026-03-10T09:10:00Z");
  await turnAt("2026-03-10T09:20:00Z");
  expect(await ended()).toMatchObject([
    { due_at: "2026-03-10T09:10:00.000Z", status: "completed" },
    { due_at: "2026-03-10T09:05:00.000Z", status: "skipped" },
  ]);
  expect(await now()).toMatchObject({ status: "ended", next_times: [] });
});

test("a scheduled run waits while the node is at capacity and starts when a slot is free", async () => {
  const all = await stack();
  const { turnAt, times, ended, supervisor } = await scheduled(all);
  const taken = [];
  for (let slot = supervisor.tryAcquire(); slot; slot = supervisor.tryAcquire()) taken.push(slot);
  await turnAt("2026-03-10T09:05:00Z");
  await turnAt("2026-03-10T09:05:04Z");
  expect(await times()).toEqual([]);
  for (const slot of taken) slot.release();
  await turnAt("2026-03-10T09:05:05Z");
  expect(await ended()).toMatchObject([{ due_at: "2026-03-10T09:05:00.000Z", status: "completed" }]);
});

test("schedules of a suspended account do not start runs until the account is restored", async () => {
  const { turnAt, times, ended, db, owner } = await scheduled(await stack());
  const suspend = (at: Date | null, reason: string | null) =>
    db
      .updateTable("users")
      .set({ suspended_at: at, suspension_reason: reason })
      .where("id", "=", owner.userId)
      .execute();
  await suspend(new Date(), "spam");
  await turnAt("2026-03-10T09:06:00Z");
  expect(await times()).toEqual([]);
  await suspend(null, null);
  await turnAt("2026-03-10T09:07:00Z");
  expect(await ended()).toMatchObject([{ due_at: "2026-03-10T09:05:00.000Z", status: "completed" }]);
});

test("a schedule that cannot be read does not prevent other schedules from starting runs", async () => {
  const all = await stack();
  const broken = await scheduled(all, { request: { monthly_cap: 0.0002 } });
  const idle = await scheduled(all);
  await broken.turnAt("2026-03-10T09:05:00Z");
  await all.db
    .updateTable("schedules")
    .set({ time_zone: "Mars/Phobos" })
    .where("id", "in", [broken.id, idle.id])
    .execute();
  const { turnAt, ended } = await scheduled(all);
  await turnAt("2026-03-10T09:05:00Z");
  await ended();
  await turnAt("2026-03-10T09:10:00Z");
  expect(await ended()).toMatchObject([{ status: "completed" }, { status: "completed" }]);
  expect(await idle.times()).toMatchObject([{ due_at: "2026-03-10T09:05:00.000Z" }]);
});
