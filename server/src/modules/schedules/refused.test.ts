import { PAUSE_TEXTS, Schedule } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { someVersion } from "../catalog/catalog.fixture.ts";
import { PRICE, USD } from "../runs/runs.fixture.ts";
import { limit } from "../runs/start/spending-limits.fixture.ts";
import { createScheduleBody, scheduled, someKey, useSchedules } from "./schedules.fixture.ts";

const stack = useSchedules();

test("ten consecutive failures for lack of credits pause the schedule and notify its owner once", async () => {
  const all = await scheduled(await stack(), { credits: PRICE - 1n });
  const { clock, turn, times, now, getPauseReasons, ended, post, id, money, owner } = all;
  for (let n = 0; n < 12; n++) {
    clock.addMinutes(5);
    await turn();
  }
  const refused = await times();
  expect(refused).toHaveLength(10);
  for (const time of refused)
    expect(time).toMatchObject({
      status: "not_started",
      reason: "Insufficient credits",
      run_id: null,
      cost: 0,
    });
  expect(await now()).toMatchObject({
    status: "paused",
    paused_because: "failures",
    paused_reason: PAUSE_TEXTS.failures,
    failures_in_a_row: 10,
    next_times: [],
  });
  expect(await getPauseReasons()).toEqual(["failures"]);

  await money.grant(owner.accountId, USD, "paid");
  const resumed = await post(owner.token, `/${id}/resume`);
  expect(resumed.body).toMatchObject({ status: "active", failures_in_a_row: 0 });
  clock.addMinutes(5);
  expect((await ended())[0]).toMatchObject({ status: "completed" });
});

test("failed runs count as failures of the schedule until a run completes", async () => {
  const source = "def run(message: str):\n    return 1 / (message == 'go')\n";
  const request = { input_data: { message: "stay" } };
  const { turnAt, ended, now, put, id, owner } = await scheduled(await stack(), {
    request,
    agent: { source },
  });
  await turnAt("2026-03-10T09:05:00Z");
  expect((await ended())[0]).toMatchObject({ status: "failed", run_id: expect.any(String), cost: 0 });
  await turnAt("2026-03-10T09:10:00Z");
  expect((await ended())[0]).toMatchObject({ status: "failed" });
  const changed = await put(owner.token, id, { input_data: { message: "go" } });
  expect(changed.body).toMatchObject({ failures_in_a_row: 2, input_data: { message: "go" } });
  await turnAt("2026-03-10T09:15:00Z");
  expect((await ended())[0]).toMatchObject({ status: "completed" });
  expect(await now()).toMatchObject({ status: "active", failures_in_a_row: 0 });
});

test("the history states that the agent is no longer available", async () => {
  const { turnAt, times, db, agentId, now } = await scheduled(await stack());
  await db.updateTable("agents").set({ is_active: false }).where("id", "=", agentId).execute();
  await turnAt("2026-03-10T09:05:00Z");
  expect(await times()).toMatchObject([{ status: "not_started", reason: "Agent not found" }]);
  expect(await now()).toMatchObject({ status: "active", failures_in_a_row: 1 });
});

test("the history states that the pinned version was withdrawn", async () => {
  const { turnAt, times, db, agentId } = await scheduled(await stack(), { request: { version: 1 } });
  await someVersion(db, agentId, { source: "def run(message: str):\n    return 'second'\n" });
  await db
    .updateTable("agent_versions")
    .set({ state: "withdrawn" })
    .where("agent_id", "=", agentId)
    .where("number", "=", 1)
    .execute();
  await turnAt("2026-03-10T09:05:00Z");
  const [time] = await times();
  expect(time).toMatchObject({ status: "not_started", run_id: null });
  expect(time?.reason).toMatch(/version 1/i);
});

