import { expect, test } from "vitest";
import { useTestServer } from "../../../../tests/harness/server.ts";

const server = useTestServer();

test("repeated failures make the account wait, and the right password too", async () => {
  const { client } = server();
  const person = await client.register();
  for (let i = 0; i < 9; i++)
    await client.post("/api/v1/users/login", { email: person.email, password: "wrong" });
  // From the fifth failure on each one doubles the wait; tries while waiting do not count.
  const answer = await client.post("/api/v1/users/login", { email: person.email, password: person.password });
  expect(answer.status).toBe(429);
  expect(answer.body).toHaveProperty("error", "rate_limited");
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  expect(answer.headers.get("ratelimit")).toMatch(/^"sign_in_failures";r=0;t=\d+$/);
  expect(answer.headers.get("ratelimit-policy")).toBe('"sign_in_failures";q=5;w=3600');
});

test("others at the same address still get in", async () => {
  const { client } = server();
  const victim = await client.register();
  const other = await client.register();
  for (let i = 0; i < 6; i++)
    await client.post("/api/v1/users/login", { email: victim.email, password: "wrong" });
  const answer = await client.post("/api/v1/users/login", { email: other.email, password: other.password });
  expect(answer.status).toBe(200);
});
