import { REMEMBERED_LIMITS } from "@stoa/contract";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { useMemoryRoute } from "./remembered-values.fixture.ts";

const { database, startRun, someAgentAndPerson } = useMemoryRoute();
const { storeBytes, storeKeys, keyMaxLength, valueMaxDepth, ttlMaxSeconds } = REMEMBERED_LIMITS;
const text = (bytes: number) => JSON.stringify("x".repeat(bytes - 2));

describe("a store", () => {
  test("keeps values until they are replaced or deleted", async () => {
    const run = await startRun(await someAgentAndPerson());
    expect(await run("GET", "/person/a")).toMatchObject({ status: 404, code: "not_found" });
    expect(await run("PUT", "/person/a", { body: '{"n": 1.50}' })).toMatchObject({ status: 204 });
    expect(await run("GET", "/person/a")).toMatchObject({ status: 200, body: '{"n": 1.50}' });
    await run("PUT", "/person/a", { body: "null" });
    await run("PUT", "/person/Z", { body: "0" });
    expect((await run("GET", "/person/a")).body).toBe("null");
    expect(JSON.parse((await run("GET", "/person")).body)).toEqual(["Z", "a"]);
    expect(await run("DELETE", "/person/a")).toMatchObject({ status: 204 });
    expect(await run("DELETE", "/person/a")).toMatchObject({ status: 204 });
    expect(JSON.parse((await run("GET", "/person")).body)).toEqual(["Z"]);
  });

  test("is separate for each person and each agent, and the shared store for each agent", async () => {
    const [first, second] = [await someAgentAndPerson(), await someAgentAndPerson()];
    const run = await startRun(first);
    await run("PUT", "/person/a", { body: "1" });
    await run("PUT", "/shared/a", { body: "2" });
    const ofOther = await startRun({ ...first, userId: second.userId });
    expect((await ofOther("GET", "/person/a")).status).toBe(404);
    expect((await ofOther("GET", "/shared/a")).body).toBe("2");
    const ofOtherAgent = await startRun({ ...first, agentId: second.agentId });
    expect((await ofOtherAgent("GET", "/person/a")).status).toBe(404);
    expect((await ofOtherAgent("GET", "/shared/a")).status).toBe(404);
    await ofOther("DELETE", "/person/a");
    expect((await run("GET", "/person/a")).body).toBe("1");
  });
});

describe("a value with a time to live", () => {
  const expire = (agentId: number) =>
    sql`UPDATE remembered_values SET expires_at = now() - interval '1 second'
      WHERE expires_at IS NOT NULL AND store_id IN (SELECT id FROM remembered_stores WHERE agent_id = ${agentId})`.execute(
      database().db,
    );
  const readRows = async (agentId: number) =>
    (
      await sql`SELECT s.value_count, s.bytes,
        (SELECT count(*)::integer FROM remembered_values v WHERE v.store_id = s.id) AS rows
        FROM remembered_stores s WHERE s.agent_id = ${agentId}`.execute(database().db)
    ).rows;

  test("cannot be read after it has expired, and is deleted by the job", async () => {
    const names = await someAgentAndPerson();
    const run = await startRun(names);
    await run("PUT", "/person/a?ttl=60", { body: "1" });
    await run("PUT", "/person/b", { body: "2" });
    const { rows } = await sql<{ seconds: number }>`
      SELECT extract(epoch FROM expires_at - updated_at)::integer AS seconds FROM remembered_values
      WHERE key = 'a' AND expires_at IS NOT NULL`.execute(database().db);
    expect(rows).toEqual([{ seconds: 60 }]);
    expect((await run("GET", "/person/a")).body).toBe("1");
    await expire(names.agentId);
    expect((await run("GET", "/person/a")).status).toBe(404);
    expect((await run("GET", "/person")).body).toBe('["b"]');
    expect(await readRows(names.agentId)).toEqual([{ value_count: 2, bytes: 4, rows: 2 }]);
    await sql`SELECT forget_expired_values(10)`.execute(database().db);
    expect(await readRows(names.agentId)).toEqual([{ value_count: 1, bytes: 2, rows: 1 }]);
  });

  test("takes no room after it has expired", async () => {
    const names = await someAgentAndPerson();
    const run = await startRun(names);
    await run("PUT", "/person/a?ttl=60", { body: text(storeBytes - 1) });
    expect(await run("PUT", "/person/b", { body: "2" })).toMatchObject({ status: 413 });
    await expire(names.agentId);
    expect(await run("PUT", "/person/b", { body: "2" })).toMatchObject({ status: 204 });
    expect(await readRows(names.agentId)).toEqual([{ value_count: 1, bytes: 2, rows: 1 }]);
  });

  test("counts as missing for a write that allows no other value", async () => {
    const names = await someAgentAndPerson();
    const run = await startRun(names);
    await run("PUT", "/person/a?ttl=60", { body: "1" });
    await expire(names.agentId);
    const created = await run("PUT", "/person/a", { body: "2", headers: { "if-none-match": "*" } });
    expect(created.status).toBe(204);
  });

  test.each(["0", "-1", "1.5", "x", "", String(ttlMaxSeconds + 1)])("is refused for ttl=%s", async (ttl) => {
    const run = await startRun(await someAgentAndPerson());
    const refused = await run("PUT", `/person/a?ttl=${ttl}`, { body: "1" });
    expect(refused).toMatchObject({ status: 400, code: "bad_ttl" });
    expect((await run("PUT", `/person/a?ttl=${ttlMaxSeconds}`, { body: "1" })).status).toBe(204);
  });
});

