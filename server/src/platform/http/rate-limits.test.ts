import { setTimeout as delay } from "node:timers/promises";
import { ADDRESS_RATES, PLAN_RATES, Problem } from "@stoa/contract";
import { parseList } from "structured-headers";
import { expect, test } from "vitest";
import { type Answer, type Client, parseAnswer } from "../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";

/** This is 2% of the normal limits, so that tests reach them quickly: 24 reads per person, 19 per key. */
const FACTOR = 0.02;
const READS = PLAN_RATES.free.reads * FACTOR;
/** A route that needs no sign-in. */
const OPEN = "/api/v1/billing/expected";
const ANONYMOUS = ADDRESS_RATES.anonymous * FACTOR;

const server = useTestServer({
  env: { STOA_TRUST_PROXY: "true", STOA_RATE_LIMIT_FACTOR: String(FACTOR) },
});

const get = (path: string, options: { token?: string; key?: string; from?: string } = {}) =>
  server().client.get(path, {
    ...options,
    headers: options.from === undefined ? {} : { "x-forwarded-for": options.from },
  });

async function statuses(times: number, ask: () => Promise<Answer>): Promise<number[]> {
  const answers = [];
  for (let n = 0; n < times; n += 1) answers.push((await ask()).status);
  return answers;
}

/**
 * The least time that must be left in a window: longer than the requests of any test take, even on a busy machine.
 */
const WINDOW_LEFT_SECONDS = 10;

/**
 * Calls `ask` once, in a window that lasts long enough for a test. @returns how many requests are left in the window.
 */
async function remaining(ask: () => Promise<Answer>): Promise<number> {
  const header = (await ask()).headers.get("ratelimit") ?? "";
  const standings = parseList(header).map(([, parameters]) => parameters);
  if (standings.length === 0) throw new Error("the response has no rate-limit headers");
  const smallest = (name: string) => Math.min(...standings.map((standing) => Number(standing.get(name))));
  const reset = smallest("t");
  if (reset >= WINDOW_LEFT_SECONDS) return smallest("r");
  await delay(reset * 1000);
  return remaining(ask);
}

async function createKey(client: Client, token: string): Promise<string> {
  return Object((await client.get("/api/v1/users/me", { token })).body).api_key;
}

test("above the limit a person gets 429 with Retry-After, and other people are not affected", async () => {
  const { client } = server();
  const [one, other] = [await client.register(), await client.register()];
  const me = () => get("/api/v1/users/me", { token: one.token });
  const left = await remaining(me);
  expect(left).toBe(READS - 1);
  expect(await statuses(left, me)).toEqual(Array(left).fill(200));
  const refused = await me();
  expect(refused.status).toBe(429);
  const problem = parseAnswer(Problem, refused);
  expect(problem.error).toBe("rate_limited");
  const wait = Number(refused.headers.get("retry-after"));
  expect(wait).toBeGreaterThanOrEqual(1);
  expect(wait).toBeLessThanOrEqual(60);
  expect(problem.detail).toMatch(/^Too many requests\. Please try again in /);
  expect(refused.headers.get("ratelimit")).toBe(`"reads";r=0;t=${wait}`);
  expect(refused.headers.get("ratelimit-policy")).toBe(`"reads";q=${READS};w=60`);
  expect((await get("/api/v1/users/me", { token: other.token })).status).toBe(200);
});

test("a used-up limit for reads applies from every address and does not block changes", async () => {
  const { client } = server();
  const { token } = await client.register();
  const me = () => get("/api/v1/users/me", { token });
  await statuses((await remaining(me)) + 1, me);
  expect((await get("/api/v1/users/me", { token, from: "203.0.113.1" })).status).toBe(429);
  const change = await client.put("/api/v1/users/me", {}, { token });
  expect(change.status).toBe(400);
  expect(change.headers.get("ratelimit")).toMatch(/^"changes";r=\d+;t=\d+$/);
});