test("a schedule pauses after a price increase until its owner agrees to the new price", async () => {
  const { turnAt, times, ended, now, getPauseReasons, post, owner, id, db, agentId } = await scheduled(
    await stack(),
  );
  const price = (nano: bigint) =>
    db
      .insertInto("agent_prices")
      .values({ agent_id: agentId, price_per_token_nano: nano, effective_from: new Date() })
      .execute();
  await price(2n * PRICE);
  await turnAt("2026-03-10T09:05:00Z");
  expect(await times()).toMatchObject([{ status: "skipped", reason: PAUSE_TEXTS.price_rise, run_id: null }]);
  expect(await now()).toMatchObject({
    status: "paused",
    paused_because: "price_rise",
    agreed_price_per_token: 0.0001,
  });
  expect(await getPauseReasons()).toEqual(["price_rise"]);
  const refused = await post(owner.token, `/${id}/run`);
  expect(refused).toMatchObject({ status: 409, body: { error: "conflict", detail: PAUSE_TEXTS.price_rise } });

  expect((await post(owner.token, `/${id}/resume`)).body).toMatchObject({
    status: "active",
    agreed_price_per_token: 0.0002,
  });
  await turnAt("2026-03-10T09:10:00Z");
  expect((await ended())[0]).toMatchObject({ status: "completed", cost: 0.0004 });
});

test("runs of a key's schedule count toward the key's limits, and revoking the key pauses the schedule", async () => {
  const all = await stack();
  const { owner, agentId, clock, turn, tend, db, client, history, settled, get, getPauseReasonsFor, post } =
    await scheduled(all);
  const { id: keyId, key } = await someKey(all, owner);
  await limit(db, owner.accountId, { perMonth: 2n * PRICE }, keyId);
  const answer = await client.post("/api/v1/sdk/schedules", createScheduleBody(agentId), { key });
  const { id, api_key_id } = parseAnswer(Schedule, answer);
  expect(api_key_id).toBe(keyId);
  clock.set("2026-03-10T09:05:00Z");
  await turn();
  const [ran] = await settled(owner.token, id);
  const run = await db
    .selectFrom("runs")
    .select(["api_key_id", "cost"])
    .where("id", "=", ran?.run_id ?? "")
    .executeTakeFirstOrThrow();
  expect(run).toEqual({ api_key_id: keyId, cost: 2n * PRICE });
  clock.set("2026-03-10T09:10:00Z");
  await turn();
  expect((await history(owner.token, id))[0]).toMatchObject({
    status: "not_started",
    reason: expect.stringContaining("This API key has a limit of"),
  });

  await db.updateTable("api_keys").set({ revoked_at: new Date() }).where("id", "=", keyId).execute();
  await tend();
  expect(await get(owner.token, id)).toMatchObject({
    status: "paused",
    paused_because: "key_gone",
    paused_reason: PAUSE_TEXTS.key_gone,
  });
  expect(await getPauseReasonsFor(owner.userId)).toEqual(["key_gone"]);
  expect((await post(owner.token, `/${id}/run`)).status).toBe(409);
  const resumed = await post(owner.token, `/${id}/resume`);
  expect(resumed.body).toMatchObject({ status: "active", api_key_id: null });
});

test("a schedule whose key has expired skips its next run and is paused", async () => {
  const all = await stack();
  const { owner, agentId, client, clock, turn, get, history, db } = await scheduled(all);
  const { id: keyId, key } = await someKey(all, owner);
  const { id } = parseAnswer(
    Schedule,
    await client.post("/api/v1/sdk/schedules", createScheduleBody(agentId), { key }),
  );
  const expires_at = new Date("2026-03-10T09:04:00Z");
  await db.updateTable("api_keys").set({ expires_at }).where("id", "=", keyId).execute();
  clock.set("2026-03-10T09:05:00Z");
  await turn();
  expect(await get(owner.token, id)).toMatchObject({ status: "paused", paused_because: "key_gone" });
  expect(await history(owner.token, id)).toMatchObject([{ status: "skipped", reason: PAUSE_TEXTS.key_gone }]);
});
