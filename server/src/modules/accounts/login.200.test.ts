import { SessionReply, User } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";

const server = useTestServer();

test("opens a new session in addition to the old session, and stores only token hashes", async () => {
  const { client, db } = server();
  const person = await client.register();
  const answer = await client.post("/api/v1/users/login", {
    email: person.email.toUpperCase(),
    password: person.password,
  });
  expect(answer.status).toBe(200);
  const { access_token: token, expires_at } = parseAnswer(SessionReply, answer);
  expect(token).not.toBe(person.token);
  const days = (Date.parse(expires_at) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(29.9);
  expect(days).toBeLessThan(30.1);
  for (const each of [token, person.token])
    expect(parseAnswer(User, await client.get("/api/v1/users/me", { token: each })).username).toBe(
      person.username,
    );
  const stored = await db.selectFrom("sessions").select("token_hash").execute();
  expect(stored.some((row) => row.token_hash.toString("base64url") === token)).toBe(false);
});
