import type { ExecutionResult } from "@stoa/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createOutbound } from "../../platform/outbound/create-outbound.ts";
import { createLimiter } from "../../platform/rate-limit/rate-limiter.ts";
import { someAccount } from "../catalog/catalog.fixture.ts";
import { CALLS_PER_MINUTE, RETRY_WAITS, RUN_WEBHOOKS_KEPT_DAYS } from "./bounds.ts";
import { useDeliveries } from "./deliverer.fixture.ts";
import { insertEndedRun } from "./ended-run.fixture.ts";
import { removeOldRunWebhooks } from "./run-webhook-store.ts";
import { RunWebhooks } from "./run-webhooks.ts";

const stage = useDeliveries();

const FOLD = sql`SELECT fold_run_statistics(100)`;
/** What a run's end consists of does not matter here: the presenter of the fixture passes it on. */
const RESULT = async () => ({ agent_output: "Hello" }) as ExecutionResult;

/** Returns the webhooks of an account's runs. */
async function openAccount({ db, pool, vault, receiver }: ReturnType<typeof stage>) {
  const { accountId } = await someAccount(db);
  const caller = { userId: "usr_1", accountId, username: "one" };
  const { lookup, ca } = receiver;
  const outbound = createOutbound({ allow: ["127.0.0.1/32"], lookup, ca });
  const calls = createLimiter(pool, { name: "webhook_calls", points: CALLS_PER_MINUTE, durationSeconds: 60 });
  const webhooks = new RunWebhooks({ db, vault, outbound, calls, wake: () => {} });
  const add = (runId: string, path: string) =>
    webhooks.add(
      caller,
      runId,
      { name: path, url: receiver.url(path), headers: { "x-mine": "secret" } },
      { isEnded: false },
    );
  return { accountId, add, caller, webhooks };
}

const listDeliveries = ({ db }: ReturnType<typeof stage>, accountId: string) =>
  db.selectFrom("webhook_deliveries").selectAll().where("account_id", "=", accountId).orderBy("id").execute();

test("the end of a run is queued once for each of its webhooks, whether they were added before or after it ended", async () => {
  const scene = stage();
  const { db } = scene;
  const { accountId, add } = await openAccount(scene);
  const runId = await insertEndedRun(db, accountId);
  await add(runId, "/first");
  await FOLD.execute(db);
  await add(runId, "/second");
  await FOLD.execute(db);
  const deliveries = await listDeliveries(scene, accountId);
  expect(deliveries).toHaveLength(2);
  expect(new Set(deliveries.map(({ endpoint_id }) => endpoint_id)).size).toBe(2);
  const events = await db
    .selectFrom("webhook_events")
    .select(["type", "run_id"])
    .where("account_id", "=", accountId)
    .execute();
  expect(events).toEqual(Array(2).fill({ type: "run.completed", run_id: runId }));
});

test("an active run queues nothing until it ends", async () => {
  const scene = stage();
  const { db } = scene;
  const { accountId, add } = await openAccount(scene);
  const runId = await insertEndedRun(db, accountId);
  const set = (status: string, ended: boolean) =>
    sql`UPDATE runs SET status = ${status}, ended_at = ${ended ? sql`now()` : null} WHERE id = ${runId}`.execute(
      db,
    );
  await set("running", false);
  await add(runId, "/active");
  expect(await listDeliveries(scene, accountId)).toEqual([]);
  await set("failed", true);
  await FOLD.execute(db);
  expect(await listDeliveries(scene, accountId)).toHaveLength(1);
});

test("a dead receiver gets ten attempts of the same event, and then none", async () => {
  const scene = stage();
  const { db, deliverer, sendDue, later, receiver } = scene;
  receiver.answer(() => ({ status: 500, body: "broken" }));
  const { accountId, add } = await openAccount(scene);
  await add(await insertEndedRun(db, accountId), "/dead");
  const node = deliverer({}, RESULT);
  for (const wait of [0, ...RETRY_WAITS]) {
    later(wait);
    expect(await sendDue(node)).toBe(1);
  }
  later(1_000_000);
  expect(await sendDue(node)).toBe(0);
  expect(await listDeliveries(scene, accountId)).toMatchObject([{ status: "failed", attempts: 10 }]);
  const requests = receiver.received("/dead");
  expect(new Set(requests.map(({ headers, body }) => `${headers["webhook-id"]} ${body}`)).size).toBe(1);
  expect(requests).toHaveLength(10);
  expect(requests[0]).toMatchObject({
    headers: { "x-mine": "secret", "webhook-signature": expect.stringMatching(/^v1a,[\w+/]{86}==$/) },
    body: JSON.stringify({ run: { agent_output: "Hello", agent_output_omitted: false } }),
  });
});

test("a receiver that is gone gets one attempt, and its account is not notified", async () => {
  const scene = stage();
  const { db, deliverer, sendDue, later, receiver } = scene;
  receiver.answer(() => ({ status: 410, body: "" }));
  const { accountId, add } = await openAccount(scene);
  await add(await insertEndedRun(db, accountId), "/gone");
  const node = deliverer({}, RESULT);
  expect(await sendDue(node)).toBe(1);
  later(1_000_000);
  expect(await sendDue(node)).toBe(0);
  expect(receiver.received("/gone")).toHaveLength(1);
  expect(await db.selectFrom("notifications").select("kind").execute()).toEqual([]);
});

test("no request reaches a name that now resolves to a private address", async () => {
  const scene = stage();
  const { db, deliverer, sendDue, receiver, attempts } = scene;
  const { accountId, add } = await openAccount(scene);
  await add(await insertEndedRun(db, accountId), "/rebound");
  await sendDue(deliverer({ allow: [] }, RESULT));
  expect(receiver.requests).toEqual([]);
  const [delivery] = await listDeliveries(scene, accountId);
  expect(await attempts(delivery?.id ?? "")).toMatchObject([
    { http_status: null, error: expect.stringContaining("private network") },
  ]);
});

test("webhooks are deleted a week after their run has ended", async () => {
  const scene = stage();
  const { db } = scene;
  const { accountId, add, caller, webhooks } = await openAccount(scene);
  const [old, recent] = [await insertEndedRun(db, accountId), await insertEndedRun(db, accountId)];
  await add(old, "/old");
  await add(recent, "/recent");
  await sql`
    UPDATE webhook_endpoints SET run_ended_at = now() - make_interval(days => ${RUN_WEBHOOKS_KEPT_DAYS}, secs => 1)
    WHERE run_id = ${old}`.execute(db);
  await removeOldRunWebhooks(db);
  expect(await webhooks.list(caller, old)).toEqual([]);
  expect(await webhooks.list(caller, recent)).toMatchObject([
    { name: "/recent", headers: { "x-mine": "secret" } },
  ]);
});
