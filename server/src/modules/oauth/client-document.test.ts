import { CheckedAppRequest } from "@stoa/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Person, parseAnswer } from "../../../../tests/harness/client.ts";
import { type ScriptedService, startScriptedService } from "../../../../tests/harness/scripted-service.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { checkRequest, connectApp, createRequest, REDIRECT_URI, sendMessage } from "./oauth.fixture.ts";

let site: ScriptedService;
beforeAll(async () => {
  site = await startScriptedService(["app.example"]);
});
afterAll(() => site.close());

const server = useTestServer({
  env: { STOA_OUTBOUND_ALLOW: "127.0.0.1/32" },
  network: () => ({ lookup: site.lookup, ca: site.ca, replacePort: () => site.port }),
});
let person: Person;
let count = 0;
let clientId = "";
beforeEach(async () => {
  person ??= await server().client.register();
  count += 1;
  // Documents are cached, so that each test has its own.
  clientId = `https://app.example/clients/${count}.json`;
  site.requests.length = 0;
});

const describeApp = (more: object = {}) => ({
  client_id: clientId,
  client_name: "Example editor",
  redirect_uris: [REDIRECT_URI, "http://localhost:7777/callback"],
  token_endpoint_auth_method: "none",
  ...more,
});

async function check(overrides: object = {}) {
  const { parameters } = await createRequest(server(), { client_id: clientId, ...overrides });
  return checkRequest(server(), parameters, person);
}

describe("an app whose ID is the URL of its metadata document", () => {
  it("connects with the name in the document, and its host is known", async () => {
    site.answer(() => ({ status: 200, body: describeApp() }));
    const redirect_uri = "http://localhost:50123/callback";
    const { request } = parseAnswer(CheckedAppRequest, await check({ redirect_uri }));
    expect(request).toMatchObject({
      app_name: "Example editor",
      verified_host: "app.example",
      redirect_host: "localhost:50123",
      is_on_this_device: true,
    });
    const { access_token } = await connectApp(server(), person, { client_id: clientId, redirect_uri });
    expect((await sendMessage(server(), access_token)).status).toBe(200);
    expect(site.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `GET /clients/${count}.json`,
    ]);
  });

  it("gets no answer at a redirect URI that the document does not name", async () => {
    site.answer(() => ({ status: 200, body: describeApp() }));
    expect(await check({ redirect_uri: "https://evil.example/callback" })).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining("redirect_uri is not one of") },
    });
  });

  it.each([
    [
      "has the ID of another app",
      () => describeApp({ client_id: "https://other.example/client.json" }),
      /client_id is not the URL/,
    ],
    ["needs a secret", () => describeApp({ token_endpoint_auth_method: "private_key_jwt" }), /must be none/],
    ["has no redirect URIs", () => describeApp({ redirect_uris: [] }), /redirect_uris/],
    ["redirects to a script", () => describeApp({ redirect_uris: ["javascript:alert(1)"] }), /scheme/],
    ["is no JSON", () => "<html>", /not a JSON object/],
    ["is too large", () => describeApp({ padding: "x".repeat(20_000) }), /too large/],
  ])("is refused if the document %s", async (_, createBody, reason) => {
    site.answer(() => ({ status: 200, body: createBody() }));
    expect(await check()).toMatchObject({ status: 400, body: { detail: expect.stringMatching(reason) } });
  });

  it("is refused if the document is missing or elsewhere, and works as soon as it is there", async () => {
    site.answer(() => ({ status: 404 }));
    expect(await check()).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining("status 404") },
    });
    site.answer(() => ({ status: 302, headers: { location: "https://app.example/other.json" } }));
    expect((await check()).status).toBe(400);
    site.answer(() => ({ status: 200, body: describeApp() }));
    expect((await check()).status).toBe(200);
  });

  it.each([
    "https://app.example",
    "https://app.example/",
    "https://a:b@app.example/c.json",
    "https://app.example/a/../c.json",
    "https://app.example/c.json#x",
    "https:app.example/c.json",
  ])("cannot have the ID %s", async (id) => {
    clientId = id;
    expect(await check()).toMatchObject({ status: 400, body: { error: "invalid_request" } });
    expect(site.requests).toEqual([]);
  });
});

describe("on a server without exceptions for addresses", () => {
  const guarded = useTestServer({
    network: () => ({ lookup: site.lookup, ca: site.ca, replacePort: () => site.port }),
  });

  it("an app cannot let the server read a document in its private network", async () => {
    site.answer(() => ({ status: 200, body: describeApp() }));
    const { parameters } = await createRequest(guarded(), { client_id: clientId });
    const refused = await checkRequest(guarded(), parameters, await guarded().client.register());
    expect(refused).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining("private network") },
    });
    expect(site.requests).toEqual([]);
  });
});
