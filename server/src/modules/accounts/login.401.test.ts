import { TEXTS, User } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { replacePasswordAndEndSessions, runBesideUncommitted } from "./uncommitted.fixture.ts";

const server = useTestServer();

test("sends the same reply for an unknown email address and a wrong password", async () => {
  const { client } = server();
  const person = await client.register();
  const wrong = await client.post("/api/v1/users/login", { email: person.email, password: "not it" });
  const unknown = await client.post("/api/v1/users/login", {
    email: "nobody@example.com",
    password: "not it",
  });
  for (const answer of [wrong, unknown]) {
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ error: "unauthorized", detail: TEXTS.signIn.invalid });
  }
});

test.each([
  ["no token", {}],
  ["a wrong token", { token: "x".repeat(43) }],
  ["an empty token", { headers: { authorization: "Bearer " } }],
  ["a very long token", { token: "x".repeat(5000) }],
])("returns 401 for %s", async (_, options) => {
  const answer = await server().client.get("/api/v1/users/me", options);
  expect(answer.status).toBe(401);
  expect(answer.body).toMatchObject({ error: "unauthorized", detail: TEXTS.account.unauthorized });
});

test("returns 401 for an expired session, a revoked session and a closed account", async () => {
  const { client, db } = server();
  for (const change of [
    () => db.updateTable("sessions").set({ expires_at: new Date(0) }),
    () => db.updateTable("sessions").set({ revoked_at: new Date() }),
    () => db.updateTable("users").set({ is_active: false }),
  ]) {
    const person = await client.register();
    await change().execute();
    expect((await client.get("/api/v1/users/me", { token: person.token })).status).toBe(401);
  }
});

test("refuses an API key for the profile and a session token for the public API", async () => {
  const { client } = server();
  const person = await client.register();
  const me = await client.get("/api/v1/users/me", { token: person.token });
  const { api_key } = Object(me.body);
  expect((await client.get("/api/v1/users/me", { token: String(api_key) })).status).toBe(403);
  expect((await client.get("/api/v1/sdk/balance", { token: person.token })).status).toBe(401);
});

test("does not open a session if the password is replaced while the sign-in verifies it", async () => {
  const { client, db } = server();
  const { email, password, token } = await client.register();
  const { id } = parseAnswer(User, await client.get("/api/v1/users/me", { token }));
  const answer = await runBesideUncommitted(
    db,
    (tx) => replacePasswordAndEndSessions(tx, id),
    () => client.post("/api/v1/users/login", { email, password }),
  );
  expect(answer).toMatchObject({ status: 401, body: { detail: TEXTS.signIn.invalid } });
  const live = db
    .selectFrom("sessions")
    .selectAll()
    .where("user_id", "=", id)
    .where("revoked_at", "is", null);
  expect(await live.execute()).toEqual([]);
});
