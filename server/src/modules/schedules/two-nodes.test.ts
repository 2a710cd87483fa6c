import { SCHEDULE_TEXTS } from "@stoa/contract";
import { expect, test } from "vitest";
import { PRICE } from "../runs/runs.fixture.ts";
import { isOpen, scheduled, useSchedules } from "./schedules.fixture.ts";

const stack = useSchedules({ capacity: 40 });
const MANY = 5;

test("two nodes that check at the same time start each scheduled run once", async () => {
  const all = await stack();
  const other = await all.createNode(await all.otherNode("node-2"), 40);
  const node = await all.createNode(all, 40);
  const schedules = await Promise.all(Array.from({ length: MANY }, () => scheduled(all)));
  all.clock.set("2026-03-10T09:05:00Z");
  await Promise.all([node.turn(), other.turn(), node.turn(), other.turn()]);
  await expect.poll(async () => listOpen(schedules, node, other)).toBe(0);
  for (const { times } of schedules)
    expect(await times()).toMatchObject([{ due_at: "2026-03-10T09:05:00.000Z", status: "completed" }]);
  const accounts = schedules.map(({ owner }) => owner.accountId);
  const { runs } = await all.db
    .selectFrom("runs")
    .select(({ fn }) => fn.countAll<bigint>().as("runs"))
    .where("account_id", "in", accounts)
    .executeTakeFirstOrThrow();
  expect(runs).toBe(BigInt(MANY));
});

async function listOpen(
  schedules: { times(): Promise<{ status: string }[]> }[],
  ...nodes: { turn(): Promise<void> }[]
): Promise<number> {
  await Promise.all(nodes.map((node) => node.turn()));
  const times = await Promise.all(schedules.map(({ times: of }) => of()));
  return times.flat().filter((time) => time.status === "starting" || time.status === "running").length;
}

test("if a node dies before it records a scheduled run, the run is kept and no second run starts", async () => {
  const all = await stack();
  const { turnAt, times, db, owner, ended, id } = await scheduled(all);
  await turnAt("2026-03-10T09:05:00Z");
  const [begun] = await times();
  await db
    .updateTable("schedule_times")
    .set({ state: "starting", run_id: null })
    .where("schedule_id", "=", id)
    .execute();
  await turnAt("2026-03-10T09:05:59Z");
  expect((await times())[0]).toMatchObject({ status: "starting", run_id: null });
  await turnAt("2026-03-10T09:06:01Z");
  expect(await ended()).toMatchObject([{ id: begun?.id, run_id: begun?.run_id, status: "completed" }]);
  const { runs } = await db
    .selectFrom("runs")
    .select(({ fn }) => fn.countAll<bigint>().as("runs"))
    .where("account_id", "=", owner.accountId)
    .executeTakeFirstOrThrow();
  expect(runs).toBe(1n);
});

test("concurrent manual and scheduled runs on two nodes never overlap or exceed the cap", async () => {
  const all = await stack();
  const other = await all.createNode(await all.otherNode("node-3"), 40);
  const { owner, id, clock, turn, times, post, ended, now } = await scheduled(all, {
    request: { monthly_cap: Number(5n * PRICE) / 1e9, max_cost: Number(4n * PRICE) / 1e9 },
  });
  const starts: number[] = [];
  for (const minute of ["05", "10", "15"]) {
    clock.set(`2026-03-10T09:${minute}:00Z`);
    const answers = await Promise.all([
      turn(),
      other.turn(),
      ...Array.from({ length: 4 }, () => post(owner.token, `/${id}/run`)),
      ...Array.from({ length: 4 }, () =>
        other.client.post(`/api/v1/schedules/${id}/run`, {}, { token: owner.token }),
      ),
    ]);
    for (const answer of answers) if (answer) starts.push(answer.status);
    expect((await times()).filter(isOpen).length).toBeLessThanOrEqual(1);
    await ended();
  }
  expect(starts.filter((status) => ![201, 403, 409].includes(status))).toEqual([]);
  const { runs, cost } = await all.db
    .selectFrom("runs")
    .select(({ fn }) => [fn.countAll<bigint>().as("runs"), fn.sum<string>("cost").as("cost")])
    .where("account_id", "=", owner.accountId)
    .executeTakeFirstOrThrow();
  const ran = (await times()).filter(({ run_id }) => run_id !== null);
  expect(runs).toBe(BigInt(ran.length));
  expect(BigInt(cost)).toBeLessThanOrEqual(5n * PRICE);
  expect(await now()).toMatchObject({ paused_because: "cap_reached", spent_this_month: Number(cost) / 1e9 });
});

test("an interrupted scheduled start that is found hours later is not repeated", async () => {
  const all = await stack();
  const [known, unknown] = [await scheduled(all), await scheduled(all)];
  await known.turnAt("2026-03-10T09:05:00Z");
  await expect.poll(async () => listOpen([known, unknown], all)).toBe(0);
  const [ran] = await known.times();
  for (const { id } of [known, unknown])
    await all.db
      .updateTable("schedule_times")
      .set({ state: "starting", run_id: null, ended_at: null })
      .where("schedule_id", "=", id)
      .execute();
  await all.db.deleteFrom("idempotency_keys").where("account_id", "=", unknown.owner.accountId).execute();
  for (const { post, owner, id } of [known, unknown]) await post(owner.token, `/${id}/pause`);
  await known.turnAt("2026-03-10T11:00:00Z");
  expect(await known.ended()).toMatchObject([{ run_id: ran?.run_id, status: "completed" }]);
  expect(await unknown.times()).toMatchObject([
    { run_id: null, status: "not_started", reason: SCHEDULE_TEXTS.failedToStart },
  ]);
});

test("a scheduled run waits while the account has the maximum number of active runs", async () => {
  const all = await stack();
  const full = await all.createNode(await all.otherNode("node-4", { atOnce: 0 }), 40);
  const { clock, times, ended } = await scheduled(all);
  clock.set("2026-03-10T09:05:00Z");
  await full.turn();
  expect(await times()).toEqual([]);
  clock.set("2026-03-10T09:05:05Z");
  expect(await ended()).toMatchObject([{ due_at: "2026-03-10T09:05:00.000Z", status: "completed" }]);
});
