import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll } from "vitest";
import { useTestDatabase } from "../../../../tests/harness/database.ts";
import { type ScriptedService, startScriptedService } from "../../../../tests/harness/scripted-service.ts";
import { createFixedKeys, masterKey } from "../../platform/crypto/master-keys.ts";
import { SigningKeys } from "../../platform/crypto/signing-keys.ts";
import { Vault } from "../../platform/crypto/vault.ts";
import { generateId } from "../../platform/db/new-id.ts";
import { createOutbound, type OutboundOptions } from "../../platform/outbound/create-outbound.ts";
import type { Outbound } from "../../platform/outbound/outbound.ts";
import { someAccount } from "../catalog/catalog.fixture.ts";
import { insertNotice } from "../notifications/notification-store.ts";
import { Deliverer, type DelivererOptions } from "./deliverer.ts";
import { insertPing } from "./delivery-store.ts";
import { insertEndpoint } from "./endpoint-store.ts";
import { generateSecret } from "./signature.ts";
import { sealWebhookSecret } from "./webhook-secrets.ts";
import { createReceiver, RECEIVER } from "./webhooks.fixture.ts";

/** Returns a signal that never aborts, because the node keeps running. */
export const goingOn = () => new AbortController().signal;

/** Creates deliverers with a test database and a test clock, and a receiver for their calls. */
export function useDeliveries() {
  const database = useTestDatabase();
  const keys = createFixedKeys(masterKey(randomBytes(32)));
  const vault = new Vault(keys);
  const open: Outbound[] = [];
  let service: ScriptedService | undefined;
  beforeAll(async () => {
    service = await startScriptedService([RECEIVER]);
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((outbound) => outbound.close()));
    await database().pool.query("DELETE FROM webhook_endpoints");
    service?.requests.splice(0);
  });
  afterAll(() => service?.close());

  return () => {
    if (!service) throw new Error("the receiver runs only during tests");
    const { db, pool } = database();
    const receiver = createReceiver(service);
    receiver.answer(() => ({ status: 204, body: "" }));
    /** The clock starts a minute in the future, so that everything that the test queues is due. */
    const clock = { at: new Date(Date.now() + 60_000) };

    const deliverer = (
      network: OutboundOptions = {},
      runResult: DelivererOptions["runResult"] = async () => undefined,
    ) => {
      const { lookup, ca } = receiver;
      const outbound = createOutbound({ allow: ["127.0.0.1/32"], lookup, ca, ...network });
      open.push(outbound);
      return new Deliverer({
        db,
        vault,
        outbound,
        signingKeys: new SigningKeys(keys),
        runResult,
        presentRunEnd: async (run) => ({ contentType: "application/json", body: { run } }),
        notify: insertNotice,
        now: () => sql<Date>`${clock.at.toISOString()}::timestamptz`,
        random: () => 0,
        log: pino({ level: "silent" }),
      });
    };

    return {
      db,
      pool,
      vault,
      receiver,
      clock,
      deliverer,
      later: (seconds: number) => {
        clock.at = new Date(clock.at.getTime() + seconds * 1_000);
      },
      /** Sends everything that is due now. @returns the number of events that were sent. */
      async sendDue(from: Deliverer, places = 100): Promise<number> {
        const taken = await from.take(places);
        await Promise.all(taken.map((delivery) => from.deliver(delivery, goingOn())));
        return taken.length;
      },
      /** Creates an endpoint. By default, it belongs to a new account. */
      async endpoint(path: string, accountId?: string) {
        const owner = {
          id: await generateId(db, "whk"),
          accountId: accountId ?? (await someAccount(db)).accountId,
        };
        const secret = generateSecret();
        await db.transaction().execute((tx) =>
          insertEndpoint(tx, {
            ...owner,
            url: receiver.url(path),
            description: "",
            eventTypes: ["run.completed"],
            sealedSecret: sealWebhookSecret(vault, owner, secret),
          }),
        );
        return { ...owner, secret };
      },
      /** Creates an event to send. @returns the delivery's id. */
      event: ({ id, accountId }: { id: string; accountId: string }) =>
        db.transaction().execute((tx) => insertPing(tx, accountId, id)),
      delivery: (id: string) =>
        db.selectFrom("webhook_deliveries").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
      endpointRow: (id: string) =>
        db.selectFrom("webhook_endpoints").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
      attempts: (id: string) =>
        db
          .selectFrom("webhook_attempts")
          .selectAll()
          .where("delivery_id", "=", id)
          .orderBy("number")
          .execute(),
    };
  };
}
