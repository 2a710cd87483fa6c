import { PAUSE_TEXTS, SCHEDULE_TEXTS } from "@stoa/contract";
import { expect, test } from "vitest";
import { PRICE, USD } from "../runs/runs.fixture.ts";
import { scheduled, useSchedules } from "./schedules.fixture.ts";

const stack = useSchedules();

/** An agent with endless output. Each of its runs costs the maximum. */
const ENDLESS = `
def run(message: str):
    for n in range(100000):
        yield ${JSON.stringify("the quick brown fox jumps over the lazy dog ".repeat(20))}
`;
const usd = (nano: bigint) => Number(nano) / 1e9;

test("a schedule's runs use up its monthly cap exactly, and then the schedule pauses until the next month", async () => {
  const cap = 250n * PRICE;
  const { clock, turnAt, ended, now, times, getPauseReasons, owner, db, post, id } = await scheduled(
    await stack(),
    {
      agent: { source: ENDLESS },
      request: { monthly_cap: usd(cap), max_cost: usd(100n * PRICE) },
      at: "2026-03-31T23:30:00Z",
    },
  );
  for (const minute of ["35", "40", "45"]) {
    await turnAt(`2026-03-31T23:${minute}:00Z`);
    await ended();
  }
  expect((await times()).map(({ cost }) => cost)).toEqual([
    usd(50n * PRICE),
    usd(100n * PRICE),
    usd(100n * PRICE),
  ]);
  expect(await now()).toMatchObject({
    status: "paused",
    paused_because: "cap_reached",
    paused_reason: PAUSE_TEXTS.cap_reached,
    resumes_at: "2026-04-01T00:00:00.000Z",
    spent_this_month: usd(cap),
  });
  expect((await now()).next_times[0]).toBe("2026-04-01T00:00:00.000Z");
  expect(await getPauseReasons()).toEqual(["cap_reached"]);
  expect(await post(owner.token, `/${id}/run`)).toMatchObject({
    status: 403,
    body: { error: "spending_limit_reached", detail: SCHEDULE_TEXTS.capUsedUp(cap, cap) },
  });
  await turnAt("2026-03-31T23:55:00Z");
  expect(await times()).toHaveLength(3);
  const { sum } = await db
    .selectFrom("runs")
    .select(({ fn }) => fn.sum<string>("cost").as("sum"))
    .where("account_id", "=", owner.accountId)
    .executeTakeFirstOrThrow();
  expect(BigInt(sum)).toBe(cap);

  await turnAt("2026-04-01T00:00:00Z");
  expect((await ended())[0]).toMatchObject({ status: "completed", cost: usd(100n * PRICE) });
  expect(await now()).toMatchObject({ status: "active", spent_this_month: usd(100n * PRICE) });
  expect(clock.now.getUTCMonth()).toBe(3);
});

test("a run whose input costs more than the rest of the cap pauses the schedule and is not counted as a failure", async () => {
  const { turnAt, ended, now, times, getPauseReasons, put, owner, id } = await scheduled(await stack(), {
    request: { input_data: { message: "one two three four five" }, monthly_cap: usd(12n * PRICE) },
  });
  await turnAt("2026-03-10T09:05:00Z");
  expect((await ended())[0]).toMatchObject({ status: "completed", cost: usd(10n * PRICE) });
  await turnAt("2026-03-10T09:10:00Z");
  expect((await times())[0]).toMatchObject({
    status: "skipped",
    reason: SCHEDULE_TEXTS.capReached(12n * PRICE, 10n * PRICE),
  });
  expect(await now()).toMatchObject({ paused_because: "cap_reached", failures_in_a_row: 0 });
  expect(await getPauseReasons()).toEqual(["cap_reached"]);

  const raised = await put(owner.token, id, { monthly_cap: usd(100n * PRICE) });
  expect(raised.body).toMatchObject({ status: "active", paused_because: null });
  await turnAt("2026-03-10T09:15:00Z");
  expect((await ended())[0]).toMatchObject({ status: "completed" });
});

test("updating a capped schedule after the month's end does not skip a scheduled run of the new month", async () => {
  const { clock, turnAt, ended, now, put, owner, id } = await scheduled(await stack(), {
    request: { monthly_cap: usd(2n * PRICE) },
    at: "2026-03-31T23:52:00Z",
  });
  await turnAt("2026-03-31T23:55:00Z");
  await ended();
  expect(await now()).toMatchObject({ paused_because: "cap_reached" });
  clock.set("2026-04-01T00:00:30Z");
  const renamed = await put(owner.token, id, { name: "Renamed" });
  expect(renamed.body).toMatchObject({ status: "active", name: "Renamed" });
  expect((await ended())[0]).toMatchObject({ due_at: "2026-04-01T00:00:00.000Z", status: "completed" });
});

test("the hold of an active run counts toward the month in which it started", async () => {
  const source = "import time\ndef run(message: str):\n    time.sleep(60)\n";
  const { turnAt, now, times, runsClient, owner, ended } = await scheduled(await stack(), {
    agent: { source },
    request: { cron: "55 23 * * *", monthly_cap: 1 },
    at: "2026-03-31T23:50:00Z",
    credits: 10n * USD,
  });
  await turnAt("2026-03-31T23:55:00Z");
  expect((await now()).spent_this_month).toBeGreaterThan(0);
  await turnAt("2026-04-01T00:00:00Z");
  expect((await now()).spent_this_month).toBe(0);
  const [running] = await times();
  await runsClient.post(`/api/v1/execute/runs/${running?.run_id}/cancel`, {}, { token: owner.token });
  await ended();
});
