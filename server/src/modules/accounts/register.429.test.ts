import { expect, test } from "vitest";
import { useTestServer } from "../../../../tests/harness/server.ts";

const server = useTestServer({ env: { STOA_TRUST_PROXY: "true", STOA_SIGN_UPS_PER_DAY: "2" } });

let people = 0;
function signUp(address: string | undefined) {
  people += 1;
  const username = `person${people}`;
  return server().app.inject({
    method: "POST",
    url: "/api/v1/users/register",
    headers: address === undefined ? {} : { "x-forwarded-for": address },
    payload: { username, email: `${username}@example.com`, password: "correct horse" },
  });
}

test("limits how many accounts one IP address can create per day, without limiting other IP addresses or this machine", async () => {
  expect((await signUp("203.0.113.7")).statusCode).toBe(201);
  expect((await signUp("203.0.113.7")).statusCode).toBe(201);
  const refused = await signUp("203.0.113.7");
  expect(refused.statusCode).toBe(429);
  expect(refused.json()).toHaveProperty("error", "rate_limited");
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(3600);
  const { rows } = await server().pool.query("SELECT count(*)::int AS n FROM users WHERE username = $1", [
    `person${people}`,
  ]);
  expect(rows[0]).toEqual({ n: 0 });
  expect((await signUp("203.0.113.8")).statusCode).toBe(201);
  for (let i = 0; i < 3; i++) expect((await signUp(undefined)).statusCode).toBe(201);
});
