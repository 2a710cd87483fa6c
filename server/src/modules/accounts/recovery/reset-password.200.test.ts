import { expect, test } from "vitest";
import { findLink } from "../../../../../tests/harness/mail-server.ts";
import { openSession } from "../open-session.ts";
import { useIdentity } from "../social/provider-identity-store.ts";
import { runBesideUncommitted } from "../uncommitted.fixture.ts";
import { useMailingServer } from "./recovery.fixture.ts";

const { server, mail, ok, me } = await useMailingServer();

async function askedLink(email: string): Promise<string> {
  await ok("forgot-password", { email });
  return findLink(await mail.take(email, "Set a new password")).token;
}

const login = (email: string, password: string) =>
  server().client.post("/api/v1/users/login", { email, password });

test("accepts the new password, rejects the old password, ends every session, and keeps the API keys", async () => {
  const { client } = server();
  const person = await client.register();
  const { api_key } = await me(person.token);
  await ok("reset-password", { token: await askedLink(person.email), password: "another horse" });
  expect((await client.get("/api/v1/users/me", { token: person.token })).status).toBe(401);
  expect((await client.get("/api/v1/sdk/balance", { key: api_key })).status).toBe(200);
  expect((await login(person.email, person.password)).status).toBe(401);
  expect((await login(person.email, "another horse")).status).toBe(200);
  const notice = await mail.take(person.email, "was changed");
  expect(notice.text).not.toContain("another horse");
});

test("lets a person who was locked out by other people's guesses sign in right after the reset", async () => {
  const { client } = server();
  const person = await client.register();
  for (let guess = 0; guess < 9; guess++) await login(person.email, "guess");
  expect((await login(person.email, person.password)).status).toBe(429);
  await ok("reset-password", { token: await askedLink(person.email), password: "another horse" });
  expect((await login(person.email, "another horse")).status).toBe(200);
});

test("accepts a link once, and removes the person's other links", async () => {
  const { client } = server();
  const person = await client.register();
  const [first, second] = [await askedLink(person.email), await askedLink(person.email)];
  const use = (token: string) =>
    client.post("/api/v1/users/reset-password", { token, password: "another horse" });
  const answers = await Promise.all([use(first), use(first)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  for (const token of [first, second])
    expect(await use(token)).toMatchObject({ status: 400, body: { error: "link_invalid" } });
});

test("unlinks Google and GitHub accounts that have another email", async () => {
  const { client, db } = server();
  const person = await client.register();
  const { id: user_id } = await me(person.token);
  const at = (provider: string, email: string) => ({
    provider,
    subject: `${provider} of ${user_id}`,
    user_id,
    email,
  });
  await db
    .insertInto("provider_identities")
    .values([at("google", person.email.toUpperCase()), at("github", "somebody@else.example")])
    .execute();
  await ok("reset-password", { token: await askedLink(person.email), password: "another horse" });
  const left = await db
    .selectFrom("provider_identities")
    .select("provider")
    .where("user_id", "=", user_id)
    .execute();
  expect(left).toEqual([{ provider: "google" }]);
});

test("ends a session that starts through a linked account with another email while the password is being reset", async () => {
  const { client, db } = server();
  const person = await client.register();
  const { id: user_id } = await me(person.token);
  const identity = { provider: "github", subject: `somebody of ${user_id}` } as const;
  await db
    .insertInto("provider_identities")
    .values({ ...identity, user_id, email: "else@else.example" })
    .execute();
  const link = await askedLink(person.email);
  let opened = "";
  await runBesideUncommitted(
    db,
    async (tx) => {
      await useIdentity(tx, identity);
      opened = (await openSession(tx, user_id)).token;
    },
    () => ok("reset-password", { token: link, password: "another horse" }),
  );
  expect((await client.get("/api/v1/users/me", { token: opened })).status).toBe(401);
});
