import { AccountExport, User } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { findLink } from "../../../../../tests/harness/mail-server.ts";
import { stranger, useSocialServer } from "./social.fixture.ts";

const { server, mail, signIn, readSession } = await useSocialServer();

async function newcomer() {
  const person = stranger();
  return { ...person, token: readSession((await signIn("google", person)).answer).token };
}

const leave = (token: string, json: object = {}) =>
  server().client.call("DELETE", "/api/v1/users/me", { token, json });

test("deletes an account without a password after a recent sign-in, and lets the person register again", async () => {
  const person = await newcomer();
  const age = "UPDATE sessions SET created_at = now() - interval '11 minutes'";
  await server().pool.query(age);
  expect(await leave(person.token)).toMatchObject({
    status: 403,
    body: { error: "forbidden", detail: expect.stringContaining("sign in again") },
  });
  const { token } = readSession((await signIn("google", person)).answer);
  expect((await leave(token)).status).toBe(200);
  for (const table of ["provider_identities", "mailed_links", "user_identities"]) {
    const { rows } = await server().pool.query(`SELECT FROM ${table} WHERE email = $1`, [person.email]);
    expect(rows).toEqual([]);
  }
  expect(readSession((await signIn("google", person)).answer).is_new).toBe(true);
});

test("requires the password from a person who has one, however recent the session is", async () => {
  const { token } = await server().client.register();
  expect(await leave(token)).toMatchObject({
    status: 400,
    body: { errors: [{ field: "password", message: "Your password is required" }] },
  });
});

test("sets a first password with a mailed link", async () => {
  const { client } = server();
  const { email, token } = await newcomer();
  await client.post("/api/v1/users/forgot-password", { email });
  const { token: link } = findLink(await mail.take(email, "Set a new password"));
  await client.post("/api/v1/users/reset-password", { token: link, password: "correct horse" });
  expect((await client.get("/api/v1/users/me", { token })).status).toBe(401);
  const login = await client.post("/api/v1/users/login", { email, password: "correct horse" });
  const { access_token } = Object(login.body);
  const user = parseAnswer(User, await client.get("/api/v1/users/me", { token: access_token }));
  expect(user.has_password).toBe(true);
});

test("exports the providers with which the person can sign in", async () => {
  const { id, email, token } = await newcomer();
  const file = parseAnswer(AccountExport, await server().client.get("/api/v1/users/export", { token }));
  expect(file.provider_identities).toMatchObject([{ provider: "google", subject: id, email }]);
});
