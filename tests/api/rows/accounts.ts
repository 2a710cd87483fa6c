import { accountRoutes, runRoutes, TEXTS, UsageHistory, User } from "@stoa/contract";
import { expect } from "vitest";
import { parsed } from "../../harness/client.ts";
import { row } from "../row.ts";
import { missingFields } from "../specified-fields.ts";

let people = 0;

/** The fields of a new account. */
function newcomer(change: object = {}) {
  people += 1;
  const username = `new_${process.pid}_${people}`;
  return { username, email: `${username}@example.com`, password: "secret", ...change };
}

export const login = row(accountRoutes.login, {
  async happy({ client }, call) {
    const { username, email, password } = await client.register();
    const session = await call({ json: { email, password } });
    expect(new Date(session.expires_at).getTime()).toBeGreaterThan(Date.now());
    const me = parsed(User, await client.get("/api/v1/users/me", { token: session.access_token }));
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

export const register = row(accountRoutes.register, {
  async happy({ client }, call) {
    const person = newcomer();
    const { access_token } = await call({ json: person });
    const me = parsed(User, await client.get("/api/v1/users/me", { token: access_token }));
    const { password, ...shown } = person;
    expect(me).toMatchObject({ ...shown, plan_type: "free", is_active: true });
    expect(JSON.stringify(me)).not.toContain(password);
    await expect(call({ json: newcomer({ email: person.email }) })).rejects.toThrow(TEXTS.signIn.emailTaken);
    const login = await client.post("/api/v1/users/login", { email: person.email, password });
    expect(login.status).toBe(200);
  },
  bad: [
    ["username", () => ({ json: newcomer({ username: "" }) })],
    ["email", () => ({ json: newcomer({ email: "nowhere" }) })],
    ["password", () => ({ json: newcomer({ password: "short" }) })],
    ["is_admin", () => ({ json: newcomer({ is_admin: true }) })],
    ["", () => ({ json: [] })],
  ],
});

export const me = row(accountRoutes.me, {
  async happy({ client, caller }, call) {
    const user = await call();
    expect(user).toMatchObject({ username: caller.username, email: caller.email, plan_type: "free" });
    expect(missingFields("user", [user])).toEqual([]);
    expect((await client.get("/api/v1/sdk/balance", { key: user.api_key })).status).toBe(200);
  },
});

export const updateMe = row(accountRoutes.updateMe, {
  async happy({ client, caller }, call) {
    const person = await client.registerWithKey();
    const email = `changed-${person.email}`;
    expect(await call({ json: { email, password: person.password } }, person)).toMatchObject({
      email,
      username: person.username,
    });
    const read = await client.get("/api/v1/users/me", { token: person.token });
    expect(parsed(User, read)).toMatchObject({ email, username: person.username });
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

export const refreshApiKey = row(accountRoutes.refreshApiKey, {
  async happy({ client }, call) {
    const person = await client.registerWithKey();
    const { api_key } = await call({ json: {} }, person);
    expect(api_key).not.toBe(person.key);
    const read = await client.get("/api/v1/users/me", { token: person.token });
    expect(parsed(User, read).api_key).toBe(api_key);
    const opens = async (key: string) => (await client.get("/api/v1/sdk/balance", { key })).status;
    expect(await opens(api_key)).toBe(200);
    /** Another node may have cached the previous key within the last 5 seconds. */
    await expect.poll(() => opens(person.key)).toBe(401);
  },
});

export const usageStats = row(runRoutes.usageStats, {
  async happy({ client, caller }, call) {
    const stats = await call();
    expect(missingFields("usageStats", [stats])).toEqual([]);
    const read = await client.get("/api/v1/execute/my-usage?limit=100", { token: caller.token });
    const { usage_history: runs, total } = parsed(UsageHistory, read);
    expect(stats).toMatchObject({ total_executions: total, success_rate: 100 });
    expect(stats.total_tokens).toBe(runs.reduce((sum, run) => sum + run.tokens_used, 0));
    expect(stats.total_cost).toBeCloseTo(
      runs.reduce((sum, run) => sum + run.cost, 0),
      9,
    );
  },
});
