import { accountRoutes, runRoutes, TEXTS, UsageHistory, User } from "@stoa/contract";
import { expect } from "vitest";
import { parseAnswer } from "../../harness/client.ts";
import { defineRow } from "../row.ts";
import { findMissingFields } from "../specified-fields.ts";

let people = 0;

/** Returns the fields of a new account. */
function createRegistration(change: object = {}) {
  people += 1;
  const username = `new_${process.pid}_${people}`;
  return { username, email: `${username}@example.com`, password: "secret", ...change };
}

export const login = defineRow(accountRoutes.login, {
  async callSuccessfully({ client }, call) {
    const { username, email, password } = await client.register();
    const session = await call({ json: { email, password } });
    expect(new Date(session.expires_at).getTime()).toBeGreaterThan(Date.now());
    const me = parseAnswer(User, await client.get("/api/v1/users/me", { token: session.access_token }));
    expect(me).toMatchObject({ username, email });
    await expect(call({ json: { email, password: "another" } })).rejects.toThrow(TEXTS.signIn.invalid);
  },
  bad: [
    ["email", () => ({ json: {} })],
    ["password", () => ({ json: { email: "a@example.com", password: "" } })],
    ["email", () => ({ json: { email: 1, password: "secret" } })],
    ["remember", () => ({ json: { email: "a@example.com", password: "secret", remember: true } })],
  ],
});

export const register = defineRow(accountRoutes.register, {
  async callSuccessfully({ client }, call) {
    const person = createRegistration();
    const { access_token } = await call({ json: person });
    const me = parseAnswer(User, await client.get("/api/v1/users/me", { token: access_token }));
    const { password, ...shown } = person;
    expect(me).toMatchObject({ ...shown, plan_type: "free", is_active: true });
    expect(JSON.stringify(me)).not.toContain(password);
    await expect(call({ json: createRegistration({ email: person.email }) })).rejects.toThrow(
      TEXTS.signIn.emailTaken,
    );
    const login = await client.post("/api/v1/users/login", { email: person.email, password });
    expect(login.status).toBe(200);
  },
  bad: [
    ["username", () => ({ json: createRegistration({ username: "" }) })],
    ["email", () => ({ json: createRegistration({ email: "nowhere" }) })],
    ["password", () => ({ json: createRegistration({ password: "short" }) })],
    ["is_admin", () => ({ json: createRegistration({ is_admin: true }) })],
    ["", () => ({ json: [] })],
  ],
});

export const me = defineRow(accountRoutes.me, {
  async callSuccessfully({ client, caller }, call) {
    const user = await call();
    expect(user).toMatchObject({ username: caller.username, email: caller.email, plan_type: "free" });
    expect(findMissingFields("user", [user])).toEqual([]);
    expect((await client.get("/api/v1/sdk/balance", { key: user.api_key })).status).toBe(200);
  },
});

export const updateMe = defineRow(accountRoutes.updateMe, {
  async callSuccessfully({ client, caller }, call) {
    const person = await client.registerWithKey();
    const email = `changed-${person.email}`;
    expect(await call({ json: { email, password: person.password } }, person)).toMatchObject({
      email,
      username: person.username,
    });
    const read = await client.get("/api/v1/users/me", { token: person.token });
    expect(parseAnswer(User, read)).toMatchObject({ email, username: person.username });
    await expect(call({ json: { email: caller.email, password: person.password } }, person)).rejects.toThrow(
      TEXTS.signIn.emailTaken,
    );
  },
  ask: ({ caller }) => ({ json: { email: caller.email } }),
  bad: [
    ["email", () => ({ json: {} })],
    ["email", () => ({ json: { email: "nowhere" } })],
    ["plan_type", ({ caller }) => ({ json: { email: caller.email, plan_type: "business" } })],
  ],
});

export const refreshApiKey = defineRow(accountRoutes.refreshApiKey, {
  async callSuccessfully({ client }, call) {
    const person = await client.registerWithKey();
    const { api_key } = await call({ json: {} }, person);
    expect(api_key).not.toBe(person.key);
    const read = await client.get("/api/v1/users/me", { token: person.token });
    expect(parseAnswer(User, read).api_key).toBe(api_key);
    const getBalanceStatus = async (key: string) => (await client.get("/api/v1/sdk/balance", { key })).status;
    expect(await getBalanceStatus(api_key)).toBe(200);
    // A node caches keys for up to 5 seconds, so the previous key can work until then.
    await expect.poll(() => getBalanceStatus(person.key)).toBe(401);
  },
});

export const usageStats = defineRow(runRoutes.usageStats, {
  async callSuccessfully({ client, caller }, call) {
    const stats = await call();
    expect(findMissingFields("usageStats", [stats])).toEqual([]);
    const read = await client.get("/api/v1/execute/my-usage?limit=100", { token: caller.token });
    const { usage_history: runs, total } = parseAnswer(UsageHistory, read);
    expect(stats).toMatchObject({ total_executions: total, success_rate: 100 });
    expect(stats.total_tokens).toBe(runs.reduce((sum, run) => sum + run.tokens_used, 0));
    expect(stats.total_cost).toBeCloseTo(
      runs.reduce((sum, run) => sum + run.cost, 0),
      9,
    );
  },
});
