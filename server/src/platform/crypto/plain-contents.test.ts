import { sql } from "kysely";
import { expect, test } from "vitest";
import { readStoredText } from "../../../../tests/harness/contents.ts";
import { createTitleResealing } from "../../modules/conversations/index.ts";
import { createMemoryResealing } from "../../modules/remembered-values/index.ts";
import { createRunResealing } from "../../modules/runs/index.ts";
import { createScheduleResealing } from "../../modules/schedules/index.ts";
import { placeInput } from "../../modules/schedules/inputs.ts";
import { placeWait } from "../../modules/workflows/answers/wait-store.ts";
import { createWaitResealing, createWorkflowResealing } from "../../modules/workflows/index.ts";
import { type Database, openDatabase } from "../db/database.ts";
import { migrate } from "../db/schema/migrate.ts";
import { query, useSchemas } from "../db/schema/schema.fixture.ts";
import { readSchemaFiles } from "../db/schema/schema-files.ts";
import { createSealingJob } from "./content-tables.ts";
import { TEST_CONTENT_VAULT as vault } from "./content-vault.fixture.ts";

const { database } = useSchemas();
const product = readSchemaFiles("server");

const REFUSED = '{"service":"github","outcome":"answered","status":429}';
const ANSWERED = '{"service":"github","outcome":"answered","status":200,"path":"\\u0000"}';

/** Creates a database as the version before the encryption left it: with two runs, and the values of agents. */
async function createOldDatabase(): Promise<string> {
  const url = await database();
  await migrate(url, product, { last: "0022_agent_memory" });
  const run = (
    id: string,
  ) => `('${id}', now(), 'failed', 'acc_1', 'usr_1', 1, 'A', 'stoa', 'ver_1', 1, 1, 70, 'p', 0,
    'acc_2', 'tokens', 0, 1, '${id}', 'n', 1, 1)`;
  await query(
    url,
    `INSERT INTO accounts (id) VALUES ('acc_1');
     INSERT INTO users (id, username) VALUES ('usr_1', 'ada');
     ALTER TABLE remembered_stores DROP CONSTRAINT remembered_stores_agent_id_fkey;
     ALTER TABLE workflow_values DROP CONSTRAINT workflow_values_agent_id_fkey;
     ALTER TABLE conversations DROP CONSTRAINT conversations_agent_id_fkey;
     INSERT INTO runs (id, ended_at, status, account_id, user_id, agent_id, agent_name, agent_type, version_id, version,
       price_per_token, share_percent, price_table_version, sponsor_limit, developer_account_id, pays, cap,
       timeout_seconds, root_id, node_id, epoch, input_tokens) VALUES ${run("run_1")}, ${run("run_2")};
     INSERT INTO run_contents (run_id, account_id, task, input, output, error_detail, developer_detail, state) VALUES
       ('run_1', 'acc_1', 'a plain task', '{"message": "a plain  input \\u0000"}', '"a plain output"', 'a plain error',
         'a plain traceback', 'a plain state'),
       ('run_2', 'acc_1', NULL, '{}', NULL, NULL, NULL, NULL);
     INSERT INTO run_events (run_id, seq, kind, payload, at) VALUES
       ('run_1', 1, 'log', '{"message": "a plain log"}', now()), ('run_1', 2, 'connector_call', '${REFUSED}', now()),
       ('run_1', 3, 'connector_call', '${ANSWERED}', now());
     INSERT INTO model_call_contents (run_id, call_id, content) VALUES ('run_1', '0', '{"answer": "a plain answer"}');
     INSERT INTO remembered_stores (id, agent_id, user_id, value_count, bytes) OVERRIDING SYSTEM VALUE
       VALUES (7, 1, 'usr_1', 1, 13);
     INSERT INTO remembered_values (store_id, key, value) VALUES (7, 'a b', '"a plain"');
     INSERT INTO workflow_values (account_id, agent_id, kind, key, value) VALUES ('acc_1', 1, 'static', 'k', 'a plain value');
     INSERT INTO conversations (id, account_id, user_id, agent_id, title)
       VALUES ('conv_1', 'acc_1', 'usr_1', 1, 'a plain title');
     INSERT INTO schedules (id, account_id, user_id, name, agent_id, input, cron, time_zone, monthly_cap, agreed_price,
       spent_month, created_at, updated_at)
       VALUES ('sch_1', 'acc_1', 'usr_1', 'n', 1, '{"message": "a plain request"}', '0 9 * * *', 'UTC', 1, 1, '2026-01-01',
       now(), now());
     INSERT INTO run_waits (token_hash, run_id, account_id, sealed_token, state, node, asks, answer, expires_at) VALUES
       (decode(repeat('01', 32), 'hex'), 'run_1', 'acc_1', '\\x01', 'answered', 'Ask', '{"a": "a plain question"}',
         '{"a": "a plain reply"}', now()),
       (decode(repeat('02', 32), 'hex'), 'run_1', 'acc_1', '\\x01', 'announced', NULL, NULL, NULL, now());`,
  );
  return url;
}

