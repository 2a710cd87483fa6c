import { ConfirmEmailReply, User } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { findLink } from "../../../../../tests/harness/mail-server.ts";
import { replacePasswordAndEndSessions, runBesideUncommitted } from "../uncommitted.fixture.ts";
import { PUBLIC_URL, useMailingServer } from "./recovery.fixture.ts";

const { server, mail, ok, me } = await useMailingServer();

/** The password of every account that the test client registers. */
const PASSWORD = "correct horse";

const change = async (token: string, email: string) =>
  parseAnswer(User, await server().client.put("/api/v1/users/me", { email, password: PASSWORD }, { token }));
const login = (email: string, password: string) =>
  server().client.post("/api/v1/users/login", { email, password });

test("keeps the old email until the link in the new mailbox is opened, and notifies the old mailbox", async () => {
  const { client } = server();
  const { token, email, password, username } = await client.register();
  const newEmail = `new.${email}`;
  expect(await change(token, newEmail)).toMatchObject({ email, pending_email: newEmail });
  expect((await login(newEmail, password)).status).toBe(401);
  expect((await mail.take(email, "Request to change the email address")).text).toContain(newEmail);
  const confirmation = await mail.take(newEmail, "Confirm your new email address");
  expect(confirmation.text).toContain(username);
  const { url, token: link } = findLink(confirmation);
  expect(url).toBe(`${PUBLIC_URL}/confirm-email#${link}`);

  const answer = await client.post("/api/v1/users/confirm-email", { token: link });
  expect(parseAnswer(ConfirmEmailReply, answer)).toEqual({ email: newEmail, starting_credits: 10 });
  expect(await me(token)).toMatchObject({ email: newEmail, pending_email: null });
  expect((await login(newEmail, password)).status).toBe(200);
  expect((await login(email, password)).status).toBe(401);
  expect((await mail.take(email, "was changed")).text).toContain(newEmail);
  expect(await client.post("/api/v1/users/confirm-email", { token: link })).toMatchObject({
    status: 400,
    body: { error: "link_invalid" },
  });
});

test("a newer email change replaces an earlier change, and requesting the current email cancels the pending change", async () => {
  const { client } = server();
  const { token, email } = await client.register();
  await change(token, `one.${email}`);
  const { token: one } = findLink(await mail.take(`one.${email}`, "Confirm"));
  expect(await change(token, `two.${email}`)).toMatchObject({ pending_email: `two.${email}` });
  const { token: two } = findLink(await mail.take(`two.${email}`, "Confirm"));
  expect((await client.post("/api/v1/users/confirm-email", { token: one })).status).toBe(400);
  expect(await change(token, email)).toMatchObject({ email, pending_email: null });
  expect((await client.post("/api/v1/users/confirm-email", { token: two })).status).toBe(400);
});

test("an email change invalidates password-reset links that were sent to the old mailbox", async () => {
  const { client } = server();
  const { token, email } = await client.register();
  await ok("forgot-password", { email });
  const { token: reset } = findLink(await mail.take(email, "Set a new password"));
  await change(token, `new.${email}`);
  const { token: link } = findLink(await mail.take(`new.${email}`, "Confirm"));
  await ok("confirm-email", { token: link });
  const answer = await client.post("/api/v1/users/reset-password", {
    token: reset,
    password: "another horse",
  });
  expect(answer).toMatchObject({ status: 400, body: { error: "link_invalid" } });
});

test("setting a new password cancels a pending email change, which a stranger may have requested", async () => {
  const { client } = server();
  const { token, email } = await client.register();
  await change(token, `stranger.${email}`);
  const { token: link } = findLink(await mail.take(`stranger.${email}`, "Confirm"));
  await ok("forgot-password", { email });
  const { token: reset } = findLink(await mail.take(email, "Set a new password"));
  await ok("reset-password", { token: reset, password: "another horse" });
  expect((await client.post("/api/v1/users/confirm-email", { token: link })).status).toBe(400);
});

test("returns 409 for an email that was taken in the meantime, and keeps the old email", async () => {
  const { client } = server();
  const { token, email } = await client.register();
  const newEmail = `wanted.${email}`;
  await change(token, newEmail);
  const { token: link } = findLink(await mail.take(newEmail, "Confirm"));
  await client.register({ email: newEmail });
  const answer = await client.post("/api/v1/users/confirm-email", { token: link });
  expect(answer).toMatchObject({ status: 409, body: { error: "email_taken" } });
  expect((await me(token)).email).toBe(email);
});

test("returns 429 for the sixth request for one email address in an hour", async () => {
  const { client } = server();
  const { token, email } = await client.register();
  for (let times = 0; times < 5; times++) await change(token, "victim@example.com");
  const answer = await client.put(
    "/api/v1/users/me",
    { email: "victim@example.com", password: PASSWORD },
    { token },
  );
  expect(answer).toMatchObject({ status: 429, body: { error: "rate_limited" } });
  expect((await me(token)).email).toBe(email);
});

test("does not require a confirmation link if only the letter case of the email changes", async () => {
  const { token, email } = await server().client.register();
  const shouted = email.toUpperCase();
  expect(await change(token, shouted)).toMatchObject({ email: shouted, pending_email: null });
});

test("does not send a link if the session that requests another email ends during the request", async () => {
  const { client, db } = server();
  const { token, email } = await client.register();
  const { id } = await me(token);
  const answer = await runBesideUncommitted(
    db,
    (tx) => replacePasswordAndEndSessions(tx, id),
    () => client.put("/api/v1/users/me", { email: `stranger.${email}`, password: PASSWORD }, { token }),
  );
  expect(answer).toMatchObject({ status: 401, body: { error: "unauthorized" } });
  expect(
    await db
      .selectFrom("mailed_links")
      .selectAll()
      .where("user_id", "=", id)
      .where("purpose", "=", "change_email")
      .execute(),
  ).toEqual([]);
});
