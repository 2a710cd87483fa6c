import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import type { Answer } from "../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { type RegisteredPerson, registerPerson } from "../accounts/personal-data/full-account.fixture.ts";
import {
  connectApp,
  obtainCode,
  parseTokens,
  postForm,
  refresh,
  registerApp,
  sendMessage,
} from "./oauth.fixture.ts";

const server = useTestServer();
let person: RegisteredPerson;

beforeAll(async () => {
  person = await registerPerson(server());
});

function expectRefusal(answer: Answer, code: string): void {
  expect(answer).toMatchObject({
    status: 400,
    body: { error: code, error_description: expect.any(String) },
  });
  expect(answer.headers.get("cache-control")).toBe("no-store");
}

const exchange = (fields: Record<string, string>) => postForm(server(), "/oauth/token", fields);

describe("a code", () => {
  it.each([
    ["another verifier", { code_verifier: "v".repeat(43) }, "invalid_grant"],
    ["another redirect URI", { redirect_uri: "https://app.example/other" }, "invalid_grant"],
    ["another resource", { resource: "http://localhost:8080/mcp/agents/1" }, "invalid_grant"],
    ["another code", { code: "c".repeat(43) }, "invalid_grant"],
    ["no verifier", { code_verifier: "" }, "invalid_request"],
    ["a verifier that is too short", { code_verifier: "short" }, "invalid_request"],
    ["no client_id", { client_id: "" }, "invalid_request"],
    ["a NUL in client_id", { client_id: "oac_\u0000" }, "invalid_request"],
    ["no grant type", { grant_type: "" }, "invalid_request"],
    [
      "a grant type of clients without people",
      { grant_type: "client_credentials" },
      "unsupported_grant_type",
    ],
  ])("is refused with %s, and still works as it should be sent", async (_, overrides, code) => {
    const fields = await obtainCode(server(), person);
    expectRefusal(await exchange({ ...fields, ...overrides }), code);
    parseTokens(await exchange(fields));
  });

  it("is refused for another app", async () => {
    const fields = await obtainCode(server(), person);
    expectRefusal(await exchange({ ...fields, client_id: await registerApp(server()) }), "invalid_grant");
  });

  it("works once: a second use ends the access that the first one gave", async () => {
    const fields = await obtainCode(server(), person);
    const tokens = parseTokens(await exchange(fields));
    expect((await sendMessage(server(), tokens.access_token)).status).toBe(200);
    expectRefusal(await exchange(fields), "invalid_grant");
    expect((await sendMessage(server(), tokens.access_token)).status).toBe(401);
    expectRefusal(await refresh(server(), { ...tokens, clientId: fields.client_id }), "invalid_grant");
  });

  it("works once even if it is sent twice at the same time", async () => {
    const fields = await obtainCode(server(), person);
    const answers = await Promise.all([exchange(fields), exchange(fields), exchange(fields)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("works for a minute", async () => {
    const fields = await obtainCode(server(), person);
    await sql`UPDATE oauth_grants SET code_expires_at = code_expires_at - interval '60 seconds'
      WHERE client_id = ${fields.client_id}`.execute(server().db);
    expectRefusal(await exchange(fields), "invalid_grant");
  });
});

describe("a refresh token", () => {
  it("that was replaced ends the access of its app, because one of its two users is a thief", async () => {
    const first = await connectApp(server(), person);
    const { clientId } = first;
    const second = parseTokens(await refresh(server(), first));
    expectRefusal(await refresh(server(), first), "invalid_grant");
    expect((await sendMessage(server(), second.access_token)).status).toBe(401);
    expectRefusal(await refresh(server(), { ...second, clientId }), "invalid_grant");
  });

  it("is refused for another app or resource, or with a part that is wrong, without an effect", async () => {
    const tokens = await connectApp(server(), person);
    const other = await registerApp(server());
    expectRefusal(await refresh(server(), { ...tokens, clientId: other }), "invalid_grant");
    expectRefusal(await refresh(server(), tokens, { resource: "http://other.example" }), "invalid_grant");
    const { refresh_token, clientId } = tokens;
    for (const wrong of [`stoa_rt_${"x".repeat(86)}`, refresh_token.slice(0, -1), "stoa_rt_", "'; --"])
      expectRefusal(await refresh(server(), { refresh_token: wrong, clientId }), "invalid_grant");
    parseTokens(await refresh(server(), tokens));
  });

  it("works for 30 days, and an access token for an hour", async () => {
    const tokens = await connectApp(server(), person);
    const age = (interval: string) =>
      sql`UPDATE oauth_grants SET access_expires_at = access_expires_at - ${interval}::interval,
        refresh_expires_at = refresh_expires_at - ${interval}::interval
        WHERE client_id = ${tokens.clientId}`.execute(server().db);
    await age("59 minutes");
    expect((await sendMessage(server(), tokens.access_token)).status).toBe(200);
    const second = parseTokens(await refresh(server(), tokens));
    await age("61 minutes");
    expect((await sendMessage(server(), second.access_token)).status).toBe(401);
    await age("30 days");
    expectRefusal(await refresh(server(), { ...second, clientId: tokens.clientId }), "invalid_grant");
  });
});

describe("a token that its app revokes", () => {
  it.each(["access_token", "refresh_token"] as const)("ends all access, by its %s", async (kind) => {
    const tokens = await connectApp(server(), person);
    const { clientId } = tokens;
    const revoke = (fields: Record<string, string>) => postForm(server(), "/oauth/revoke", fields);
    const other = await registerApp(server());
    expect((await revoke({ token: tokens[kind], client_id: other })).status).toBe(200);
    expect((await sendMessage(server(), tokens.access_token)).status).toBe(200);
    expect((await revoke({ token: tokens[kind], client_id: clientId, token_type_hint: kind })).status).toBe(
      200,
    );
    expect((await sendMessage(server(), tokens.access_token)).status).toBe(401);
    expectRefusal(await refresh(server(), tokens), "invalid_grant");
    expect((await revoke({ token: tokens[kind] })).status).toBe(200);
  });

  it("must be named", async () => {
    expectRefusal(await postForm(server(), "/oauth/revoke", {}), "invalid_request");
  });
});

describe("a request to an endpoint of apps", () => {
  it("with a repeated parameter is refused", async () => {
    const answer = await server().client.call("POST", "/oauth/token", {
      raw: "grant_type=authorization_code&client_id=a&client_id=b",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expectRefusal(answer, "invalid_request");
    expect(Object(answer.body).error_description).toContain("client_id");
  });

  it("that is no form, or too large, is refused in the form of OAuth", async () => {
    const { client } = server();
    expectRefusal(await client.post("/oauth/token", { grant_type: "authorization_code" }), "invalid_request");
    const large = await exchange({ grant_type: "x".repeat(20_000) });
    expect(large).toMatchObject({ status: 413, body: { error: "invalid_request" } });
    expect((await client.post("/oauth/token", undefined)).status).toBe(400);
    expect((await client.get("/oauth/token")).status).toBe(405);
  });
});
