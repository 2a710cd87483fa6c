import { CreatedKey, KeyList, LIMITS, NamedKey, Problem, User } from "@stoa/contract";
import { expect, test } from "vitest";
import { type Answer, parseAnswer } from "../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";

const server = useTestServer();
const KEYS = "/api/v1/users/api-keys";

async function person() {
  const { client } = server();
  const { token } = await client.register();
  const list = async (query = "") => parseAnswer(KeyList, await client.get(`${KEYS}${query}`, { token }));
  const create = (body: object) => client.post(KEYS, body, { token });
  const works = async (key: string) => (await client.get("/api/v1/sdk/balance", { key })).status === 200;
  return { client, token, list, create, works };
}

const parseCode = (answer: Answer) => [answer.status, parseAnswer(Problem, answer).error];

test("shows a named key once, accepts it, and does not store it in plain text", async () => {
  const { create, list, works } = await person();
  const expires_at = new Date(Date.now() + 60_000).toISOString();
  const limits = { limit_per_run: 0.5, limit_per_day: 2, limit_per_month: null };
  const made = parseAnswer(CreatedKey, await create({ name: "Laptop", ...limits, expires_at }));
  expect(made.key).toEqual({
    id: expect.stringMatching(/^key_/),
    name: "Laptop",
    is_main: false,
    scopes: ["read", "run", "agents:write", "billing:read"],
    prefix: made.api_key.slice(0, 12),
    created_at: expect.any(String),
    last_used_at: null,
    expires_at,
    ...limits,
    spent_today: 0,
    spent_this_month: 0,
  });
  expect(await works(made.api_key)).toBe(true);
  const { keys } = await list();
  expect(keys.map(({ name, is_main }) => [name, is_main])).toEqual([
    ["main", true],
    ["Laptop", false],
  ]);
  expect(JSON.stringify(keys)).not.toContain(made.api_key);
  const { rows } = await server().pool.query("SELECT api_keys::text AS row FROM api_keys");
  for (const { row } of rows) expect(row).not.toContain(made.api_key.slice(12));
});

test("lists the main key with its prefix, even if it was created before prefixes were stored", async () => {
  const { client, token, list } = await person();
  const { api_key } = parseAnswer(User, await client.get("/api/v1/users/me", { token }));
  const main = async () => (await list()).keys[0];
  expect(await main()).toMatchObject({ is_main: true, prefix: api_key.slice(0, 12), spent_today: null });
  await server().pool.query("UPDATE api_keys SET prefix = NULL");
  expect(await main()).toMatchObject({ is_main: true, prefix: api_key.slice(0, 12) });
});

test("records the last use of a key once per minute", async () => {
  const { create, list, works } = await person();
  const { api_key, key } = parseAnswer(CreatedKey, await create({ name: "CI" }));
  const before = Math.floor(Date.now() / 60_000) * 60_000;
  await Promise.all(Array.from({ length: 20 }, () => works(api_key)));
  const lastUsed = async () => (await list()).keys[1]?.last_used_at ?? null;
  await expect.poll(lastUsed).not.toBeNull();
  const at = Date.parse((await lastUsed()) ?? "");
  expect(at % 60_000).toBe(0);
  expect(at).toBeGreaterThanOrEqual(before);
  const written = async () => {
    const { rows } = await server().pool.query("SELECT xmin::text AS by FROM api_keys WHERE id = $1", [
      key.id,
    ]);
    return rows[0]?.by;
  };
  const first = await written();
  await works(api_key);
  await list();
  const sameMinute = Math.floor(Date.now() / 60_000) * 60_000 === at;
  expect((await written()) === first || !sameMinute).toBe(true);
});

test("renames a key, and changes one limit without changing the others", async () => {
  const { client, token, create } = await person();
  const { key } = parseAnswer(CreatedKey, await create({ name: "a", limit_per_day: 1, limit_per_run: 0.1 }));
  const change = async (body: object) =>
    parseAnswer(NamedKey, await client.put(`${KEYS}/${key.id}`, body, { token }));
  expect(await change({ name: "b" })).toEqual({ ...key, name: "b" });
  expect(await change({ limit_per_month: 0.000000001, limit_per_day: null })).toEqual({
    ...key,
    name: "b",
    limit_per_day: null,
    limit_per_month: 0.000000001,
  });
});

test("refuses revoked and expired keys, and no longer lists revoked keys", async () => {
  const { client, token, create, list, works } = await person();
  const revoked = parseAnswer(CreatedKey, await create({ name: "one" }));
  const expired = parseAnswer(CreatedKey, await create({ name: "two" }));
  expect([await works(revoked.api_key), await works(expired.api_key)]).toEqual([true, true]);
  const gone = await client.call("DELETE", `${KEYS}/${revoked.key.id}`, { token });
  expect([gone.status, gone.body]).toEqual([200, { success: true }]);
  const soon = new Date(Date.now() + 2_000).toISOString();
  const ends = await client.put(`${KEYS}/${expired.key.id}`, { expires_at: soon }, { token });
  expect(parseAnswer(NamedKey, ends).expires_at).toBe(soon);
  await expect.poll(() => works(expired.api_key), { timeout: 15_000 }).toBe(false);
  expect(await works(revoked.api_key)).toBe(false);
  expect((await list()).keys.map(({ name }) => name)).toEqual(["main", "two"]);
  expect((await create({ name: "one" })).status).toBe(201);
});

