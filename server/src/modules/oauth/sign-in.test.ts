import { CheckedAppRequest, ConnectedAppList } from "@stoa/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { type RegisteredPerson, registerPerson } from "../accounts/personal-data/full-account.fixture.ts";
import {
  answerRequest,
  checkRequest,
  connectApp,
  createRequest,
  parseTokens,
  readResource,
  refresh,
  registerApp,
  sendMessage,
} from "./oauth.fixture.ts";

const server = useTestServer();
let person: RegisteredPerson;
let agentId = 0;

beforeAll(async () => {
  person = await registerPerson(server());
  agentId = await person.upload();
});

const runAgent = (message = "hello") => ({
  method: "tools/call",
  params: { name: "run_agent", arguments: { agent_id: agentId, input_data: { message } } },
});

describe("an app that has no credential", () => {
  it("finds out from a refusal where to sign in", async () => {
    for (const path of ["/mcp", `/mcp/agents/${agentId}`]) {
      const refused = await server().client.post(path, { jsonrpc: "2.0", id: 1, method: "tools/list" });
      expect(refused.status).toBe(401);
      const challenge = refused.headers.get("www-authenticate") ?? "";
      expect(challenge).toMatch(/^Bearer /);
      expect(challenge).toContain('scope="read run"');
      const [, url = ""] = /resource_metadata="([^"]+)"/.exec(challenge) ?? [];
      const metadata = await server().client.get(new URL(url).pathname);
      const { resource, authorization_servers: servers } = Object(metadata.body);
      expect(new URL(resource).pathname).toBe(path);
      const issuer = await server().client.get("/.well-known/oauth-authorization-server");
      expect(issuer.body).toMatchObject({
        issuer: servers[0],
        code_challenge_methods_supported: ["S256"],
        client_id_metadata_document_supported: true,
        authorization_response_iss_parameter_supported: true,
      });
    }
  });

  it("gets a 404 as JSON for metadata that does not exist", async () => {
    for (const path of [
      "openid-configuration",
      "oauth-protected-resource/api",
      "oauth-protected-resource/mcp/agents/x",
    ]) {
      const { status, headers } = await server().client.get(`/.well-known/${path}`);
      expect({ path, status }).toEqual({ path, status: 404 });
      expect(headers.get("content-type")).toMatch(/json/);
    }
  });
});

describe("the request of an app", () => {
  it("is shown with its name, the place of its answer and what it may do", async () => {
    const clientId = await registerApp(server(), { client_name: "  Claude\u202E\u0007 Code " });
    const { parameters } = await createRequest(server(), { client_id: clientId, scope: "read openid" });
    const answer = await checkRequest(server(), parameters, person);
    expect(parseAnswer(CheckedAppRequest, answer)).toEqual({
      refusal: null,
      request: {
        app_name: "Claude Code",
        verified_host: null,
        redirect_host: "app.example",
        is_on_this_device: false,
        scopes: ["read"],
        agent: null,
        limit_per_day: 5,
      },
    });
  });

  it("is answered with a code, the state and the issuer if the person allows it", async () => {
    const { parameters } = await createRequest(server(), { state: "a b&c=ü" });
    const url = await answerRequest(server(), person, parameters);
    expect(url.origin + url.pathname).toBe("https://app.example/callback");
    expect(Object.fromEntries(url.searchParams)).toEqual({
      code: expect.stringMatching(/^[\w-]{43}$/),
      state: "a b&c=ü",
      iss: new URL(await readResource(server())).origin,
    });
  });

  it("is answered with access_denied if the person refuses it", async () => {
    const { parameters } = await createRequest(server());
    const url = await answerRequest(server(), person, parameters, { decision: "refuse" });
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ error: "access_denied", state: "state-1" });
    expect(url.searchParams.has("code")).toBe(false);
  });
});

describe("an access token", () => {
  it("opens the MCP server, and runs are charged to the person within the limit", async () => {
    const { access_token, expires_in, scope } = await connectApp(server(), person, {}, { limit_per_day: 0 });
    expect({ expires_in, scope }).toEqual({ expires_in: 3600, scope: "read run" });
    expect((await sendMessage(server(), access_token)).status).toBe(200);
    const run = await sendMessage(server(), access_token, runAgent());
    expect(run.body).toMatch(/limit/);
    const other = await connectApp(server(), person);
    expect((await sendMessage(server(), other.access_token, runAgent("Hello"))).body).toContain("Hello");
    const list = parseAnswer(ConnectedAppList, await server().client.get("/api/v1/oauth/apps", person));
    expect(list.apps.map((app) => app.limit_per_day)).toEqual(expect.arrayContaining([5, 0]));
  });

  it("does only what its scopes allow, and says which scopes to ask for", async () => {
    const { access_token, scope } = await connectApp(server(), person, { scope: "read" });
    expect(scope).toBe("read");
    expect((await sendMessage(server(), access_token)).status).toBe(200);
    const refused = await sendMessage(server(), access_token, runAgent());
    expect(refused.status).toBe(403);
    const challenge = refused.headers.get("www-authenticate");
    expect(challenge).toContain('error="insufficient_scope", scope="read run", resource_metadata="');
  });

  it("opens only the URL that it is for, and no other interface", async () => {
    const agentPath = `/mcp/agents/${agentId}`;
    const ofStore = await connectApp(server(), person);
    const ofAgent = await connectApp(server(), person, { resource: await readResource(server(), agentPath) });
    expect((await sendMessage(server(), ofAgent.access_token, { path: agentPath })).status).toBe(200);
    for (const [token, path] of [
      [ofAgent.access_token, "/mcp"],
      [ofStore.access_token, agentPath],
    ] as const) {
      const refused = await sendMessage(server(), token, { path });
      expect(refused.status).toBe(401);
      expect(refused.headers.get("www-authenticate")).toContain('error="invalid_token"');
    }
    for (const path of ["/api/v1/users/me", "/api/v1/oauth/apps", "/api/v1/execute/runs", "/v1/models"]) {
      const answer = await server().client.get(path, { token: ofStore.access_token });
      expect({ path, status: answer.status }).toEqual({ path, status: 401 });
    }
  });

  it("is replaced together with its refresh token", async () => {
    const first = await connectApp(server(), person);
    const second = parseTokens(await refresh(server(), first));
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect((await sendMessage(server(), second.access_token)).status).toBe(200);
    expect((await sendMessage(server(), first.access_token)).status).toBe(401);
    const resource = await readResource(server());
    const again = { ...second, clientId: first.clientId };
    expect((await refresh(server(), again, { resource, scope: "read run" })).status).toBe(200);
  });

  it("is accepted for requests of clients that name no resource or scope", async () => {
    const { access_token } = await connectApp(server(), person, { resource: undefined, scope: undefined });
    expect((await sendMessage(server(), access_token)).status).toBe(200);
  });
});
