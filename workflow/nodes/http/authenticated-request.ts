import type { IncomingMessage } from "node:http";
import { isApiHost } from "@stoa/contract/api-host";
import { createRedirectedRequest, redirectTarget } from "@stoa/contract/redirects";
import { getRefusalMessage, readBody } from "@stoa/runtime/gateway-http";
import type { NodeContext } from "../../model/node-context.ts";
import type { HttpRequest, HttpResponse, HttpStream } from "../../model/services.ts";
import { findService, toConnectorPath } from "./connected-services.ts";
import type { RequestCredentials } from "./credentials.ts";

/** The maximum size of a response, which is also the limit for one item of a run. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

/** The maximum size of a gateway error, which consists of an error code and a sentence. */
const MAX_REFUSAL_BYTES = 64 * 1024;

function joinHeaders(answer: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(answer.headers))
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join("\n") : value;
  return headers;
}

type Signed = Extract<RequestCredentials, { kind: "connector" | "named-by-run" }>;

const isSigned = (credential: RequestCredentials): credential is Signed =>
  credential.kind === "connector" || credential.kind === "named-by-run";

/**
 * Returns the connector that authenticates a request, and the request to send through it. If the server is known only
 * at run time, the request uses https, regardless of the URL's protocol.
 */
function signRequest(credential: Signed, request: HttpRequest): { service: string; request: HttpRequest } {
  if (credential.kind === "connector") return { service: credential.service, request };
  const url = new URL(request.url);
  url.protocol = "https:";
  const service = findService(url.host) ?? url.host;
  if (service === url.host && !isApiHost(service))
    throw new Error(
      `The request to ${service} needs a key, and keys are only sent over https to servers with a public name`,
    );
  return { service, request: { ...request, url: url.href } };
}

async function sendThroughConnector(
  context: NodeContext,
  service: string,
  { method, url, headers, body }: HttpRequest,
): Promise<HttpStream> {
  const path = toConnectorPath(service, url);
  if (path === undefined)
    throw new Error(
      `The connector for ${service} does not cover ${new URL(url).host}${new URL(url).pathname}. Use a URL of that service`,
    );
  const { accept = "*/*", "content-type": type = "application/octet-stream", ...others } = headers;
  const answer = await context.services.gateway.call({
    method,
    path,
    accept,
    headers: others,
    ...(body !== undefined && { content: { type, bytes: Buffer.from(body) } }),
  });
  const status = answer.statusCode ?? 0;
  // Only the gateway's own errors have this header, never responses of the service.
  if (answer.headers["x-stoa-error"] !== undefined)
    throw new Error(getRefusalMessage(await readBody(answer, MAX_REFUSAL_BYTES), status));
  return {
    status,
    statusText: answer.statusMessage ?? "",
    headers: joinHeaders(answer),
    body: answer,
  };
}

async function toConnectorRequest(
  context: NodeContext,
  service: string,
  request: HttpRequest,
): Promise<HttpResponse> {
  const answer = await sendThroughConnector(context, service, request);
  return { ...answer, body: await context.readResponse(answer.body, MAX_ANSWER_BYTES) };
}

/**
 * Returns the request to which a redirect leads. Connectors return redirects to other hosts, which are followed without
 * the credential. Only redirected GET and HEAD requests are followed, so that no body is sent twice.
 */
function toRedirectedRequest(
  request: HttpRequest,
  { status, headers }: HttpResponse,
): HttpRequest | undefined {
  if (request.maxRedirects < 1) return undefined;
  const sent = { method: request.method, url: new URL(request.url), headers: request.headers };
  const target = redirectTarget(sent, { status, location: headers.location }, { allowsPlainHttp: true });
  if (target === undefined || !["GET", "HEAD"].includes(target.method)) return undefined;
  const next = createRedirectedRequest(sent, target);
  return {
    method: next.method,
    url: next.url.href,
    headers: next.headers,
    maxRedirects: request.maxRedirects - 1,
    timeoutMs: request.timeoutMs,
    ...(request.signal && { signal: request.signal }),
  };
}

/**
 * Returns whether a redirect stays on the connector's host. Such a redirect is requested through the connector again,
 * which authenticates one URL at a time.
 */
const isSameConnector = (service: string, next: HttpRequest) =>
  toConnectorPath(service, next.url) !== undefined;

/** Sends a request, authenticated by the caller's connector if it has credentials. */
export async function requestWithAuthentication(
  context: NodeContext,
  credential: RequestCredentials,
  request: HttpRequest,
): Promise<HttpResponse> {
  const { http } = context.services;
  if (!isSigned(credential)) return http.send(request);
  const { service, request: signed } = signRequest(credential, request);
  const answer = await toConnectorRequest(context, service, signed);
  const next = toRedirectedRequest(signed, answer);
  if (!next) return answer;
  return isSameConnector(service, next)
    ? requestWithAuthentication(context, { kind: "connector", service }, next)
    : http.send(next);
}

/** Sends an authenticated request whose response is read as it arrives. Returns undefined if the run cannot stream. */
export function openWithAuthentication(
  context: NodeContext,
  credential: RequestCredentials,
  request: HttpRequest,
): Promise<HttpStream> | undefined {
  if (!isSigned(credential)) return context.services.http.open?.(request);
  const { service, request: signed } = signRequest(credential, request);
  return sendThroughConnector(context, service, signed);
}
