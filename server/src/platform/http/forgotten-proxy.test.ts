import { ADDRESS_RATES } from "@stoa/contract";
import { expect, test } from "vitest";
import { useTestServer } from "../../../../tests/harness/server.ts";

/** This is 2% of the normal limits, so that tests reach them quickly. */
const FACTOR = 0.02;
const ANONYMOUS = ADDRESS_RATES.anonymous * FACTOR;

const lines: string[] = [];
const server = useTestServer({
  env: { STOA_RATE_LIMIT_FACTOR: String(FACTOR), STOA_SIGN_UPS_PER_DAY: "2" },
  log: (line) => lines.push(line),
});

const warnings = () => lines.filter((line) => line.includes("STOA_TRUST_PROXY"));
/** Simulates a proxy on this machine that STOA_TRUST_PROXY does not declare. */
const visitor = (address: string) => ({ "x-forwarded-for": address });

let people = 0;
async function signUp(headers: Record<string, string>): Promise<number> {
  people += 1;
  const username = `person${people}`;
  const person = { username, email: `${username}@example.com`, password: "correct horse" };
  return (await server().client.post("/api/v1/users/register", person, { headers })).status;
}

async function readStatuses(times: number, headers: Record<string, string>): Promise<number[]> {
  const answers = await Promise.all(
    Array.from({ length: times }, () => server().client.get("/api/v1/billing/expected", { headers })),
  );
  return answers.map(({ status }) => status);
}

test("visitors behind an undeclared proxy share one sign-up limit, and local requests have none", async () => {
  expect(await signUp(visitor("203.0.113.1"))).toBe(201);
  expect(await signUp(visitor("203.0.113.2"))).toBe(201);
  expect(await signUp(visitor("203.0.113.3"))).toBe(429);
  for (let n = 0; n < 3; n++) expect(await signUp({})).toBe(201);
});

test.each([
  ["X-Forwarded-For", { "x-forwarded-for": "203.0.113.4" }],
  ["Forwarded", { forwarded: "for=203.0.113.4" }],
  ["X-Real-IP", { "x-real-ip": "203.0.113.4" }],
])("limits anonymous reads with %s from an undeclared peer", async (_, headers) => {
  const statuses = await readStatuses(2 * ANONYMOUS, headers);
  expect(statuses).toContain(429);
  expect(new Set(await readStatuses(2 * ANONYMOUS, {}))).toEqual(new Set([200]));
});

test("logs an error with the peer and the remedy once a minute", () => {
  expect(warnings()).toHaveLength(1);
  const line = JSON.parse(warnings()[0] ?? "{}");
  expect(line).toMatchObject({ level: 50, peer: "127.0.0.1", header: "X-Forwarded-For" });
  expect(line.msg).toContain("set STOA_TRUST_PROXY to the number of proxies in front (1)");
});
