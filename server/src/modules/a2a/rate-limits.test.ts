import { expect, test } from "vitest";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { registerPerson } from "../accounts/personal-data/full-account.fixture.ts";
import { BINDINGS, call, open, say } from "./a2a.fixture.ts";

/** With this factor, a key may start two runs per minute, and read ten times. */
const server = useTestServer({ env: { STOA_RATE_LIMIT_FACTOR: "0.01" } });

test.each(BINDINGS)("over %s, messages count as runs do, and reads count separately", async (binding) => {
  const caller = await registerPerson(server());
  const target = { server: server(), path: "/a2a/agents/2000000000", key: caller.apiKey };
  const replies = [];
  for (let sent = 0; sent < 4; sent += 1) replies.push(await call(binding, target, "SendMessage", say("Hi")));
  expect(replies[0]?.error).toMatchObject({ reason: "NOT_FOUND" });
  const last = await open(binding, target, "SendMessage", say("Hi"));
  expect(last.status).toBe(429);
  expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(replies.at(-1)).toMatchObject({ status: 429, error: { reason: "RATE_LIMITED", domain: "stoa" } });
  expect((await call(binding, target, "ListTasks")).result).toMatchObject({ tasks: [] });
});
