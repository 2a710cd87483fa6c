import type { JsonValue } from "@stoa/runtime/protocol";
import { stringify } from "qs";
import type { BinaryFile } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import type { HttpResponse } from "../../model/services.ts";
import { requestWithAuthentication } from "./authenticated-request.ts";
import type { RequestCredentials } from "./credentials.ts";
import { toParameterText } from "./name-value-pairs.ts";
import { HttpStatusError } from "./request-error.ts";
import { addQuery, type FormPart, type RequestBody, type RequestOptions } from "./request-options.ts";

interface EncodedBody {
  bytes: Uint8Array | string;
  /** The content type; undefined if it is not known. */
  type: string | undefined;
}

function isFile(value: JsonValue | BinaryFile): value is BinaryFile {
  return typeof value === "object" && value !== null && "bytes" in value && value.bytes instanceof Uint8Array;
}

async function encodeMultipart(parts: readonly FormPart[]): Promise<EncodedBody> {
  const form = new FormData();
  for (const { name, value } of parts)
    if (isFile(value))
      form.append(
        name,
        new Blob([Buffer.from(value.bytes)], { type: value.mimeType }),
        value.fileName ?? "file",
      );
    else for (const each of Array.isArray(value) ? value : [value]) form.append(name, toParameterText(each));
  const encoded = new Response(form);
  return {
    bytes: new Uint8Array(await encoded.arrayBuffer()),
    type: encoded.headers.get("content-type") ?? undefined,
  };
}

export async function encodeBody(body: RequestBody): Promise<EncodedBody> {
  switch (body.kind) {
    case "json":
      return { bytes: JSON.stringify(body.value), type: "application/json" };
    case "urlencoded":
      return {
        bytes: stringify(body.fields, { arrayFormat: "indices", format: "RFC1738" }),
        type: "application/x-www-form-urlencoded",
      };
    case "multipart":
      return encodeMultipart(body.parts);
    case "bytes":
      return { bytes: body.bytes, type: body.type || undefined };
  }
}

/** The user agent, because some servers reject requests without one. */
const USER_AGENT = "Stoa";

/** Sends a request. @throws HttpStatusError for an error status, unless the node ignores error statuses */
export async function sendRequest(
  context: NodeContext,
  credential: RequestCredentials,
  requestOptions: RequestOptions,
): Promise<HttpResponse> {
  const body = requestOptions.body && (await encodeBody(requestOptions.body));
  const url = addQuery(requestOptions.url, requestOptions.query, requestOptions.arrayFormat);
  // The content type contains the boundary, so a header must not replace it.
  const isMultipart = requestOptions.body?.kind === "multipart";
  const headers = {
    "user-agent": USER_AGENT,
    ...(body?.type !== undefined && { "content-type": body.type }),
    ...requestOptions.headers,
    ...(isMultipart && body?.type !== undefined && { "content-type": body.type }),
  };
  const answer = await requestWithAuthentication(context, credential, {
    method: requestOptions.method,
    url,
    headers,
    ...(body && { body: body.bytes }),
    maxRedirects: requestOptions.maxRedirects,
    timeoutMs: requestOptions.timeoutMs,
    signal: context.signal,
  });
  if (!requestOptions.response.neverError) throwForStatus(requestOptions, answer);
  return answer;
}

/** Checks a response's status. @throws HttpStatusError if the status is not 2xx */
export function throwForStatus(requestOptions: RequestOptions, answer: HttpResponse): void {
  if (answer.status < 200 || answer.status > 299)
    throw new HttpStatusError(answer, requestOptions.response.format === "json");
}