describe("the limits of a store", () => {
  test("count keys and values, and the refusal names the key, its size and the limit", async () => {
    const run = await startRun(await someAgentAndPerson());
    expect((await run("PUT", "/person/ab", { body: text(storeBytes - 12) })).status).toBe(204);
    expect((await run("PUT", "/person/c", { body: text(9) })).status).toBe(204);
    const refused = await run("PUT", "/person/c", { body: text(10) });
    expect(refused).toMatchObject({ status: 413, code: "memory_full" });
    expect(JSON.parse(refused.body).detail).toBe(
      'Could not store "c". The memory for this person can have 1048576 bytes. Key and value have 11 bytes, and 10 are free for them. Delete values that you no longer need.',
    );
    expect((await run("GET", "/person/c")).body).toBe(text(9));
    // Another store has its own limit.
    expect((await run("PUT", "/shared/c", { body: text(10) })).status).toBe(204);
    await run("DELETE", "/person/ab");
    expect((await run("PUT", "/person/c", { body: text(10) })).status).toBe(204);
  });

  test("cannot be exceeded by runs that write in parallel", async () => {
    const names = await someAgentAndPerson();
    const runs = await Promise.all(Array.from({ length: 12 }, () => startRun(names)));
    const size = Math.floor(storeBytes / 8);
    const replies = await Promise.all(
      runs.flatMap((run, index) =>
        ["a", "b"].map((key) => run("PUT", `/person/${key}${index % 10}`, { body: text(size) })),
      ),
    );
    const { rows } = await sql<{ counted: number; bytes: number; rows: number; keys: number }>`
      SELECT s.bytes AS counted, s.value_count AS rows, count(*)::integer AS keys,
        sum(v.bytes)::integer AS bytes
      FROM remembered_stores s JOIN remembered_values v ON v.store_id = s.id
      WHERE s.agent_id = ${names.agentId} GROUP BY s.id`.execute(database().db);
    expect(rows).toHaveLength(1);
    const [{ counted, bytes, keys, rows: counter } = { counted: 0, bytes: 0, keys: 0, rows: 0 }] = rows;
    expect([counted, counter]).toEqual([bytes, keys]);
    expect(bytes).toBeLessThanOrEqual(storeBytes);
    expect(keys).toBe(7);
    expect(replies.filter(({ status }) => status === 413).length).toBeGreaterThan(0);
  });

  test("include the number of keys, also for parallel runs", async () => {
    const names = await someAgentAndPerson();
    const run = await startRun(names);
    await run("PUT", "/shared/first", { body: "1" });
    await sql`
      WITH added AS (
        INSERT INTO remembered_values (store_id, key, value, bytes)
        SELECT s.id, 'k' || n, 'sealed', length('k' || n) + 1 FROM remembered_stores s, generate_series(1, ${storeKeys - 3}::integer) n
        WHERE s.agent_id = ${names.agentId} RETURNING bytes)
      UPDATE remembered_stores SET value_count = ${storeKeys - 2}, bytes = bytes + (SELECT sum(bytes) FROM added)
      WHERE agent_id = ${names.agentId}`.execute(database().db);
    const runs = await Promise.all(Array.from({ length: 6 }, () => startRun(names)));
    const replies = await Promise.all(
      runs.map((each, index) => each("PUT", `/shared/new${index}`, { body: "1" })),
    );
    expect(replies.filter(({ status }) => status === 204)).toHaveLength(2);
    const refused = replies.find(({ status }) => status === 413);
    expect(JSON.parse(refused?.body ?? "").detail).toContain("It already has 1000 keys, the maximum");
    expect((await run("PUT", "/shared/first", { body: "2" })).status).toBe(204);
  });

  test("end the calls of a run that loops, and not those of other runs", async () => {
    const names = await someAgentAndPerson();
    const run = await startRun(names);
    for (let time = 0; time < 1_000; time += 1) await run("DELETE", "/person/a");
    expect(await run("GET", "/person/a")).toMatchObject({ status: 429, code: "too_many_calls" });
    expect((await (await startRun(names))("GET", "/person")).status).toBe(200);
  });
});

