import { createHash, randomBytes } from "node:crypto";
import { AnsweredAppRequest, type AppRequestParameters } from "@stoa/contract";
import { expect } from "vitest";
import * as z from "zod";
import { type Answer, type CallOptions, type Person, parseAnswer } from "../../../../tests/harness/client.ts";
import type { TestServer } from "../../../../tests/harness/server.ts";

/** The redirect URI of the test app. Nothing listens there: tests read the answer from the URL. */
export const REDIRECT_URI = "https://app.example/callback";

const Tokens = z.object({
  access_token: z.string(),
  token_type: z.literal("Bearer"),
  expires_in: z.number(),
  refresh_token: z.string(),
  scope: z.string(),
});
export type Tokens = z.infer<typeof Tokens>;

type CalledServer = Pick<TestServer, "client">;

/** Returns the URL that tokens of the MCP server, or of the MCP server of an agent, are for. */
export async function readResource({ client }: CalledServer, path = "/mcp"): Promise<string> {
  const { body } = await client.get(`/.well-known/oauth-protected-resource${path}`);
  return String(Object(body).resource);
}

export async function registerApp({ client }: CalledServer, fields: object = {}): Promise<string> {
  const metadata = { client_name: "Test app", redirect_uris: [REDIRECT_URI], ...fields };
  const answer = await client.post("/oauth/register", metadata);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return String(Object(answer.body).client_id);
}

/** The parameters of a valid request, and the secret that belongs to it. */
export async function createRequest(
  server: CalledServer,
  overrides: Partial<AppRequestParameters> = {},
): Promise<{ parameters: AppRequestParameters; verifier: string }> {
  const verifier = randomBytes(32).toString("base64url");
  const parameters = {
    client_id: overrides.client_id ?? (await registerApp(server)),
    redirect_uri: REDIRECT_URI,
    response_type: "code",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    state: "state-1",
    resource: await readResource(server),
    ...overrides,
  };
  return { parameters, verifier };
}

/** Returns the parameters of a request as the query of a URL. */
export function toQuery(parameters: AppRequestParameters): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value);
  return query;
}

/** Checks a request as the consent screen does. */
export function checkRequest(
  { client }: CalledServer,
  parameters: AppRequestParameters,
  credential: CallOptions,
): Promise<Answer> {
  return client.get(`/api/v1/oauth/request?${toQuery(parameters)}`, credential);
}

/** Answers a request as a person, and returns the URL at which the app gets the answer. */
export async function answerRequest(
  { client }: CalledServer,
  { token }: Pick<Person, "token">,
  request: AppRequestParameters,
  answer: object = {},
): Promise<URL> {
  const sent = await client.post(
    "/api/v1/oauth/request",
    { request, decision: "allow", ...answer },
    { token },
  );
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  return new URL(parseAnswer(AnsweredAppRequest, sent).return_to);
}

/** Sends a form to an endpoint of apps. */
export function postForm(
  { client }: CalledServer,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Answer> {
  return client.call("POST", path, {
    raw: new URLSearchParams(fields).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
}

export function parseTokens(answer: Answer): Tokens {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return Tokens.strict().parse(answer.body);
}

/** A code with everything that its exchange needs. */
export async function obtainCode(
  server: CalledServer,
  person: Pick<Person, "token">,
  overrides: Partial<AppRequestParameters> = {},
  answer: object = {},
): Promise<Record<"grant_type" | "code" | "client_id" | "redirect_uri" | "code_verifier", string>> {
  const { parameters, verifier } = await createRequest(server, overrides);
  const url = await answerRequest(server, person, parameters, answer);
  return {
    grant_type: "authorization_code",
    code: url.searchParams.get("code") ?? "",
    client_id: parameters.client_id,
    redirect_uri: parameters.redirect_uri,
    code_verifier: verifier,
  };
}

/** Connects a new app of a person, and returns its ID and its tokens. */
export async function connectApp(
  server: CalledServer,
  person: Pick<Person, "token">,
  overrides: Partial<AppRequestParameters> = {},
  answer: object = {},
): Promise<Tokens & { clientId: string }> {
  const exchange = await obtainCode(server, person, overrides, answer);
  const tokens = parseTokens(await postForm(server, "/oauth/token", exchange));
  return { ...tokens, clientId: exchange.client_id };
}

export function refresh(
  server: CalledServer,
  { refresh_token, clientId }: { refresh_token: string; clientId: string },
  more: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const fields = { grant_type: "refresh_token", refresh_token, client_id: clientId, ...more };
  return postForm(server, "/oauth/token", fields);
}

/** Sends a message to the MCP server with an access token. */
export function sendMessage(
  { client }: CalledServer,
  token: string,
  { path = "/mcp", method = "tools/list", params = {} } = {},
): Promise<Answer> {
  return client.post(
    path,
    { jsonrpc: "2.0", id: 1, method, params },
    { token, headers: { accept: "application/json, text/event-stream" } },
  );
}
