import { type JsonWebKey, randomUUID } from "node:crypto";
import { AgentCard, verifyAgentCardSignature } from "@a2a-js/sdk";
import type { TestServer } from "../../../../tests/harness/server.ts";

/** The two bindings of A2A, which have the same operations. */
export const BINDINGS = ["JSON-RPC", "HTTP+JSON"] as const;
export type Binding = (typeof BINDINGS)[number];

/** A value whose form the expectations of a test check. */
type Loose = ReturnType<typeof JSON.parse>;

/** What a test needs to call an agent. */
interface Target {
  server: TestServer;
  /** The path of the agent, such as `/a2a/agents/1`. */
  path: string;
  key?: string | undefined;
  headers?: Record<string, string>;
}

/** A reply of either binding in one form. */
export interface Reply {
  status: number;
  contentType: string;
  result?: Loose;
  error?: { code: number; message: string; reason: string | undefined; domain: string | undefined };
}

type Params = Record<string, unknown>;
type HttpCall = (params: Params) => [method: string, path: string, body?: unknown];

const toQuery = (params: Params) =>
  new URLSearchParams(
    Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)])),
  ).toString();

const pushPath = ({ taskId, id }: Params) =>
  `/tasks/${taskId}/pushNotificationConfigs${id === undefined ? "" : `/${id}`}`;

/** The HTTP request of each operation. */
const HTTP_CALLS: Readonly<Record<string, HttpCall>> = {
  SendMessage: (params) => ["POST", "/message:send", params],
  SendStreamingMessage: (params) => ["POST", "/message:stream", params],
  GetTask: ({ id, ...query }) => ["GET", `/tasks/${id}?${toQuery(query)}`],
  ListTasks: (params) => ["GET", `/tasks?${toQuery(params)}`],
  CancelTask: ({ id }) => ["POST", `/tasks/${id}:cancel`, {}],
  SubscribeToTask: ({ id }) => ["POST", `/tasks/${id}:subscribe`, {}],
  CreateTaskPushNotificationConfig: ({ taskId, ...config }) => ["POST", pushPath({ taskId }), config],
  GetTaskPushNotificationConfig: (params) => ["GET", pushPath(params)],
  ListTaskPushNotificationConfigs: ({ taskId }) => ["GET", pushPath({ taskId })],
  DeleteTaskPushNotificationConfig: (params) => ["DELETE", pushPath(params)],
  GetExtendedAgentCard: () => ["GET", "/extendedAgentCard"],
};

/** Sends the request of an operation over a binding. */
export async function open(
  binding: Binding,
  target: Target,
  operation: string,
  params: Params,
): Promise<Response> {
  const { server, path, key, headers } = target;
  const known = { "a2a-version": "1.0", ...(key !== undefined && { "x-api-key": key }), ...headers };
  if (binding === "JSON-RPC")
    return fetch(server.url + path, {
      method: "POST",
      headers: { "content-type": "application/json", ...known },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: operation, params }),
    });
  const [method, suffix, body] = HTTP_CALLS[operation]?.(params) ?? ["GET", "/unknown"];
  return fetch(server.url + path + suffix, {
    method,
    headers: { ...(body !== undefined && { "content-type": "application/a2a+json" }), ...known },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** Calls an operation over a binding and returns its reply in one form. */
export async function call(
  binding: Binding,
  target: Target,
  operation: string,
  params: Params = {},
): Promise<Reply> {
  const response = await open(binding, target, operation, params);
  return readReply(
    binding,
    response.status,
    response.headers.get("content-type") ?? "",
    await response.text(),
  );
}

export function readReply(binding: Binding, status: number, contentType: string, text: string): Reply {
  const body = JSON.parse(text);
  const error = body.error && {
    code: body.error.code,
    message: body.error.message,
    reason: (body.error.data ?? body.error.details)?.[0]?.reason,
    domain: (body.error.data ?? body.error.details)?.[0]?.domain,
  };
  if (error) return { status, contentType, error };
  return { status, contentType, result: binding === "JSON-RPC" ? body.result : body };
}

/** Reads the events of a stream up to its end, or up to one that `isLast` names. */
export async function readStream(
  binding: Binding,
  response: Response,
  isLast: (event: Loose) => boolean = () => false,
) {
  const events: Loose[] = [];
  if (!response.body) throw new Error("the reply has no body");
  let text = "";
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    text += piece;
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1];
      text = text.slice(end + 2);
      if (data === undefined) continue;
      const event = JSON.parse(data);
      events.push(binding === "JSON-RPC" ? event.result : event);
      if (isLast(events.at(-1))) return events;
    }
  }
  return events;
}

/** Returns a message of a user. */
export const say = (text: string, more: Record<string, unknown> = {}) => ({
  message: { messageId: randomUUID(), role: "ROLE_USER", parts: [{ text }], ...more },
});

/** Checks the signatures of a card with the published keys. @throws Error for a card that was changed */
export async function verifyCard({ client }: Pick<TestServer, "client">, card: unknown): Promise<void> {
  const { keys } = Object((await client.get("/a2a/jwks.json")).body) as {
    keys: (JsonWebKey & { kid: string })[];
  };
  const findKey = async (kid: string) => {
    const key = keys.find((one) => one.kid === kid);
    if (!key) throw new Error("unknown key");
    return key;
  };
  await verifyAgentCardSignature(findKey)(AgentCard.fromJSON(card));
}
