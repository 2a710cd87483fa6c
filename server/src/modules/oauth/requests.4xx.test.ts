import { type AppRequestParameters, CheckedAppRequest } from "@stoa/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { type CallOptions, parseAnswer } from "../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { type RegisteredPerson, registerPerson } from "../accounts/personal-data/full-account.fixture.ts";
import { answerRequest, checkRequest, createRequest, REDIRECT_URI, registerApp } from "./oauth.fixture.ts";

const server = useTestServer();
let person: RegisteredPerson;
let privateAgent = 0;

beforeAll(async () => {
  person = await registerPerson(server());
  const other = await registerPerson(server());
  privateAgent = await other.upload();
  await server()
    .db.updateTable("agents")
    .set({ visibility: "private" })
    .where("id", "=", privateAgent)
    .execute();
});

const check = (parameters: AppRequestParameters, credential: CallOptions = person) =>
  checkRequest(server(), parameters, credential);

const answer = (request: unknown, more: object = {}, credential: CallOptions = person) =>
  server().client.post("/api/v1/oauth/request", { request, decision: "allow", ...more }, credential);

describe("a request without a trusted redirect URI gets no answer at it", () => {
  it.each([
    ["of an unknown app", { client_id: "oac_00000000000000000000000000000000" }, /does not know the app/],
    ["of an app with a NUL in its ID", { client_id: "oac_\u0000" }, /does not know the app/],
    [
      "with another redirect URI",
      { redirect_uri: "https://evil.example/callback" },
      /redirect_uri is not one of/,
    ],
    ["with a longer path", { redirect_uri: `${REDIRECT_URI}/more` }, /redirect_uri is not one of/],
    ["with a query", { redirect_uri: `${REDIRECT_URI}?a=1` }, /redirect_uri is not one of/],
    ["with another port", { redirect_uri: "https://app.example:444/callback" }, /redirect_uri is not one of/],
    [
      "with the URL of a document on plain http",
      { client_id: "http://app.example/client.json" },
      /https URL/,
    ],
  ])("%s", async (_, overrides, reason) => {
    const { parameters } = await createRequest(server(), { client_id: await registerApp(server()) });
    const wrong = { ...parameters, ...overrides };
    for (const refused of [await check(wrong), await answer(wrong)]) {
      expect(refused).toMatchObject({ status: 400, body: { error: "invalid_request", detail: reason } });
      expect(JSON.stringify(refused.body)).not.toContain("return_to");
    }
  });

  it("without a redirect URI", async () => {
    const { parameters } = await createRequest(server());
    const { redirect_uri: _, ...rest } = parameters;
    expect(await answer(rest)).toMatchObject({
      status: 400,
      body: { errors: [{ field: "request.redirect_uri", message: "redirect_uri is required" }] },
    });
  });
});

describe("a wrong request of a known app is answered at its redirect URI", () => {
  it.each([
    ["unsupported_response_type", { response_type: "token" }, /response_type/],
    ["unsupported_response_type", { response_type: undefined }, /response_type/],
    ["invalid_request", { code_challenge: undefined }, /code_challenge/],
    ["invalid_request", { code_challenge: "short" }, /code_challenge/],
    ["invalid_request", { code_challenge_method: "plain" }, /S256/],
    ["invalid_request", { code_challenge_method: undefined }, /S256/],
    ["invalid_scope", { scope: "admin agents:write" }, /scope must contain/],
    ["invalid_target", { resource: "https://other.example/mcp" }, /resource must be/],
    ["invalid_target", { resource: "http://localhost:8080/api/v1" }, /resource must be/],
  ] as const)("with %s for %o", async (code, overrides, reason) => {
    const { parameters } = await createRequest(server(), overrides);
    const { request, refusal } = parseAnswer(CheckedAppRequest, await check(parameters));
    expect(request).toBeNull();
    expect(refusal?.detail).toMatch(reason);
    const url = await answerRequest(server(), person, parameters);
    expect(url.href).toBe(refusal?.return_to);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      error: code,
      error_description: refusal?.detail,
      state: "state-1",
      iss: expect.stringMatching(/^http/),
    });
  });

  it("with invalid_target for an agent that the person is not allowed to view", async () => {
    const { parameters } = await createRequest(server());
    for (const id of [privateAgent, 2_000_000_000]) {
      const resource = `${parameters.resource}/agents/${id}`;
      const url = await answerRequest(server(), person, { ...parameters, resource });
      expect(url.searchParams.get("error")).toBe("invalid_target");
    }
  });
});

describe("the answer of a person", () => {
  it("needs a session: keys and strangers are refused", async () => {
    const { parameters } = await createRequest(server());
    expect((await answer(parameters, {}, { key: person.apiKey })).status).toBe(403);
    expect((await check(parameters, { key: person.apiKey })).status).toBe(403);
    expect((await answer(parameters, {}, {})).status).toBe(401);
    expect((await check(parameters, {})).status).toBe(401);
  });

  it.each([
    ["limit_per_day", { limit_per_day: -1 }],
    ["limit_per_day", { limit_per_day: 1_000_001 }],
    ["decision", { decision: "perhaps" }],
    ["scopes", { scopes: ["agents:write"] }],
  ])("names the field %s that is wrong", async (field, more) => {
    const { parameters } = await createRequest(server());
    const refused = await answer(parameters, more);
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ field }] } });
  });

  it("is refused after 50 apps", async () => {
    const { token } = await server().client.register();
    const { parameters } = await createRequest(server());
    for (let count = 0; count < 50; count++) await answerRequest(server(), { token }, parameters);
    const refused = await answer(parameters, {}, { token });
    expect(refused).toMatchObject({ status: 403, body: { error: "key_limit_reached" } });
    expect(Object(refused.body).detail).toContain("50 connected apps");
    const key = await server().client.post("/api/v1/users/api-keys", { name: "Test app (app)" }, { token });
    expect(key.status).toBe(201);
  });
});
