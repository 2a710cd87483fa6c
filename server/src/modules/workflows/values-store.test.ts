import { sql } from "kysely";
import { expect, test } from "vitest";
import { useTestDatabase } from "../../../../tests/harness/database.ts";
import { Traffic } from "../../platform/outbound/traffic.ts";
import { createValuesStore } from "./values-store.ts";

const database = useTestDatabase();

test("a write that waits too long for another run's is refused as busy, and not as a failure of ours", async () => {
  const { db } = database();
  const run = {
    accountId: "acc_1",
    agentId: 7,
    hosts: [],
    traffic: new Traffic(),
    developerAccountId: "acc_1",
    signal: new AbortController().signal,
    track: () => undefined,
  };
  await db.transaction().execute(async (elsewhere) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended('workflow acc_1 7', 0))`.execute(elsewhere);
    await expect(createValuesStore(db).write(run, { kind: "static", key: "a" }, "1")).rejects.toMatchObject({
      name: "DoorRefusal",
      status: 503,
      code: "storage_busy",
    });
  });
}, 20_000);
