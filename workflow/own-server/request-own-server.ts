import type { JsonValue } from "@stoa/runtime/protocol";
import { z } from "zod";
import { decodeFrame } from "../gateway/framed-message.ts";
import { MAX_HTTP_ANSWER_BYTES } from "../gateway/gateway-http.ts";
import { getRefusalMessage, readBody } from "../gateway/read-body.ts";
import type { JsonObject } from "../model/item.ts";
import type { GatewayClient } from "../model/services.ts";
import type { ServerCopy } from "./server-copy.ts";

/** What Respond to Webhook said, kept apart from the execution: agents answer with at most 1 MiB. */
export const MAX_RESPONSE_BYTES = 2 * 1024 * 1024;
/** Its bytes as JSON text, each of them an escape at worst. */
const MAX_HEAD_BYTES = 6 * MAX_RESPONSE_BYTES + 4_096;

const Head = z.object({ response: z.object({ type: z.string(), text: z.string() }).nullable() });

/** What a run on its developer's own server is asked for. */
export interface OwnServerRequest {
  copy: ServerCopy;
  /** Of the webhook that begins it. */
  path: string;
  input: JsonObject;
}

export interface OwnServerResponse {
  /** As n8n's API tells of it, with its data. */
  execution: string;
  /** What Respond to Webhook said, where the workflow has one. */
  response: JsonValue | undefined;
}

function responseOf(response: { type: string; text: string } | null): JsonValue | undefined {
  if (!response || response.text === "") return undefined;
  if (!/\bjson\b/i.test(response.type)) return response.text;
  try {
    return JSON.parse(response.text) as JsonValue;
  } catch {
    return response.text;
  }
}

/** Has Stoa's server run a copy on the developer's own n8n server. @throws Error in words for the author */
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
    throw new Error("the way to the n8n server gave an answer that cannot be read");
  return { execution: message.body.toString(), response: responseOf(head.data.response) };
}