describe("a conditional write", () => {
  test("replaces only the value that the run has read", async () => {
    const run = await startRun(await someAgentAndPerson());
    await run("PUT", "/person/a", { body: "1" });
    const { etag } = await run("GET", "/person/a");
    const headers = { "if-match": etag ?? "" };
    expect((await run("PUT", "/person/a", { body: "2", headers })).status).toBe(204);
    expect(await run("PUT", "/person/a", { body: "3", headers })).toMatchObject({
      status: 412,
      code: "changed",
    });
    expect(await run("PUT", "/person/b", { body: "3", headers })).toMatchObject({ status: 412 });
    const create = { "if-none-match": "*" };
    expect((await run("PUT", "/person/a", { body: "3", headers: create })).status).toBe(412);
    expect((await run("PUT", "/person/b", { body: "3", headers: create })).status).toBe(204);
    expect((await run("GET", "/person/a")).body).toBe("2");
  });

  test("of several runs that create the same value, one succeeds", async () => {
    const names = await someAgentAndPerson();
    const runs = await Promise.all(Array.from({ length: 8 }, () => startRun(names)));
    const headers = { "if-none-match": "*" };
    const replies = await Promise.all(runs.map((run) => run("PUT", "/shared/lock", { body: "1", headers })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([204, ...Array(7).fill(412)]);
  });

  test.each([{ "if-match": "*" }, { "if-match": '"x"' }, { "if-none-match": '"x"' }])(
    "is refused with another condition: %j",
    async (headers) => {
      const run = await startRun(await someAgentAndPerson());
      const refused = await run("PUT", "/person/a", { body: "1", headers });
      expect(refused).toMatchObject({ status: 400, code: "bad_condition" });
    },
  );
});

describe("hostile requests", () => {
  test.each([
    ["NUL", "%00"],
    ["no character", ""],
    ["an invalid escape", "%ff"],
    ["too many characters", "x".repeat(keyMaxLength + 1)],
    ["an unencoded slash", "a/b"],
  ])("a key with %s is refused", async (_, key) => {
    const run = await startRun(await someAgentAndPerson());
    for (const method of ["GET", "PUT", "DELETE"]) {
      const refused = await run(method, `/person/${key}`, method === "PUT" ? { body: "1" } : {});
      expect(refused).toMatchObject({ status: 400, code: "bad_key" });
    }
  });

  test("any other key is stored as it is", async () => {
    const run = await startRun(await someAgentAndPerson());
    const keys = [
      "a/b",
      "..%",
      "'; DROP TABLE users; --",
      "\n",
      "Zürich 🏔",
      "__proto__",
      "x".repeat(keyMaxLength),
    ];
    for (const key of keys)
      expect((await run("PUT", `/person/${encodeURIComponent(key)}`, { body: "1" })).status).toBe(204);
    expect(JSON.parse((await run("GET", "/person")).body).toSorted()).toEqual(keys.toSorted());
  });

  const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
  test.each([
    ["no value", ""],
    ["text that is not JSON", "{a: 1}"],
    ["a NUL character", '"\0"'],
    ["a list that is too deep", nested(valueMaxDepth + 1)],
    ["half a megabyte of brackets", "[".repeat(500_000)],
    ["a long string of quotation marks without an end", `"${'\\"'.repeat(500_000)}`],
    ["an unterminated string", `"${"\\".repeat(99_999)}`],
  ])("%s is refused as a value", async (_, body) => {
    const run = await startRun(await someAgentAndPerson());
    expect(await run("PUT", "/person/a", { body })).toMatchObject({ status: 400, code: "bad_value" });
  });

  test("deep lists, brackets in strings, escapes of NUL and huge numbers are stored as they are", async () => {
    const run = await startRun(await someAgentAndPerson());
    for (const body of [
      nested(valueMaxDepth),
      JSON.stringify("[".repeat(1_000)),
      '"\\u0000 \\ud83d"',
      "1e999",
      '"\\"[["',
    ]) {
      expect((await run("PUT", "/person/a", { body })).status).toBe(204);
      expect((await run("GET", "/person/a")).body).toBe(body);
    }
  });

  test("a value that is larger than a store is refused", async () => {
    const run = await startRun(await someAgentAndPerson());
    const refused = await run("PUT", "/person/a", { body: text(storeBytes + 1) });
    expect(refused).toMatchObject({ status: 413, code: "memory_full" });
    expect(refused.body).toContain('Could not store \\"a\\"');
    expect(await run("PUT", "/person/a", { body: text(storeBytes) })).toMatchObject({
      status: 413,
      code: "memory_full",
    });
  });

  test("other paths and methods are refused", async () => {
    const run = await startRun(await someAgentAndPerson());
    expect(await run("GET", "/elsewhere/a")).toMatchObject({ status: 404, code: "unknown_store" });
    expect(await run("DELETE", "/person")).toMatchObject({ status: 405, code: "unknown_method" });
    expect(await run("POST", "/person/a", { body: "1" })).toMatchObject({ status: 405 });
  });
});

test("a trial run stores nothing, which does not count as an attempt to reach outside", async () => {
  const names = await someAgentAndPerson();
  const trial = await startRun(names, { trial: true });
  expect(await trial("PUT", "/person/a", { body: "1" })).toMatchObject({ status: 503, code: "trial_run" });
  expect((await (await startRun(names))("GET", "/person/a")).status).toBe(404);
});
