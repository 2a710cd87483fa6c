import { FinishedSignIn, User } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import type { Tx } from "../../../platform/db/database.ts";
import { updateEmail } from "../identity-store.ts";
import { replacePasswordAndEndSessions, runBesideUncommitted } from "../uncommitted.fixture.ts";
import { readIdentities } from "./provider-identity-store.ts";
import { stranger, useSocialServer } from "./social.fixture.ts";

const { server, mail, signIn, readSession, link } = await useSocialServer();

const me = async (token: string) =>
  parseAnswer(User, await server().client.get("/api/v1/users/me", { token }));

/** Registers an account with a password, and signs in with a provider that has verified the same email address. */
async function comes(at: "google" | "github") {
  const person = await server().client.register();
  const known = stranger({ email: person.email.toUpperCase() });
  return { person, known, ...(await signIn(at, known)) };
}

test.each(["google", "github"] as const)(
  "a person can sign in with %s once they have linked it to their account with the password",
  async (at) => {
    const { person, known, answer, cookie } = await comes(at);
    expect(parseAnswer(FinishedSignIn, answer)).toEqual({
      outcome: "link_needed",
      email: known.email,
      has_password: true,
    });
    const token = await link(cookie, person.password);
    expect((await me(String(token))).username).toBe(person.username);
    const again = readSession((await signIn(at, known)).answer);
    expect((await me(again.token)).username).toBe(person.username);
    const login = { email: person.email, password: person.password };
    expect((await server().client.post("/api/v1/users/login", login)).status).toBe(200);
    expect((await mail.take(person.email, "can sign you in")).text).toContain(person.username);
  },
);

test("delays repeated wrong passwords when a person links an account", async () => {
  const { cookie } = await comes("google");
  expect(await link(cookie, "guess")).toMatchObject({ status: 401, body: { error: "unauthorized" } });
  // The fifth failure starts a wait, and each further failure doubles it. Attempts during the wait are not counted.
  for (let guess = 0; guess < 8; guess++) await link(cookie, "guess");
  expect(await link(cookie, "guess")).toMatchObject({ status: 429, body: { error: "rate_limited" } });
});

test("returns 400 if the password is sent without the browser's cookie, a second time, or too late", async () => {
  const { person, cookie } = await comes("github");
  const failed = { status: 400, body: { error: "sign_in_failed" } };
  expect(await link("stoa_sign_in=guess", person.password)).toMatchObject(failed);
  await link(cookie, person.password);
  expect(await link(cookie, person.password)).toMatchObject(failed);
  const late = await comes("github");
  await server().pool.query("UPDATE provider_sign_ins SET expires_at = now()");
  expect(await link(late.cookie, late.person.password)).toMatchObject(failed);
});

test("does not link an account whose email has changed in the meantime", async () => {
  const { person, cookie } = await comes("google");
  await server().pool.query("UPDATE user_identities SET email = 'moved@example.com' WHERE email = $1", [
    person.email,
  ]);
  expect(await link(cookie, person.password)).toMatchObject({ status: 400 });
});

test.each([
  ["password", replacePasswordAndEndSessions],
  ["email", (tx: Tx, userId: string) => updateEmail(tx, userId, `moved.${userId}@example.com`)],
])("does not link an account whose %s is replaced while the password is verified", async (_, change) => {
  const { db } = server();
  const { person, cookie } = await comes("google");
  const { id } = await me(person.token);
  const answer = await runBesideUncommitted(
    db,
    (tx) => change(tx, id),
    () => link(cookie, person.password),
  );
  expect(answer).toMatchObject({ status: 400, body: { error: "sign_in_failed" } });
  expect(await readIdentities(db, id)).toEqual([]);
});

test("does not link a provider's identity that has been linked to another account in the meantime", async () => {
  const { client, pool } = server();
  const { person, cookie } = await comes("github");
  const other = await me((await client.register()).token);
  await pool.query(
    `INSERT INTO provider_identities (provider, subject, email, user_id)
     SELECT provider, subject, email, $1 FROM provider_sign_ins WHERE user_id = $2`,
    [other.id, (await me(person.token)).id],
  );
  expect(await link(cookie, person.password)).toMatchObject({
    status: 400,
    body: { error: "sign_in_failed" },
  });
});

test("an account that has no password cannot be linked to a second provider", async () => {
  const person = stranger();
  readSession((await signIn("google", person)).answer);
  const { answer, cookie } = await signIn("github", { ...person, id: "77" });
  expect(answer.body).toMatchObject({ outcome: "link_needed", has_password: false });
  expect(await link(cookie, "anything")).toMatchObject({ status: 401 });
});
