import type { ModelCall } from "@stoa/gateway";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { useTestDatabase } from "../../../../../tests/harness/database.ts";
import { TEST_CONTENTS } from "../run-contents.fixture.ts";
import { ModelCallWriter } from "./model-call-writer.ts";

const database = useTestDatabase();

const call = (fields: Partial<ModelCall> = {}): ModelCall => ({
  provider: "test",
  modelRequested: "m",
  modelAnswered: "m",
  promptTokens: 10,
  cachedPromptTokens: 0,
  completionTokens: 10,
  countedBy: "provider",
  costNano: 1_000_000n,
  startedAt: new Date("2026-11-21T10:00:00.123Z"),
  durationMs: 5,
  outcome: "completed",
  ...fields,
});

async function readRows(runId: string) {
  const { rows } = await sql<{ id: string; cost: bigint; started_at: Date; error_code: string | null }>`
    SELECT id, cost, started_at, error_code FROM model_calls WHERE run_id = ${runId} ORDER BY id::int`.execute(
    database().db,
  );
  return rows;
}

const reserve = (runId: string, reservationId: string, ended: ModelCall) => ({
  ...{ runId, accountId: "acc_1", reservationId },
  call: ended,
});

test("calls that end at the same time are each written once", async () => {
  const writer = new ModelCallWriter({ db: database().db, contents: TEST_CONTENTS });
  const ids = Array.from({ length: 500 }, (_, index) => String(index));
  const write = (id: string) =>
    writer.write(reserve("run_a", id, call({ costNano: BigInt(id), errorCode: `e"${id},\\` })));
  await Promise.all([...ids, ...ids].map(write));
  const rows = await readRows("run_a");
  expect(rows.map(({ id }) => id)).toEqual(ids);
  expect(rows[17]).toMatchObject({
    cost: 17n,
    error_code: 'e"17,\\',
    started_at: new Date("2026-11-21T10:00:00.123Z"),
  });
});

test("the content of a call is written with the call", async () => {
  const writer = new ModelCallWriter({ db: database().db, contents: TEST_CONTENTS });
  const content = { messages: [{ role: "user", text: 'say "{}"' }], answer: "{}", isCut: false };
  await Promise.all([
    writer.write(reserve("run_b", "1", call())),
    writer.write(reserve("run_b", "2", call({ content }))),
    writer.write(reserve("run_b", "3", call())),
  ]);
  const { rows } = await sql<{
    call_id: string;
    content: Buffer;
  }>`SELECT call_id, content FROM model_call_contents WHERE run_id = 'run_b'`.execute(database().db);
  const run = { id: "run_b", accountId: "acc_1" };
  expect(rows.map((row) => JSON.parse(TEST_CONTENTS.openCall(run, row.call_id, row.content)))).toEqual([
    content,
  ]);
  expect(await readRows("run_b")).toHaveLength(3);
});

test("a call that cannot be written does not stop the others", async () => {
  const writer = new ModelCallWriter({ db: database().db, contents: TEST_CONTENTS });
  const unstorable = call({ modelAnswered: "a\u0000b" });
  const results = await Promise.allSettled(
    ["1", "2", "3", "4"].map((id) => writer.write(reserve("run_c", id, id === "3" ? unstorable : call()))),
  );
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
  expect((await readRows("run_c")).map(({ id }) => id)).toEqual(["1", "2", "4"]);
});
