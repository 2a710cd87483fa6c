import { User } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";

const server = useTestServer();

const update = (token: string, json: object) => server().client.put("/api/v1/users/me", json, { token });

test("requires the password for changing the email", async () => {
  const { token, email } = await server().client.register();
  const without = await update(token, { email: "stranger@example.com" });
  expect(without.status).toBe(400);
  expect(without.body).toHaveProperty("errors.0", {
    field: "password",
    message: "Your password is required",
  });
  const wrong = await update(token, { email: "stranger@example.com", password: "not it" });
  expect(wrong).toMatchObject({ status: 403, body: { detail: "This is not your password" } });
  expect(parseAnswer(User, await server().client.get("/api/v1/users/me", { token })).email).toBe(email);
});

test("returns 403 for an account without a password if its session is older than ten minutes", async () => {
  const { client, pool } = server();
  const { token, username } = await client.register();
  await pool.query(
    "UPDATE user_identities SET password_hash = NULL WHERE user_id = (SELECT id FROM users WHERE username = $1)",
    [username],
  );
  expect((await update(token, { email: `fresh.${username}@example.com` })).status).toBe(200);
  await pool.query("UPDATE sessions SET created_at = now() - interval '11 minutes'");
  const old = await update(token, { email: `old.${username}@example.com` });
  expect(old).toMatchObject({ status: 403, body: { error: "forbidden" } });
});

test("does not require the password if the request contains the current email, because that only cancels a pending change", async () => {
  const { token, email } = await server().client.register();
  expect((await update(token, { email })).status).toBe(200);
});
