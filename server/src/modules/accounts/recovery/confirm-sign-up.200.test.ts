import { Balance, ConfirmEmailReply } from "@stoa/contract";
import { expect, test } from "vitest";
import { type Answer, parseAnswer } from "../../../../../tests/harness/client.ts";
import { findLink } from "../../../../../tests/harness/mail-server.ts";
import { useMailingServer } from "./recovery.fixture.ts";

const { server, mail, ok, me } = await useMailingServer({ STOA_SIGN_UPS_PER_DAY: "100" });

const credits = async (token: string) =>
  parseAnswer(Balance, await server().client.get("/api/v1/billing/balance", { token })).current_balance;
const confirm = (token: string) => server().client.post("/api/v1/users/confirm-email", { token });
const takeLink = async (email: string) => findLink(await mail.take(email, "get your starting credits")).token;
const given = (answer: Answer) => parseAnswer(ConfirmEmailReply, answer).starting_credits;

test("grants the starting credits once, when the mailed link is opened", async () => {
  const { token, email } = await server().client.register();
  expect(await me(token)).toMatchObject({ email_confirmed: false });
  expect(await credits(token)).toBe(0);
  const link = await takeLink(email);
  expect(given(await confirm(link))).toBe(10);
  expect(await me(token)).toMatchObject({ email_confirmed: true });
  expect(await credits(token)).toBe(10);
  expect(await confirm(link)).toMatchObject({ status: 400, body: { error: "link_invalid" } });
});

test("grants the credits once if the same link is confirmed concurrently", async () => {
  const { token, email } = await server().client.register();
  const link = await takeLink(email);
  const answers = await Promise.all([confirm(link), confirm(link), confirm(link)]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await credits(token)).toBe(10);
});

test("mails another link on request, and grants the credits only once for both links", async () => {
  const { token, email } = await server().client.register();
  const first = await takeLink(email);
  await ok("resend-confirmation", {}, token);
  const second = await takeLink(email);
  expect(given(await confirm(second))).toBe(10);
  expect((await confirm(first)).status).toBe(400);
  const again = await server().client.post("/api/v1/users/resend-confirmation", {}, { token });
  expect(again).toMatchObject({ status: 409, body: { error: "conflict" } });
});

test("returns 429 for the sixth request for another link in an hour", async () => {
  const { token } = await server().client.register();
  for (let times = 0; times < 5; times++) await ok("resend-confirmation", {}, token);
  const answer = await server().client.post("/api/v1/users/resend-confirmation", {}, { token });
  expect(answer).toMatchObject({ status: 429, body: { error: "rate_limited" } });
});

test("confirms a mailbox that has received credits before, without granting more", async () => {
  const { client } = server();
  const first = await client.register();
  await confirm(await takeLink(first.email));
  const tagged = first.email.replace("@", "+again@");
  const second = await client.register({ email: tagged });
  expect(given(await confirm(await takeLink(tagged)))).toBe(0);
  expect(await me(second.token)).toMatchObject({ email_confirmed: true });
  expect(await credits(second.token)).toBe(0);
});

test("grants the credits for the corrected email address if a wrong one was entered at sign-up", async () => {
  const { client } = server();
  const { token, email, password } = await client.register();
  const typed = await takeLink(email);
  const right = `right.${email}`;
  await client.put("/api/v1/users/me", { email: right, password }, { token });
  const change = findLink(await mail.take(right, "Confirm")).token;
  expect(given(await confirm(change))).toBe(10);
  expect((await confirm(typed)).status).toBe(400);
  expect(await credits(token)).toBe(10);
});

test("does not grant credits again if a confirmed account changes its email address", async () => {
  const { client } = server();
  const { token, email, password } = await client.register();
  await confirm(await takeLink(email));
  const next = `next.${email}`;
  await client.put("/api/v1/users/me", { email: next, password }, { token });
  expect(given(await confirm(findLink(await mail.take(next, "Confirm")).token))).toBe(0);
  expect(await credits(token)).toBe(10);
});

test("confirms the email address when a password is set with a mailed link", async () => {
  const { token, email } = await server().client.register();
  await ok("forgot-password", { email });
  const reset = findLink(await mail.take(email, "Set a new password")).token;
  await ok("reset-password", { token: reset, password: "another horse" });
  const { body } = await server().client.post("/api/v1/users/login", { email, password: "another horse" });
  expect(await credits(Object(body).access_token)).toBe(10);
  expect((await me(Object(body).access_token)).email_confirmed).toBe(true);
  expect((await server().client.get("/api/v1/users/me", { token })).status).toBe(401);
});

test("keeps the starting credits for the owner of an email address that another person used without confirming it", async () => {
  const { client } = server();
  const stranger = await client.register();
  const tagged = stranger.email.replace("@", "+owner@");
  const owner = await client.register({ email: tagged });
  expect(given(await confirm(await takeLink(tagged)))).toBe(10);
  expect(await credits(owner.token)).toBe(10);
  expect(await credits(stranger.token)).toBe(0);
});
