import { expect, test } from "vitest";
import { stranger, useSocialServer } from "./social.fixture.ts";

const { server, provider, post, start, signIn, readSession } = await useSocialServer();

const FAILED = { status: 400, body: { error: "sign_in_failed" } };
const people = async () => (await server().pool.query("SELECT FROM users")).rowCount;

test("refuses a sign-in without the browser's cookie, or with another browser's cookie", async () => {
  const [mine, theirs] = [await start("google"), await start("google")];
  const returned = provider.consent(mine.url, stranger());
  for (const cookie of [undefined, "stoa_sign_in=", "stoa_sign_in=guess", theirs.cookie])
    expect(await post("google/finish", returned, cookie)).toMatchObject(FAILED);
});

test("ends the sign-in if the reply has a state that was not sent", async () => {
  const { url, cookie } = await start("github");
  const returned = provider.consent(url, stranger());
  expect(await post("github/finish", { ...returned, state: "another" }, cookie)).toMatchObject(FAILED);
  expect(await post("github/finish", returned, cookie)).toMatchObject(FAILED);
});

test("refuses a provider's reply if it is sent twice or belongs to another sign-in", async () => {
  const { url, cookie } = await start("google");
  const returned = provider.consent(url, stranger());
  readSession(await post("google/finish", returned, cookie));
  expect(await post("google/finish", returned, cookie)).toMatchObject(FAILED);
  for (const at of ["google", "github"] as const) {
    const again = await start(at);
    const state = new URL(again.url).searchParams.get("state");
    const replayed = { code: returned.code, state };
    expect(await post(`${at}/finish`, replayed, again.cookie)).toMatchObject(FAILED);
  }
});

test("refuses a code from another sign-in, because its verifier differs", async () => {
  const [mine, theirs] = [await start("github"), await start("github")];
  const { code } = provider.consent(theirs.url, stranger());
  const { state } = provider.consent(mine.url, stranger());
  expect(await post("github/finish", { code, state }, mine.cookie)).toMatchObject(FAILED);
});

test.each([
  ["another nonce", { claims: { nonce: "another" } }],
  ["another issuer", { claims: { iss: "https://evil.example" } }],
  ["another audience", { claims: { aud: "somebody-else" } }],
  ["an expired time", { claims: { exp: 1_700_000_000 } }],
  ["a key that is not Google's", { foreignKey: true }],
])("refuses an ID token with %s, and creates no account", async (_, mischief) => {
  const before = await people();
  provider.mischief = mischief;
  expect((await signIn("google", stranger())).answer).toMatchObject(FAILED);
  expect(await people()).toBe(before);
});

test.each(["google", "github"] as const)("refuses a reply that names an issuer other than %s", async (at) => {
  const { url, cookie } = await start(at);
  const returned = { ...provider.consent(url, stranger()), iss: "https://evil.example" };
  expect(await post(`${at}/finish`, returned, cookie)).toMatchObject(FAILED);
});

test.each(["google", "github"] as const)(
  "does not create an account with an email address that %s has not verified",
  async (at) => {
    const before = await people();
    expect((await signIn(at, stranger({ verified: false }))).answer).toMatchObject({
      status: 403,
      body: { error: "email_unverified", detail: expect.stringContaining("has not verified") },
    });
    expect(await people()).toBe(before);
  },
);

test("tells a person who denies consent that they did not allow the sign-in", async () => {
  const { url, cookie } = await start("google");
  const { state } = provider.consent(url, stranger());
  expect(await post("google/finish", { state, error: "access_denied" }, cookie)).toMatchObject({
    status: 403,
    body: { error: "forbidden", detail: expect.stringContaining("did not allow Google") },
  });
});

test.each([
  ["Google's token endpoint", "google", "/token"],
  ["GitHub's token endpoint", "github", "/login/oauth/access_token"],
  ["GitHub's user API", "github", "/user"],
] as const)("returns 503 with the time to wait while %s is down", async (_, at, path) => {
  provider.mischief = { answers: { [path]: { status: 502, body: "bad gateway" } } };
  const { answer } = await signIn(at, stranger());
  expect(answer).toMatchObject({ status: 503, body: { error: "provider_unavailable" } });
  expect(answer.headers.get("retry-after")).toBe("30");
});

test("does not create an account from a provider's malformed reply", async () => {
  const before = await people();
  for (const body of [{ id: "x" }, [], "nonsense", { id: 1, login: 7 }]) {
    provider.mischief = { answers: { "/user": { status: 200, body } } };
    expect((await signIn("github", stranger())).answer).toMatchObject(FAILED);
  }
  expect(await people()).toBe(before);
});

test("ends a sign-in after ten minutes, and returns 404 for an unknown provider", async () => {
  const { url, cookie } = await start("google");
  await server().pool.query("UPDATE provider_sign_ins SET expires_at = now()");
  expect(await post("google/finish", provider.consent(url, stranger()), cookie)).toMatchObject(FAILED);
  expect((await post("myspace/start", {})).status).toBe(404);
  for (const body of [{}, { state: "" }, { state: "x", admin: true }, { state: "x".repeat(300) }])
    expect((await post("google/finish", body, cookie)).status).toBe(400);
});

test("tells a suspended person who signs in with a provider why they are suspended, and does not open a session", async () => {
  const { client, pool } = server();
  const [newcomer, member] = [stranger(), await client.register()];
  readSession((await signIn("google", newcomer)).answer);
  await pool.query("UPDATE users SET suspended_at = now(), suspension_reason = 'spam'");
  const told = { status: 403, body: { error: "account_suspended", detail: expect.stringContaining("spam") } };
  expect((await signIn("google", newcomer)).answer).toMatchObject(told);
  const { cookie } = await signIn("github", stranger({ email: member.email }));
  expect(await post("link", { password: member.password }, cookie)).toMatchObject(told);
  const { rows } = await pool.query("SELECT FROM provider_identities WHERE provider = 'github'");
  expect(rows).toEqual([]);
});
