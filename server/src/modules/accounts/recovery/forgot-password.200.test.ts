import { expect, test } from "vitest";
import { findLink } from "../../../../../tests/harness/mail-server.ts";
import { PUBLIC_URL, useMailingServer } from "./recovery.fixture.ts";

const { server, mail, ok } = await useMailingServer();

test("mails the link to the account's email address and stores no token", async () => {
  const { client, pool } = server();
  const person = await client.register();
  expect(await ok("forgot-password", { email: ` ${person.email.toUpperCase()} ` })).toEqual({
    success: true,
  });
  const { url, token } = findLink(await mail.take(person.email, "Set a new password"));
  expect(url).toBe(`${PUBLIC_URL}/reset-password#${token}`);
  expect(Buffer.from(token, "base64url")).toHaveLength(32);
  const { rows } = await pool.query("SELECT l::text AS row FROM mailed_links l");
  expect(JSON.stringify(rows)).not.toContain(token);
});

test("never builds the link with the host that a request or a proxy names", async () => {
  const { client } = server();
  const person = await client.register();
  const headers = {
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "https",
    forwarded: "host=evil.example",
  };
  await client.post("/api/v1/users/forgot-password", { email: person.email }, { headers });
  const { url } = findLink(await mail.take(person.email, "Set a new password"));
  expect(new URL(url).origin).toBe(PUBLIC_URL);
});

test("sends the same reply for an email address without an account, and mails nothing", async () => {
  const { client } = server();
  const person = await client.register();
  const unknown = await client.post("/api/v1/users/forgot-password", { email: "nobody@example.com" });
  const known = await client.post("/api/v1/users/forgot-password", { email: person.email });
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
  await mail.take(person.email, "Set a new password");
  expect(mail.mails.filter(({ to }) => to === "nobody@example.com")).toEqual([]);
});

test("does not mail a link for an account whose mailbox cannot exist, such as the account of the sample agents", async () => {
  const { client, pool } = server();
  await client.register({ email: "house@stoa.invalid" });
  await ok("forgot-password", { email: "house@stoa.invalid" });
  const person = await client.register();
  await ok("forgot-password", { email: person.email });
  await mail.take(person.email, "Set a new password");
  const { rows } = await pool.query(
    "SELECT FROM mailed_links WHERE email LIKE '%.invalid' AND purpose = 'reset_password'",
  );
  expect(rows).toEqual([]);
});

test("returns 429 for the sixth request for a mailbox within an hour, with or without an account", async () => {
  const { client } = server();
  const person = await client.register();
  for (const email of [person.email, "no-account@example.com"]) {
    for (let times = 0; times < 5; times++) await ok("forgot-password", { email });
    const answer = await client.post("/api/v1/users/forgot-password", { email });
    expect(answer).toMatchObject({ status: 429, body: { error: "rate_limited" } });
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  }
});

test("returns 400 for anything but exactly one email address", async () => {
  const { client } = server();
  for (const body of [{}, { email: "" }, { email: "mira" }, { email: "a@example.com\r\nbcc: b@example.com" }])
    expect((await client.post("/api/v1/users/forgot-password", body)).status).toBe(400);
});
