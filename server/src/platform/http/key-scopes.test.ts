import { CreatedKey, type Route, SCOPE_TEXTS, SCOPES, TEXTS } from "@stoa/contract";
import { beforeAll, expect, test } from "vitest";
import { ROUTE_GROUPS } from "../../../../scripts/generate/openapi.ts";
import { type KeyHolder, parseAnswer } from "../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";

const server = useTestServer({ env: { STOA_RATE_LIMIT_FACTOR: "1000" } });

const ROUTES = Object.values(ROUTE_GROUPS).flatMap((group) => Object.values(group));
const CLOSED = ROUTES.filter(({ auth }) => auth === "session" || auth === "key");
const name = ({ method, path }: Route) => `${method} ${path}`;

/**
 * Routes for keys, passwords, deletion and equally sensitive actions, operator routes, and consent, which happens in a
 * browser.
 */
const SESSION_ONLY = [
  "DELETE /operator/agents/:id/suspension",
  "DELETE /users/api-keys/:id",
  "DELETE /users/linked-sign-ins/:provider",
  "DELETE /users/me",
  "GET /operator/audit",
  "GET /users/api-keys",
  "GET /users/device-logins",
  "GET /users/export",
  "GET /users/linked-sign-ins",
  "GET /users/me",
  "POST /connectors/consent/:service",
  "POST /connectors/consent/:service/finish",
  "POST /users/api-keys",
  "POST /users/device-logins/approve",
  "POST /users/device-logins/refuse",
  "POST /users/refresh-api-key",
  "POST /users/resend-confirmation",
  "POST /users/sign-out-everywhere",
  "PUT /operator/agents/:id/suspension",
  "PUT /users/api-keys/:id",
  "PUT /users/me",
  "PUT /users/password",
  "PUT /users/spending-limits",
];

/** Ids that do not exist, so that no call has an effect. */
const IDS: Readonly<Record<string, string>> = {
  id: "999999",
  number: "1",
  review_id: "1",
  delivery_id: "1",
  provider: "google",
  service: "google",
  token: "none",
  username: "nobody",
};

const keys = new Map<string, string>();
let owner: KeyHolder;

beforeAll(async () => {
  owner = await server().client.registerWithKey();
  for (const scope of SCOPES) {
    const made = await server().client.post(
      "/api/v1/users/api-keys",
      { name: scope, scopes: [scope] },
      { token: owner.token },
    );
    keys.set(scope, parseAnswer(CreatedKey, made).api_key);
  }
});

async function callWith(route: Route, key: string) {
  const path = route.path.replace(/:(\w+)/g, (_, id: string) => IDS[id] ?? "none");
  const abort = new AbortController();
  const response = await fetch(`${server().url}/api/v1${path}`, {
    method: route.method,
    headers: { "x-api-key": key, ...(route.method !== "GET" && { "content-type": "application/json" }) },
    signal: abort.signal,
    ...(route.method !== "GET" && { body: "[" }),
  });
  const isProblem = response.headers.get("content-type")?.startsWith("application/problem") === true;
  const problem = isProblem ? Object(await response.json()) : {};
  abort.abort();
  return { status: response.status, error: problem.error, detail: problem.detail };
}

test("only routes for keys, passwords, deletion and other sensitive actions require a session", () => {
  const found = CLOSED.filter(({ scope }) => scope === undefined).map(name);
  expect(found.toSorted()).toEqual(SESSION_ONLY);
});

test("public routes name a scope only if they can identify the caller", () => {
  const open = ROUTES.filter(({ auth }) => auth === "public");
  expect(open.filter(({ scope }) => scope !== undefined).map(name)).toEqual([]);
  const known = ROUTES.filter(({ auth }) => auth === "optional");
  expect(new Set(known.map(({ scope }) => scope))).toEqual(new Set(["read"]));
});

test.each(CLOSED.filter(({ scope }) => scope !== undefined).map((route) => [name(route), route] as const))(
  "%s accepts its own scope and no other",
  async (_, route) => {
    const { scope } = route;
    if (scope === undefined) throw new Error("this route has no scope");
    const other = scope === "read" ? "run" : "read";
    const refused = await callWith(route, keys.get(other) ?? "");
    expect(refused).toEqual({ status: 403, error: "insufficient_scope", detail: SCOPE_TEXTS.missing(scope) });
    const opened = await callWith(route, keys.get(scope) ?? "");
    expect(opened.status).not.toBe(401);
    expect(opened.error).not.toBe("insufficient_scope");
  },
);

test.each(CLOSED.filter(({ scope }) => scope === undefined).map((route) => [name(route), route] as const))(
  "%s refuses API keys, including the main key",
  async (_, route) => {
    expect(await callWith(route, owner.key)).toEqual({
      status: 403,
      error: "forbidden",
      detail: SCOPE_TEXTS.sessionNeeded,
    });
  },
);

test("the main key has every scope, as X-API-Key header and as bearer token", async () => {
  const { client } = server();
  expect((await client.get("/api/v1/webhooks", { key: owner.key })).status).toBe(200);
  expect((await client.get("/api/v1/webhooks", { token: owner.key })).status).toBe(200);
});

test("a key created without scopes gets the default scopes only", async () => {
  const { client } = server();
  const made = await client.post("/api/v1/users/api-keys", { name: "plain" }, { token: owner.token });
  const { key, api_key } = parseAnswer(CreatedKey, made);
  expect(key.scopes).toEqual(["read", "run", "agents:write", "billing:read"]);
  expect((await client.get("/api/v1/sdk/balance", { key: api_key })).status).toBe(200);
  expect((await client.post("/api/v1/webhooks", {}, { key: api_key })).status).toBe(403);
});

test("changed scopes take effect immediately and are returned", async () => {
  const { client } = server();
  const token = owner.token;
  const made = await client.post("/api/v1/users/api-keys", { name: "changed", scopes: ["run"] }, { token });
  const { key, api_key } = parseAnswer(CreatedKey, made);
  expect((await client.get("/api/v1/favourites", { key: api_key })).status).toBe(403);
  const changed = await client.put(`/api/v1/users/api-keys/${key.id}`, { scopes: ["read"] }, { token });
  expect(changed.body).toMatchObject({ scopes: ["read"], name: "changed" });
  expect((await client.get("/api/v1/favourites", { key: api_key })).status).toBe(200);
});

test("the error for an invalid API key says so, and only the error for an ended session asks the user to sign in", async () => {
  const { client } = server();
  const refusals = [
    [{ key: "stoa_sk_wrong" }, "/api/v1/sdk/balance", SCOPE_TEXTS.invalidKey],
    [{ token: "stoa_sk_wrong" }, "/api/v1/webhooks", SCOPE_TEXTS.invalidKey],
    [{}, "/api/v1/sdk/balance", SCOPE_TEXTS.keyNeeded],
    [{ token: "not-a-session" }, "/api/v1/webhooks", TEXTS.account.unauthorized],
  ] as const;
  for (const [credential, path, detail] of refusals)
    expect(await client.get(path, credential)).toMatchObject({ status: 401, body: { detail } });
});
