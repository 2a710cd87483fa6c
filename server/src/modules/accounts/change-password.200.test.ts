import { expect, test } from "vitest";
import type { Person } from "../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { hashToken } from "../../platform/crypto/tokens.ts";

const server = useTestServer({ env: { STOA_PASSWORD_MIN_LENGTH: "8" } });

const NEXT = "another horse";

const change = (token: string, json: object) =>
  server().client.put("/api/v1/users/password", json, { token });
const login = ({ email }: Person, password: string) =>
  server().client.post("/api/v1/users/login", { email, password });
const statusWith = async (token: string) => (await server().client.get("/api/v1/users/me", { token })).status;

test("changes the password immediately, and ends all other sessions of the person", async () => {
  const person = await server().client.register();
  const other = Object((await login(person, person.password)).body).access_token;
  const changed = await change(person.token, { current_password: person.password, new_password: NEXT });
  expect(changed).toMatchObject({ status: 200, body: { success: true } });
  expect(await statusWith(person.token)).toBe(200);
  expect(await statusWith(other)).toBe(401);
  expect((await login(person, person.password)).status).toBe(401);
  expect((await login(person, NEXT)).status).toBe(200);
});

test("a session that has just ended changes no password, even if this node still knows it", async () => {
  const person = await server().client.register();
  expect(await statusWith(person.token)).toBe(200);
  await server()
    .db.updateTable("sessions")
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where("token_hash", "=", hashToken(person.token))
    .execute();
  const answer = await change(person.token, { current_password: person.password, new_password: NEXT });
  expect(answer.status).toBe(401);
  expect((await login(person, person.password)).status).toBe(200);
});

test("returns 403 for a wrong current password and changes nothing", async () => {
  const person = await server().client.register();
  const answer = await change(person.token, { current_password: "not it", new_password: NEXT });
  expect(answer).toMatchObject({ status: 403, body: { detail: "This is not your password" } });
  expect((await login(person, person.password)).status).toBe(200);
});

test.each([
  [{ new_password: NEXT }, "current_password", "Your password is required"],
  [
    { current_password: "correct horse", new_password: "seven77" },
    "new_password",
    "Password must be at least 8 characters long",
  ],
])("returns 400 for %j and names the field", async (body, field, message) => {
  const { token } = await server().client.register();
  const answer = await change(token, body);
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ detail: message, errors: [{ field, message }] });
});

test("limits guesses at the current password like guesses at sign-in", async () => {
  const { token } = await server().client.register();
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => change(token, { current_password: "not it", new_password: NEXT })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([403, 403, 403, 403, 403, 429, 429, 429]);
});

test("accepts only one of two concurrent changes", async () => {
  const { token, password } = await server().client.register();
  const both = await Promise.all(
    ["first horse", "second horse"].map((next) =>
      change(token, { current_password: password, new_password: next }),
    ),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 403]);
});
