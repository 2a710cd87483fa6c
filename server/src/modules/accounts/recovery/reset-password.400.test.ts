import { TEXTS } from "@stoa/contract";
import { expect, test } from "vitest";
import { findLink } from "../../../../../tests/harness/mail-server.ts";
import { useMailingServer } from "./recovery.fixture.ts";

const { server, mail, ok, me } = await useMailingServer({ STOA_PASSWORD_MIN_LENGTH: "10" });

async function askedLink() {
  const person = await server().client.register({ password: "correct horse" });
  await ok("forgot-password", { email: person.email });
  const { token } = findLink(await mail.take(person.email, "Set a new password"));
  return { ...person, link: token };
}

const reset = (body: object) => server().client.post("/api/v1/users/reset-password", body);

test("returns 400 for a link that is more than an hour old", async () => {
  const { pool } = server();
  const { link } = await askedLink();
  await pool.query("UPDATE mailed_links SET expires_at = now()");
  expect(await reset({ token: link, password: "another horse" })).toMatchObject({
    status: 400,
    body: { error: "link_invalid", detail: expect.stringContaining("already used or has expired") },
  });
});

test("refuses a password that is too short, and keeps the link valid", async () => {
  const { link } = await askedLink();
  for (const [password, detail] of [
    ["short", TEXTS.register.passwordShort],
    ["too short", "Password must be at least 10 characters long"],
  ])
    expect(await reset({ token: link, password })).toMatchObject({
      status: 400,
      body: { error: "invalid_request", detail, errors: [{ field: "password" }] },
    });
  expect((await reset({ token: link, password: "long enough" })).status).toBe(200);
});

test("returns 400 for a token that is malformed, missing, or for another purpose, and changes nothing", async () => {
  const person = await server().client.register();
  await server().client.put(
    "/api/v1/users/me",
    { email: "new@example.com", password: person.password },
    { token: person.token },
  );
  const { token: ofAnotherKind } = findLink(await mail.take("new@example.com", "Confirm"));
  for (const token of [ofAnotherKind, "A".repeat(43), "x", "' OR 1=1 --", "\u0000"])
    expect(await reset({ token, password: "another horse" })).toMatchObject({
      status: 400,
      body: { error: "link_invalid" },
    });
  for (const body of [
    {},
    { token: "x" },
    { password: "another horse" },
    { token: "", password: "another horse" },
  ])
    expect((await reset(body)).status).toBe(400);
  expect((await me(person.token)).pending_email).toBe("new@example.com");
});

test("refuses the link of a person whose account was deleted", async () => {
  const { link, token, password } = await askedLink();
  const gone = await server().client.call("DELETE", "/api/v1/users/me", { token, json: { password } });
  expect(gone.status).toBe(200);
  expect(await reset({ token: link, password: "another horse" })).toMatchObject({
    body: { error: "link_invalid" },
  });
});
