import { PAUSE_TEXTS, Schedule, TEXTS } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { PRICE, USD } from "../runs/runs.fixture.ts";
import { createScheduleBody, type Stack, scheduled, someKey, useSchedules } from "./schedules.fixture.ts";
import { insertTaken } from "./time-store.ts";

const stack = useSchedules();
const DUE = "2026-03-10T09:05:00Z";
const TAKEN_OVER = "2026-03-10T09:06:01Z";

/** Simulates a node that picked up a due time and died before it started the run. */
async function lose({ db }: Stack, scheduleId: string, isManual = false): Promise<void> {
  const dueAt = new Date(DUE);
  await db
    .transaction()
    .execute((tx) => insertTaken(tx, { scheduleId, dueAt, isManual, maxCost: USD }, dueAt));
}

test("after a node dies, an interrupted run of a paused schedule is skipped, but an interrupted manual run is repeated", async () => {
  const all = await stack();
  const [clocked, asked] = [await scheduled(all), await scheduled(all)];
  await lose(all, clocked.id);
  await lose(all, asked.id, true);
  for (const { post, owner, id } of [clocked, asked]) await post(owner.token, `/${id}/pause`);
  await clocked.turnAt(TAKEN_OVER);
  expect(await clocked.times()).toMatchObject([
    { status: "skipped", reason: PAUSE_TEXTS.owner, run_id: null },
  ]);
  expect(await clocked.now()).toMatchObject({ paused_because: "owner", failures_in_a_row: 0 });
  expect(await asked.ended()).toMatchObject([{ trigger: "manual", status: "completed" }]);
});

test("an interrupted scheduled start is skipped if its key was revoked, and the schedule is paused", async () => {
  const all = await stack();
  const { owner, agentId, client, db, history, get, getPauseReasonsFor, turnAt } = await scheduled(all);
  const { id: keyId, key } = await someKey(all, owner);
  const { id } = parseAnswer(
    Schedule,
    await client.post("/api/v1/sdk/schedules", createScheduleBody(agentId), { key }),
  );
  await lose(all, id);
  await db.updateTable("api_keys").set({ revoked_at: new Date() }).where("id", "=", keyId).execute();
  await turnAt(TAKEN_OVER);
  expect(await history(owner.token, id)).toMatchObject([{ status: "skipped", reason: PAUSE_TEXTS.key_gone }]);
  expect(await get(owner.token, id)).toMatchObject({ status: "paused", paused_because: "key_gone" });
  expect(await getPauseReasonsFor(owner.userId)).toEqual(["key_gone"]);
});

test("an interrupted scheduled start is skipped if its account was suspended", async () => {
  const all = await stack();
  const { owner, id, db, turnAt, times } = await scheduled(all);
  await lose(all, id);
  await db
    .updateTable("users")
    .set({ suspended_at: new Date(), suspension_reason: "spam" })
    .where("id", "=", owner.userId)
    .execute();
  await turnAt(TAKEN_OVER);
  expect(await times()).toMatchObject([{ status: "skipped", reason: TEXTS.account.suspended("spam") }]);
});

test("keeps the run that a lost node had started, even if the schedule is paused and the price has increased", async () => {
  const { db, id, agentId, turnAt, times, ended, post, owner } = await scheduled(await stack());
  await turnAt(DUE);
  const [begun] = await ended();
  await db
    .updateTable("schedule_times")
    .set({ state: "starting", run_id: null, ended_at: null })
    .where("schedule_id", "=", id)
    .execute();
  await db
    .insertInto("agent_prices")
    .values({ agent_id: agentId, price_per_token_nano: 2n * PRICE, effective_from: new Date() })
    .execute();
  await post(owner.token, `/${id}/pause`);
  await turnAt(TAKEN_OVER);
  expect(await ended()).toMatchObject([{ run_id: begun?.run_id, status: "completed" }]);
  expect(await times()).toHaveLength(1);
});