const PLAIN = `
  SELECT count(*)::integer AS rows FROM (
    SELECT c::text AS row FROM run_contents c UNION ALL SELECT e::text FROM run_events e
    UNION ALL SELECT m::text FROM model_call_contents m UNION ALL SELECT r::text FROM remembered_values r
    UNION ALL SELECT w::text FROM workflow_values w UNION ALL SELECT t::text FROM conversations t
    UNION ALL SELECT s::text FROM schedules s UNION ALL SELECT a::text FROM run_waits a
  ) everything WHERE strpos(row, encode('plain', 'hex')) > 0 OR strpos(row, 'plain') > 0`;

const INPUT_AND_WAIT = [
  '{"message": "a plain request"}',
  '{"a": "a plain question"}',
  '{"a": "a plain reply"}',
];

/** Returns the input of the schedule, and the question and the answer of the run that waits. */
async function readInputAndWait(db: Database): Promise<string[]> {
  const schedule = await db.selectFrom("schedules").select("input").executeTakeFirstOrThrow();
  const wait = await db
    .selectFrom("run_waits")
    .select(["token_hash", "asks", "answer"])
    .where("state", "=", "answered")
    .executeTakeFirstOrThrow();
  const place = { runId: "run_1", hash: wait.token_hash, accountId: "acc_1" };
  return [
    vault.open(schedule.input, placeInput({ id: "sch_1", accountId: "acc_1" })),
    vault.open(wait.asks ?? Buffer.alloc(0), placeWait("asks", place)),
    vault.open(wait.answer ?? Buffer.alloc(0), placeWait("answer", place)),
  ];
}

test("an upgrade keeps all contents readable, and a job encrypts them", async () => {
  const url = await createOldDatabase();
  await migrate(url, product);
  const { db } = openDatabase({ url, poolSize: 2, onLost: () => {} });
  try {
    const before = await readStoredText(db, vault);
    for (const text of ["task", "input", "output", "error", "traceback", "state", "log"])
      expect(before).toContain(`a plain${text === "input" ? " " : ""} ${text}`);
    expect(before).toContain('{"message": "a plain  input \\u0000"}');
    expect(await query(url, PLAIN)).toEqual([{ rows: 8 }]);
    expect(await query(url, "SELECT seq FROM run_events WHERE is_refusal")).toEqual([{ seq: 2 }]);
    expect(await query(url, "SELECT bytes FROM remembered_values")).toEqual([{ bytes: 12 }]);
    expect(await query(url, "SELECT bytes FROM workflow_values")).toEqual([{ bytes: 13 }]);

    expect(await readInputAndWait(db)).toEqual(INPUT_AND_WAIT);
    const jobs = [
      createRunResealing,
      createMemoryResealing,
      createWorkflowResealing,
      createTitleResealing,
      createScheduleResealing,
      createWaitResealing,
    ].map((create) => createSealingJob("test", create(db, vault)));
    for (const job of jobs) await job.run();
    expect(await query(url, PLAIN)).toEqual([{ rows: 0 }]);
    expect(await readStoredText(db, vault)).toBe(before);
    expect(await readInputAndWait(db)).toEqual(INPUT_AND_WAIT);
    const { rows } = await sql<{ title: Buffer }>`SELECT title FROM conversations`.execute(db);
    expect(rows[0]?.title[0]).toBe(2);
    const sealed = await query(url, "SELECT * FROM run_events ORDER BY seq");
    for (const job of jobs) await job.run();
    expect(await query(url, "SELECT * FROM run_events ORDER BY seq")).toEqual(sealed);
  } finally {
    await db.destroy();
  }
});
