import { ConnectedAppList, KeyList } from "@stoa/contract";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { type Person, parseAnswer } from "../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { EventBus } from "../../platform/events/event-bus.ts";
import { AppKeys } from "../accounts/app-keys.ts";
import { CachedAuthenticator } from "../accounts/authenticator.ts";
import { UserModeration } from "../accounts/index.ts";
import { type RegisteredPerson, registerPerson } from "../accounts/personal-data/full-account.fixture.ts";
import { removeUnusedClients } from "./client-store.ts";
import { Grants } from "./grants.ts";
import { connectApp, obtainCode, readResource, refresh, registerApp, sendMessage } from "./oauth.fixture.ts";
import { Resources } from "./resources.ts";

const server = useTestServer();
let developer: RegisteredPerson;
let agentId = 0;

beforeAll(async () => {
  developer = await registerPerson(server());
  agentId = await developer.upload();
});

async function listApps({ token }: Pick<Person, "token">) {
  return parseAnswer(ConnectedAppList, await server().client.get("/api/v1/oauth/apps", { token })).apps;
}

const revoke = (id: string, { token }: Pick<Person, "token">) =>
  server().client.call("DELETE", `/api/v1/oauth/apps/${id}`, { token });

describe("connected apps", () => {
  it("are listed with what they may do, their limit, spending and last use, the latest first", async () => {
    const person = await registerPerson(server());
    const resource = await readResource(server(), `/mcp/agents/${agentId}`);
    await connectApp(server(), person, { resource, scope: "run" }, { limit_per_day: null });
    const { access_token } = await connectApp(server(), person);
    const run = { name: "run_agent", arguments: { agent_id: agentId, input_data: { message: "x" } } };
    await sendMessage(server(), access_token, { method: "tools/call", params: run });
    // A code that its app has not exchanged yet is no connected app.
    await obtainCode(server(), person);
    const app = {
      id: expect.stringMatching(/^ogr_/),
      name: "Test app",
      verified_host: null,
      redirect_host: "app.example",
      is_on_this_device: false,
      connected_at: expect.any(String),
    };
    await expect
      .poll(() => listApps(person))
      .toEqual([
        {
          ...app,
          ...{ agent_id: null, scopes: ["read", "run"], limit_per_day: 5 },
          // The price of the run with its 1 token of input and output, at the default prices of agents.
          ...{ spent_today: 0.0002, spent_this_month: 0.0002 },
          last_used_at: expect.any(String),
        },
        {
          ...app,
          ...{ agent_id: agentId, scopes: ["run"], limit_per_day: null, last_used_at: null },
          ...{ spent_today: 0, spent_this_month: 0 },
        },
      ]);
  });

  it("are not among the API keys, and cannot be changed as such", async () => {
    const person = await registerPerson(server());
    await connectApp(server(), person);
    const list = parseAnswer(KeyList, await server().client.get("/api/v1/users/api-keys", person));
    expect(list.keys.map(({ name }) => name)).toEqual(["main"]);
    const { id } = await server()
      .db.selectFrom("api_keys")
      .select("id")
      .where("account_id", "=", person.accountId)
      .where("is_for_app", "=", true)
      .executeTakeFirstOrThrow();
    const change = { scopes: ["agents:write"], limit_per_day: null };
    expect((await server().client.put(`/api/v1/users/api-keys/${id}`, change, person)).status).toBe(404);
    const removed = await server().client.call("DELETE", `/api/v1/users/api-keys/${id}`, person);
    expect(removed.status).toBe(404);
  });

  it("lose their access when their person revokes it, and only then", async () => {
    const [person, other] = [await registerPerson(server()), await registerPerson(server())];
    const tokens = await connectApp(server(), person);
    const [app] = await listApps(person);
    expect((await revoke(app?.id ?? "", other)).status).toBe(404);
    expect((await sendMessage(server(), tokens.access_token)).status).toBe(200);
    expect((await revoke(app?.id ?? "", person)).status).toBe(200);
    expect((await sendMessage(server(), tokens.access_token)).status).toBe(401);
    expect((await refresh(server(), tokens)).status).toBe(400);
    expect(await listApps(person)).toEqual([]);
    expect((await revoke(app?.id ?? "", person)).status).toBe(404);
  });

  it("lose their access when their person is suspended, or deletes the account", async () => {
    const { db, client } = server();
    const suspended = await registerPerson(server());
    const tokens = await connectApp(server(), suspended);
    await new UserModeration(db, new EventBus()).suspend(suspended.username, "Spam", "operator:tester");
    expect((await sendMessage(server(), tokens.access_token)).status).toBe(403);

    const gone = await registerPerson(server());
    const { access_token, ...left } = await connectApp(server(), gone);
    const deleted = await client.call("DELETE", "/api/v1/users/me", {
      json: { password: gone.password },
      token: gone.token,
    });
    expect(deleted.status, JSON.stringify(deleted.body)).toBe(200);
    expect((await sendMessage(server(), access_token)).status).toBe(401);
    expect((await refresh(server(), { ...left })).status).toBe(400);
    const { rows } = await sql`SELECT id FROM oauth_grants WHERE account_id = ${gone.accountId}`.execute(db);
    expect(rows).toEqual([]);
  });
});

describe("what has ended is removed", () => {
  it("a code that was not exchanged in time, and a refresh token that was not used for 30 days", async () => {
    const { db } = server();
    const person = await registerPerson(server());
    await obtainCode(server(), person);
    await connectApp(server(), person);
    await connectApp(server(), person, { scope: "read" });
    await sql`UPDATE oauth_grants SET code_expires_at = now() - interval '1 second',
      refresh_expires_at = refresh_expires_at - CASE WHEN scopes = '{read}' THEN interval '30 days' ELSE '0' END
      WHERE account_id = ${person.accountId}`.execute(db);
    const appKeys = new AppKeys(db, new CachedAuthenticator(db));
    await new Grants({ db, resources: new Resources("http://localhost"), appKeys }).endExpired();
    expect((await listApps(person)).map(({ scopes }) => scopes)).toEqual([["read", "run"]]);
    const { rows } = await sql`SELECT count(*) FILTER (WHERE revoked_at IS NULL)::integer AS live,
      count(*)::integer AS "all" FROM api_keys WHERE account_id = ${person.accountId} AND is_for_app`.execute(
      db,
    );
    expect(rows).toEqual([{ live: 1, all: 3 }]);
  });

  it("a registration that nobody used for a day, or that was given up long ago", async () => {
    const { db } = server();
    const { clientId: connected } = await connectApp(server(), developer);
    const [fresh, unused, used, abandoned] = await Promise.all(
      ["fresh", "unused", "used", "abandoned"].map((name) => registerApp(server(), { client_name: name })),
    );
    await sql`UPDATE oauth_clients SET created_at = now() - interval '1 year',
      last_used_at = CASE name WHEN 'used' THEN now() - interval '179 days'
        WHEN 'abandoned' THEN now() - interval '181 days' WHEN 'Test app' THEN now() - interval '200 days' END
      WHERE name <> 'fresh'`.execute(db);
    expect(await removeUnusedClients(db)).toBe(false);
    const { rows } = await sql<{ id: string }>`SELECT id FROM oauth_clients
      WHERE id = ANY (${[connected, fresh, unused, used, abandoned]})`.execute(db);
    expect(rows.map(({ id }) => id).toSorted()).toEqual([connected, fresh, used].toSorted());
  });
});
