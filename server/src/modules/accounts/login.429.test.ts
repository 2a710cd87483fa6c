import { expect, test } from "vitest";
import type { Answer, Person } from "../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";

const server = useTestServer({ env: { STOA_TRUST_PROXY: "true" } });
const otherNode = useTestServer({
  env: { STOA_TRUST_PROXY: "true" },
  beside: () => ({ pool: server().pool, databaseUrl: server().databaseUrl }),
});

interface SignIn {
  email: string;
  password: string;
  from?: string;
  node?: typeof server;
}

function signIn({ email, password, from, node = server }: SignIn): Promise<Answer> {
  const headers = from === undefined ? {} : { "x-forwarded-for": from };
  return node().client.post("/api/v1/users/login", { email, password }, { headers });
}

async function guess(person: Pick<Person, "email">, times: number, from?: string): Promise<void> {
  for (let n = 0; n < times; n++)
    await signIn({ email: person.email, password: "wrong", ...(from !== undefined && { from }) });
}

const countStatuses = (answers: Answer[]) => ({
  checked: answers.filter(({ status }) => status === 401).length,
  refused: answers.filter(({ status }) => status === 429).length,
});

test("returns 429 with Retry-After for a sign-in to an account from a network with repeated failures", async () => {
  const person = await server().client.register();
  await guess(person, 9);
  const answer = await signIn(person);
  expect(answer.status).toBe(429);
  expect(answer.body).toHaveProperty("error", "rate_limited");
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  expect(answer.headers.get("ratelimit")).toMatch(/^"sign_in_failures";r=0;t=\d+$/);
  expect(answer.headers.get("ratelimit-policy")).toBe('"sign_in_failures";q=5;w=3600');
});

test("lets the owner sign in on another network after wrong guesses", async () => {
  const victim = await server().client.register();
  await guess(victim, 9, "203.0.113.1");
  expect((await signIn({ ...victim, from: "203.0.113.1" })).status).toBe(429);
  expect((await signIn({ ...victim, from: "203.0.113.2" })).status).toBe(200);
});

test("lets other accounts sign in from the same IP address", async () => {
  const { client } = server();
  const [victim, other] = [await client.register(), await client.register()];
  await guess(victim, 6);
  expect((await signIn(other)).status).toBe(200);
});

test("delays a correct password from a network with very many failures, but accepts it", async () => {
  const person = await server().client.register();
  const from = "203.0.113.3";
  await guess({ email: "nobody@example.com" }, 1, from);
  await server().pool.query(
    "UPDATE sign_in_tries SET failures = 150 WHERE key LIKE 'network:%' AND failures = 1",
  );
  const began = performance.now();
  expect((await signIn({ ...person, from })).status).toBe(200);
  expect(performance.now() - began).toBeGreaterThan(1000);
});

test("checks only five of 60 concurrent guesses", async () => {
  const person = await server().client.register();
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => signIn({ email: person.email, password: "wrong" })),
  );
  expect(countStatuses(answers)).toEqual({ checked: 5, refused: 55 });
});

test("checks only five of 60 concurrent guesses on two nodes", async () => {
  const person = await server().client.register();
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      signIn({ email: person.email, password: "wrong", node: n % 2 === 0 ? server : otherNode }),
    ),
  );
  expect(countStatuses(answers)).toEqual({ checked: 5, refused: 55 });
});

test("accepts all correct passwords that are sent concurrently", async () => {
  const person = await server().client.register();
  const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(person)));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
});

test("after guesses from many networks, refuses sign-ins except from networks that the account has used", async () => {
  const victim = await server().client.register();
  expect((await signIn({ ...victim, from: "203.0.113.10" })).status).toBe(200);
  await guess(victim, 1, "198.51.100.1");
  await server().pool.query(
    "UPDATE sign_in_tries SET failures = 99 WHERE key LIKE 'account:%' AND key NOT LIKE '%@%' AND failures = 1",
  );
  await guess(victim, 2, "198.51.100.2");
  expect((await signIn({ ...victim, from: "198.51.100.3" })).status).toBe(429);
  expect((await signIn({ ...victim, from: "203.0.113.10" })).status).toBe(200);
});
