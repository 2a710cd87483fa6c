import { decodeFrame, getRefusalMessage, MAX_HTTP_ANSWER_BYTES, readBody } from "@stoa/runtime/gateway-http";
import type { JsonValue } from "@stoa/runtime/protocol";
import { z } from "zod";
import type { JsonObject } from "../model/item.ts";
import type { GatewayClient } from "../model/services.ts";
import type { ServerCopy } from "./server-copy.ts";

/** The maximum size of a Respond to Webhook response. It leaves room for an agent's answer, which may have 1 MiB. */
export const MAX_RESPONSE_BYTES = 2 * 1024 * 1024;
/** The maximum size of the response as JSON, in which every byte may be escaped. */
const MAX_HEAD_BYTES = 6 * MAX_RESPONSE_BYTES + 4_096;

const Head = z.object({ response: z.object({ type: z.string(), text: z.string() }).nullable() });

/** The request for a run on its developer's own server. */
export interface OwnServerRequest {
  copy: ServerCopy;
  /** The path of the webhook that starts the run. */
  path: string;
  input: JsonObject;
}

export interface OwnServerResponse {
  /** The execution from n8n's API, with its data. */
  execution: string;
  /** The response of Respond to Webhook, if the workflow has one. */
  response: JsonValue | undefined;
}

function parseResponse(response: { type: string; text: string } | null): JsonValue | undefined {
  if (!response || response.text === "") return undefined;
  if (!/\bjson\b/i.test(response.type)) return response.text;
  try {
    return JSON.parse(response.text) as JsonValue;
  } catch {
    return response.text;
  }
}

/** Has Stoa's server run a copy on the developer's own n8n server. @throws Error with a message for the author */
export async function requestOwnServer(
  gateway: GatewayClient,
  { copy, path, input }: OwnServerRequest,
): Promise<OwnServerResponse> {
  const answer = await gateway.call({
    method: "POST",
    path: "/engine",
    accept: "application/octet-stream",
    body: { workflow: copy, path, input },
  });
  const whole = await readBody(answer, MAX_HTTP_ANSWER_BYTES + MAX_HEAD_BYTES);
  if (answer.statusCode !== 200) throw new Error(getRefusalMessage(whole, answer.statusCode ?? 0));
  const message = decodeFrame(whole);
  const head = Head.safeParse(message?.head);
  if (!message || !head.success)
    throw new Error("Stoa's server returned an invalid response for the n8n server. Try again later");
  return { execution: message.body.toString(), response: parseResponse(head.data.response) };
}