test("creates only twenty of thirty keys that are requested concurrently", async () => {
  const { create, list } = await person();
  const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => create({ name: `key ${n}` })));
  const refused = answers.filter(({ status }) => status !== 201);
  expect(refused).toHaveLength(30 - LIMITS.namedKeys);
  for (const answer of refused) expect(parseCode(answer)).toEqual([403, "key_limit_reached"]);
  const first = await list("?limit=15");
  const second = await list(`?limit=15&cursor=${first.next_cursor}`);
  expect([first.keys.length, second.keys.length, second.next_cursor]).toEqual([15, 6, null]);
  const ids = new Set([...first.keys, ...second.keys].map(({ id }) => id));
  expect(ids.size).toBe(21);
});

test("an account can create at most a hundred keys per day, including keys that were revoked", async () => {
  const { create } = await person();
  const made = parseAnswer(CreatedKey, await create({ name: "first" }));
  await server().pool.query(
    `INSERT INTO api_keys (id, account_id, user_id, name, key_hash, scopes, revoked_at)
     SELECT new_id('key'), k.account_id, k.user_id, 'gone', sha256(n::text::bytea), k.scopes, now()
     FROM api_keys k, generate_series(1, $2) n WHERE k.id = $1`,
    [made.key.id, LIMITS.namedKeysPerDay - 1],
  );
  expect(parseCode(await create({ name: "one more" }))).toEqual([403, "key_limit_reached"]);
});

test("returns 409 for a key name that differs only in letter case, and for changing or revoking the main key", async () => {
  const { client, token, create, list } = await person();
  const { key } = parseAnswer(CreatedKey, await create({ name: "Build" }));
  expect(parseCode(await create({ name: "bUILD" }))).toEqual([409, "conflict"]);
  expect(parseCode(await create({ name: "Main" }))).toEqual([400, "invalid_request"]);
  const [main] = (await list()).keys;
  expect(parseCode(await client.put(`${KEYS}/${main?.id}`, { name: "x" }, { token }))).toEqual([
    409,
    "conflict",
  ]);
  expect(parseCode(await client.call("DELETE", `${KEYS}/${main?.id}`, { token }))).toEqual([409, "conflict"]);
  await create({ name: "Other" });
  const taken = await client.put(`${KEYS}/${key.id}`, { name: "other" }, { token });
  expect(taken).toMatchObject({ status: 409, body: { errors: [{ field: "name" }] } });
});

test.each([
  ["no name", {}],
  ["an empty name", { name: " " }],
  ["a long name", { name: "x".repeat(LIMITS.keyNameMaxLength + 1) }],
  ["a limit below 0", { name: "x", limit_per_day: -1 }],
  ["a limit that is not a number", { name: "x", limit_per_run: "5" }],
  ["a limit above the maximum", { name: "x", limit_per_month: 2_000_000 }],
  ["an expiry in the past", { name: "x", expires_at: "2020-01-01T00:00:00Z" }],
  ["an unknown field", { name: "x", limit: 1 }],
])("returns 400 for %s and creates no key", async (_, body) => {
  const { create, list } = await person();
  expect(parseCode(await create(body))).toEqual([400, "invalid_request"]);
  expect((await list()).keys).toHaveLength(1);
});

test("returns 404 for another account's key, 401 without a session, and 403 for a key without the scope", async () => {
  const [owner, other] = [await person(), await person()];
  const { api_key, key } = parseAnswer(CreatedKey, await owner.create({ name: "mine" }));
  const { client } = owner;
  for (const id of [key.id, `key_${"0".repeat(32)}`, "nothing"]) {
    const options = { token: other.token };
    expect((await client.put(`${KEYS}/${id}`, { name: "x" }, options)).status).toBe(404);
    expect((await client.call("DELETE", `${KEYS}/${id}`, options)).status).toBe(404);
  }
  for (const token of [undefined, "wrong"]) {
    const options = token === undefined ? {} : { token };
    const answers = await Promise.all([
      client.get(KEYS, options),
      client.post(KEYS, { name: "x" }, options),
      client.put(`${KEYS}/${key.id}`, { name: "x" }, options),
      client.call("DELETE", `${KEYS}/${key.id}`, options),
      client.get("/api/v1/users/spending-limits", options),
      client.put("/api/v1/users/spending-limits", {}, options),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401]);
  }
  const byKey = await client.put("/api/v1/users/spending-limits", {}, { token: api_key });
  expect(byKey.status).toBe(403);
  expect((await owner.list()).keys[1]).toMatchObject({ name: "mine" });
});
