import { randomBytes } from "node:crypto";
import {
  type CreateWebhookRequest,
  type WebhookDelivery,
  WebhookDeliveryList,
  WebhookPayload,
  WebhookWithSecret,
} from "@stoa/contract";
import { Webhook as Verifier } from "standardwebhooks";
import { afterAll, beforeAll } from "vitest";
import { type Client, parseAnswer } from "../../../../tests/harness/client.ts";
import {
  type RecordedRequest,
  type ScriptedService,
  startScriptedService,
} from "../../../../tests/harness/scripted-service.ts";
import { type TestServer, useTestServer } from "../../../../tests/harness/server.ts";

export const RECEIVER = "hooks.example.com";

/** The settings of a node that may send requests to the receiver. All nodes share the master key. */
export const NODE_SETTINGS = {
  STOA_OUTBOUND_ALLOW: "127.0.0.1/32",
  STOA_MASTER_KEY: randomBytes(32).toString("base64"),
};

/** A receiver of events. An operator's setting allows requests to reach it. */
export interface Receiver extends Pick<ScriptedService, "requests" | "answer" | "ca" | "lookup"> {
  /** Returns the URL of a path. Each path acts as a separate receiver. */
  url(path: string): string;
  /** Returns the requests to a path, as a receiver reads them. */
  received(path: string): RecordedRequest[];
}

/** Starts the product and a receiver. */
export function useWebhookServer(
  settings: Record<string, string> = {},
): () => TestServer & { receiver: Receiver } {
  let service: ScriptedService | undefined;
  beforeAll(async () => {
    service = await startScriptedService([RECEIVER]);
    service.answer(() => ({ status: 204, body: "" }));
  });
  const server = useTestServer({
    env: { ...NODE_SETTINGS, ...settings },
    network: () => service && { lookup: service.lookup, ca: service.ca },
  });
  afterAll(() => service?.close());
  return () => {
    if (!service) throw new Error("the receiver runs only during tests");
    return { ...server(), receiver: createReceiver(service) };
  };
}

export function createReceiver(service: ScriptedService): Receiver {
  const { requests, ca, lookup, port } = service;
  return {
    requests,
    ca,
    lookup,
    answer: service.answer,
    url: (path) => `https://${RECEIVER}:${port}${path}`,
    received: (path) => requests.filter((request) => request.path === path),
  };
}

/** Subscribes a receiver to events. By default, these are the events of successful runs. */
export async function addWebhook(
  client: Client,
  token: string,
  request: Pick<CreateWebhookRequest, "url"> & Partial<CreateWebhookRequest>,
): Promise<WebhookWithSecret> {
  const body = { events: ["run.completed"], ...request };
  const answer = await client.post("/api/v1/webhooks", body, { token });
  if (answer.status !== 201)
    throw new Error(`creating a webhook returned ${answer.status}: ${JSON.stringify(answer.body)}`);
  return parseAnswer(WebhookWithSecret, answer);
}

/**
 * Returns the payload of a call after the official library has verified its signature. @throws if the signature is
 * invalid.
 */
export function verified(secret: string, { headers, body }: RecordedRequest): WebhookPayload {
  return WebhookPayload.parse(new Verifier(secret).verify(body, headers));
}

export async function listDeliveries(
  client: Client,
  token: string,
  webhookId: string,
  query = "",
): Promise<WebhookDelivery[]> {
  const answer = await client.get(`/api/v1/webhooks/${webhookId}/deliveries${query}`, { token });
  return parseAnswer(WebhookDeliveryList, answer).deliveries;
}
