import { nanoToUsd, PLANS } from "@stoa/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { useTestServer } from "../../../../tests/harness/server.ts";
import type { Tx } from "../../platform/db/database.ts";
import { lockAccount } from "./api-key-store.ts";
import { findByUsername, readPlanType } from "./identity-store.ts";
import { personalData } from "./personal-data/personal-data.ts";
import { runBesideUncommitted } from "./uncommitted.fixture.ts";

const server = useTestServer();

async function readBalance(token: string): Promise<number> {
  const { body } = await server().client.get("/api/v1/billing/balance", { token });
  return Number(Object(body).current_balance);
}

const start = nanoToUsd(PLANS.free.credits.amountNano);
const monthly = nanoToUsd(PLANS.creator.credits.amountNano);

test("grants a plan's credits once per period, including missed periods", async () => {
  const { client, db, plans } = server();
  const person = await client.register();
  expect(await plans.setPlan(person.username, "creator", "test")).toBe(true);
  expect(await readBalance(person.token)).toBe(start + monthly);
  await Promise.all([plans.startPeriods(), plans.startPeriods(), plans.startPeriods()]);
  expect(await readBalance(person.token)).toBe(start + monthly);
  await db
    .updateTable("subscriptions")
    .set({ period_anchor: sql<string>`((now() AT TIME ZONE 'UTC')::date - interval '2 months')::date` })
    .where("plan_type", "=", "creator")
    .execute();
  await plans.startPeriods();
  const periods = await db.selectFrom("plan_periods").select("starts_on").execute();
  expect(await readBalance(person.token)).toBe(start + monthly * periods.length);
  expect(periods.length).toBeGreaterThanOrEqual(3);
});

test("records a plan change in the audit log, and changes nothing for an unknown name", async () => {
  const { client, db, plans } = server();
  const person = await client.register();
  await plans.setPlan(person.username, "business", "operator:root");
  const entries = await db.selectFrom("audit_log").selectAll().where("actor", "=", "operator:root").execute();
  expect(entries).toMatchObject([
    { action: "account.set_plan", before: { plan: "free" }, after: { plan: "business" } },
  ]);
  expect(await plans.setPlan("nobody_here", "business", "test")).toBe(false);
});

test("does not change the plan of a person who has deleted their account or deletes it at the same moment", async () => {
  const { client, db, plans } = server();
  const { username } = await client.register();
  const leaver = await findByUsername(db, username);
  if (!leaver) throw new Error("who has just registered is there");
  const leave = async (tx: Tx) => {
    await lockAccount(tx, leaver.accountId);
    await personalData.erase(tx, leaver);
  };
  expect(await runBesideUncommitted(db, leave, () => plans.setPlan(username, "creator", "test"))).toBe(false);
  const { username: deleted } = await db
    .selectFrom("users")
    .select("username")
    .where("id", "=", leaver.userId)
    .executeTakeFirstOrThrow();
  expect(await plans.setPlan(deleted, "creator", "test")).toBe(false);
  expect(await readPlanType(db, leaver.accountId)).toBe("free");
});
