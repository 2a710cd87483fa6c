import { SignInMethods, User } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { stranger, useSocialServer } from "./social.fixture.ts";

const { server, provider, post, start, signIn, readSession } = await useSocialServer();

const me = async (token: string) =>
  parseAnswer(User, await server().client.get("/api/v1/users/me", { token }));
const PROVIDERS = ["google", "github"] as const;

test("lists the enabled ways to sign in", async () => {
  const answer = await server().client.get("/api/v1/users/sign-in-methods");
  expect(parseAnswer(SignInMethods, answer)).toEqual({
    google: true,
    github: true,
    mail: true,
    password_min_length: 6,
  });
});

test.each(PROVIDERS)("creates an account without a password for a new person at %s", async (at) => {
  const person = stranger();
  const { answer } = await signIn(at, person);
  const { token, is_new } = readSession(answer);
  expect(is_new).toBe(true);
  const user = await me(token);
  expect(user).toMatchObject({
    email: person.email,
    username: `Zoe-${person.id}`,
    has_password: false,
    pending_email: null,
    plan_type: "free",
  });
  const balance = await server().client.get("/api/v1/sdk/balance", { key: user.api_key });
  expect(balance.body).toMatchObject({ current_balance: 10 });
  const login = await server().client.post("/api/v1/users/login", { email: person.email, password: "" });
  expect(login.status).toBe(400);
});

test.each(PROVIDERS)(
  "recognizes a person who comes back from %s after their email has changed",
  async (at) => {
    const person = stranger();
    const first = readSession((await signIn(at, person)).answer);
    const moved = { ...person, email: `moved.${person.email}`, verified: false };
    const second = readSession((await signIn(at, moved)).answer);
    expect(second.is_new).toBe(false);
    expect((await me(second.token)).id).toBe((await me(first.token)).id);
  },
);

test("sends the provider this server's redirect URI, a state, a nonce and an S256 challenge", async () => {
  const { url, setCookie } = await start("google");
  const asked = new URL(url).searchParams;
  expect(Object.fromEntries(asked)).toMatchObject({
    response_type: "code",
    client_id: "stoa-client",
    redirect_uri: "http://localhost:8099/sign-in/google",
    scope: "openid email profile",
    code_challenge_method: "S256",
  });
  for (const name of ["state", "nonce", "code_challenge"]) expect(asked.get(name)).toMatch(/^[\w-]{43}$/);
  expect(setCookie).toMatch(/^stoa_sign_in=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
});

test("removes the cookie after the sign-in, and never puts the token in a URL", async () => {
  const { url, cookie } = await start("github");
  const answer = await post("github/finish", provider.consent(url, stranger()), cookie);
  expect(answer.headers.get("set-cookie")).toMatch(/^stoa_sign_in=; Max-Age=0;/);
  expect(answer.headers.get("location")).toBeNull();
});

test('adds digits to a username that is taken, and uses "user" if no username can be made from the name', async () => {
  const { username } = await server().client.register();
  const taken = readSession((await signIn("github", stranger({ name: username.toUpperCase() }))).answer);
  expect((await me(taken.token)).username).toMatch(new RegExp(`^${username}-\\d{4}$`, "i"));
  const unwritable = readSession((await signIn("google", stranger({ name: "王" }))).answer);
  expect((await me(unwritable.token)).username).toMatch(/^user(-\d{4})?$/);
});

test("creates only one account if a person signs in with two browsers at the same time", async () => {
  const person = stranger();
  const answers = await Promise.all([signIn("google", person), signIn("google", person)]);
  const tokens = answers.map(({ answer }) => readSession(answer).token);
  const ids = await Promise.all(tokens.map(async (token) => (await me(token)).id));
  expect(ids[0]).toBe(ids[1]);
});
