import type { IncomingMessage } from "node:http";
import type { NodeContext } from "../../model/node-context.ts";
import type { HttpAnswer } from "../../model/services.ts";
import { connectorPath } from "./connected-services.ts";
import type { PlannedRequest } from "./planned-request.ts";
import type { RequestCredential } from "./request-credential.ts";
import { type EncodedBody, encodeBody } from "./request-encoding.ts";
import { StatusRefused } from "./request-failure.ts";
import { urlWithQuery } from "./request-url.ts";

/** A file of an agent's run: what is larger would not fit into the run beside anything else. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

/** Some servers refuse requests that name no client. */
const USER_AGENT = "Stoa";

async function readWhole(answer: IncomingMessage): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES)
      throw new Error(`the answer is larger than ${MAX_ANSWER_BYTES / 1_048_576} MB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function joinedHeaders(answer: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(answer.headers))
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join("\n") : value;
  return headers;
}

async function throughConnector(
  context: NodeContext,
  service: string,
  {
    method,
    url,
    headers,
    body,
  }: { method: string; url: string; headers: Record<string, string>; body: EncodedBody | undefined },
): Promise<HttpAnswer> {
  const path = connectorPath(service, url);
  if (path === undefined)
    throw new Error(
      `The connector for ${service} does not lead to ${new URL(url).host}${new URL(url).pathname}`,
    );
  const { accept = "*/*", "content-type": type = "application/octet-stream", ...others } = headers;
  const answer = await context.services.gateway.call({
    method,
    path,
    accept,
    headers: others,
    ...(body && { content: { type, bytes: Buffer.from(body.bytes) } }),
  });
  return {
    status: answer.statusCode ?? 0,
    statusText: answer.statusMessage ?? "",
    headers: joinedHeaders(answer),
    body: await readWhole(answer),
  };
}

/** Sends a request as it was planned. @throws StatusRefused for a status that is no answer to the node. */
export async function sendRequest(
  context: NodeContext,
  credential: RequestCredential,
  planned: PlannedRequest,
): Promise<HttpAnswer> {
  const body = planned.body && (await encodeBody(planned.body));
  const url = urlWithQuery(planned.url, planned.query, planned.arrayFormat);
  // A boundary is in the type that was made with the body.
  const isMultipart = planned.body?.kind === "multipart";
  const headers = {
    "user-agent": USER_AGENT,
    ...(body?.type !== undefined && { "content-type": body.type }),
    ...planned.headers,
    ...(isMultipart && body?.type !== undefined && { "content-type": body.type }),
  };
  const answer =
    credential.kind === "connector"
      ? await throughConnector(context, credential.service, { method: planned.method, url, headers, body })
      : await context.services.http.send({
          method: planned.method,
          url,
          headers,
          ...(body && { body: body.bytes }),
          maxRedirects: planned.maxRedirects,
          timeoutMs: planned.timeoutMs,
          signal: context.signal,
        });
  if (!planned.answer.neverError) refuseStatus(planned, answer);
  return answer;
}

/** @throws StatusRefused unless the status says that all went well. */
export function refuseStatus(planned: PlannedRequest, answer: HttpAnswer): void {
  if (answer.status < 200 || answer.status > 299)
    throw new StatusRefused(answer, planned.answer.format === "json");
}
