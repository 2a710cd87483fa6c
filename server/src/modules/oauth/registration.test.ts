import { describe, expect, it } from "vitest";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { answerRequest, createRequest, registerApp } from "./oauth.fixture.ts";

const server = useTestServer();

const register = (metadata: unknown) => server().client.post("/oauth/register", metadata);

describe("an app that registers itself", () => {
  it("gets an ID, and becomes a client without a secret whatever it asks for", async () => {
    const answer = await register({
      client_name: "Editor",
      redirect_uris: ["http://localhost:3000/callback", "cursor://anysphere.cursor-mcp/oauth/callback"],
      token_endpoint_auth_method: "client_secret_basic",
      grant_types: ["authorization_code", "refresh_token", "client_credentials"],
      scope: "read run",
      logo_uri: "https://app.example/logo.png",
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.body).toEqual({
      client_id: expect.stringMatching(/^oac_[0-9a-f]{32}$/),
      client_id_issued_at: expect.any(Number),
      client_name: "Editor",
      redirect_uris: ["http://localhost:3000/callback", "cursor://anysphere.cursor-mcp/oauth/callback"],
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    });
  });

  it("is named after the place of its answers if it has no name", async () => {
    const answer = await register({
      redirect_uris: ["https://app.example/cb"],
      client_name: "\u200B \u202E",
    });
    expect(answer.body).toMatchObject({ client_name: "app.example" });
  });

  it("may use any port of the person's device", async () => {
    const clientId = await registerApp(server(), { redirect_uris: ["http://127.0.0.1:1/callback"] });
    const { parameters } = await createRequest(server(), {
      client_id: clientId,
      redirect_uri: "http://127.0.0.1:49152/callback",
    });
    const url = await answerRequest(server(), await server().client.register(), parameters);
    expect(url.href).toMatch(/^http:\/\/127\.0\.0\.1:49152\/callback\?code=/);
  });
});

describe("a registration is refused", () => {
  it.each([
    ["without redirect URIs", {}, "invalid_redirect_uri"],
    ["with an empty list", { redirect_uris: [] }, "invalid_redirect_uri"],
    [
      "with too many",
      { redirect_uris: Array.from({ length: 11 }, (_, i) => `https://a.example/${i}`) },
      "invalid_redirect_uri",
    ],
    ["with text instead of a list", { redirect_uris: "https://a.example/" }, "invalid_redirect_uri"],
    ["with plain http", { redirect_uris: ["http://a.example/"] }, "invalid_redirect_uri"],
    ["with a script", { redirect_uris: ["javascript:alert(1)//"] }, "invalid_redirect_uri"],
    ["with a NUL", { redirect_uris: ["https://a.example/\u0000"] }, "invalid_redirect_uri"],
    ["with a fragment", { redirect_uris: ["https://a.example/#x"] }, "invalid_redirect_uri"],
    [
      "for a client without people",
      { redirect_uris: ["https://a.example/"], grant_types: ["client_credentials"] },
      "invalid_client_metadata",
    ],
    [
      "for tokens in URLs",
      { redirect_uris: ["https://a.example/"], response_types: ["token"] },
      "invalid_client_metadata",
    ],
    [
      "with a name that is no text",
      { redirect_uris: ["https://a.example/"], client_name: 5 },
      "invalid_client_metadata",
    ],
    ["that is no object", [], "invalid_client_metadata"],
  ])("%s", async (_, metadata, code) => {
    expect(await register(metadata)).toMatchObject({
      status: 400,
      body: { error: code, error_description: expect.any(String) },
    });
  });

  it("if it is no JSON, or too large", async () => {
    const { client } = server();
    const broken = await client.call("POST", "/oauth/register", { raw: "{" });
    expect(broken).toMatchObject({ status: 400, body: { error: "invalid_request" } });
    const large = await register({ redirect_uris: ["https://a.example/"], client_name: "x".repeat(70_000) });
    expect(large.status).toBe(413);
  });

  it("after 200 per hour from one network", async () => {
    const send = (payload: object) =>
      server().app.inject({
        method: "POST",
        url: "/oauth/register",
        remoteAddress: "203.0.113.9",
        headers: { "content-type": "application/json" },
        payload,
      });
    await server().pool.query(
      "INSERT INTO rate_limits (key, points, expire) SELECT 'oauth_clients:' || $1, 200, $2",
      ["203.0.113.9", Date.now() + 3_600_000],
    );
    const refused = await send({ redirect_uris: ["https://a.example/"] });
    expect(refused.statusCode).toBe(429);
    expect(refused.headers["retry-after"]).toBeDefined();
    expect(refused.json()).toMatchObject({ error: "rate_limited" });
  });
});