test("a key can use only its share of the owner's limit", async () => {
  const { client } = server();
  const { token } = await client.register();
  const key = await createKey(client, token);
  const share = Math.floor(READS * 0.8);
  const list = () => get("/api/v1/sdk/agents", { key });
  const left = await remaining(list);
  expect(await statuses(left, list)).toEqual(Array(left).fill(200));
  const refused = await list();
  expect(refused.status).toBe(429);
  expect(refused.headers.get("ratelimit-policy")).toBe(
    `"reads";q=${READS};w=60, "reads_key";q=${share};w=60`,
  );
  expect(refused.headers.get("ratelimit")).toMatch(/^"reads";r=[1-9]\d*;t=\d+, "reads_key";r=0;t=\d+$/);
  expect((await get("/api/v1/users/me", { token })).status).toBe(200);
});

test("a changed plan changes the limits within seconds", async () => {
  const { client, plans } = server();
  const person = await client.register();
  await plans.setPlan(person.username, "business", "test");
  const answer = await get("/api/v1/users/me", { token: person.token });
  expect(answer.headers.get("ratelimit-policy")).toBe(`"reads";q=${PLAN_RATES.business.reads * FACTOR};w=60`);
});

test("a flood from one address affects neither other addresses nor signed-in users at that address", async () => {
  const { token } = await server().client.register();
  const from = "198.51.100.9";
  const left = await remaining(() => get(OPEN, { from }));
  const flood = await Promise.all(Array.from({ length: left + 100 }, () => get(OPEN, { from })));
  expect(flood.filter(({ status }) => status === 200)).toHaveLength(left);
  expect(flood.filter(({ status }) => status === 429)).toHaveLength(100);
  expect((await get(OPEN, { from: "198.51.100.10" })).status).toBe(200);
  expect((await get("/api/v1/users/me", { token, from })).status).toBe(200);
});

test("addresses of the same IPv6 network share a limit", async () => {
  const left = await remaining(() => get(OPEN, { from: "2001:db8:1:2::1" }));
  await Promise.all(Array.from({ length: left }, (_, n) => get(OPEN, { from: `2001:db8:1:2:a::${n}` })));
  expect((await get(OPEN, { from: "2001:db8:1:2:ffff::1" })).status).toBe(429);
  expect((await get(OPEN, { from: "2001:db8:1:3::1" })).status).toBe(200);
});

test("a forged X-Forwarded-For entry does not change the client's address", async () => {
  const left = await remaining(() => get(OPEN, { from: "198.51.100.77" }));
  const claimed = (n: number) => get(OPEN, { from: `192.0.2.${n}, 198.51.100.77` });
  await Promise.all(Array.from({ length: left }, (_, n) => claimed(n)));
  expect((await claimed(200)).status).toBe(429);
});

test("an address that guesses credentials gets 429 above the limit, and a valid key works from another address", async () => {
  const { client } = server();
  const { token } = await client.register();
  const key = await createKey(client, token);
  const from = "203.0.113.50";
  const guess = () => get("/api/v1/users/me", { token: "no-session-of-anybody", from });
  const left = await remaining(guess);
  expect(await statuses(left, guess)).toEqual(Array(left).fill(401));
  const refused = await guess();
  expect(refused.status).toBe(429);
  expect(parseAnswer(Problem, refused).detail).toMatch(/with invalid credentials/);
  expect(refused.headers.get("ratelimit")).toMatch(/^"credentials";r=0;t=\d+$/);
  expect((await get("/api/v1/sdk/agents", { key, from: "203.0.113.51" })).status).toBe(200);
});

test("local requests, the health check and the site are not limited", async () => {
  const { url } = server();
  const open = await Promise.all(Array.from({ length: 2 * ANONYMOUS }, () => get(OPEN)));
  expect(open.every(({ status }) => status === 200)).toBe(true);
  for (const path of ["/api/v1/health", "/api/v1/openapi.json", "/"]) {
    const visit = () => fetch(url + path, { headers: { "x-forwarded-for": "203.0.113.60" } });
    const answers = await Promise.all(Array.from({ length: 2 * ANONYMOUS }, visit));
    expect(answers.filter(({ status }) => status === 429)).toEqual([]);
    expect(answers[0]?.headers.get("ratelimit")).toBeNull();
  }
});

test("requests to unknown paths count toward the limit", async () => {
  const nowhere = () => get("/api/v1/nowhere", { from: "203.0.113.70" });
  const left = await remaining(nowhere);
  expect(await statuses(left + 1, nowhere)).toEqual([...Array(left).fill(404), 429]);
});
