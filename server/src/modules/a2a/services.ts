import { VersionNotSupportedError } from "@a2a-js/sdk/errors";
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from "fastify";
import type { AdmittedRoute } from "../../platform/http/admission.ts";
import { sendEvents } from "../../platform/http/event-stream.ts";
import type { Mount } from "../../platform/http/mount.ts";
import type { Operation, Operations, Updates } from "./operations.ts";
import { PROTOCOL_VERSION, type StreamResponse } from "./wire.ts";

/** An agent, or all agents, below one path. */
export interface Service {
  /** The path below `/a2a`, such as `/agents/:agent`. */
  path: string;
  /** Returns the agent of a request. @throws AppError 404 for a path that names none */
  find(params: Readonly<Record<string, string>>): Operations;
  /** Returns who may call an operation. */
  admits(operation: Operation): AdmittedRoute;
}

/** Lets a request of an operation in, or refuses it. */
export type Admit = (operation: Operation) => onRequestHookHandler;

/** Returns the admission of a service's operations. Each is created once. */
export function createAdmit({ admits }: Service, mount: Mount): Admit {
  const known = new Map<Operation, onRequestHookHandler>();
  return (operation) => {
    const hook = known.get(operation) ?? mount.admit(admits(operation));
    known.set(operation, hook);
    return hook;
  };
}

/**
 * Checks the version that a client asks for. A client that names none speaks 0.3, which this server does not.
 * @throws VersionNotSupportedError
 */
export function requireVersion({ headers, query }: FastifyRequest): void {
  const header = headers["a2a-version"];
  const parameter = (query as Readonly<Record<string, unknown>>)["A2A-Version"];
  const given = header === undefined || header === "" ? parameter : header;
  const asked = typeof given === "string" ? given.trim() : "";
  const [major, minor] = asked.split(".");
  if (`${major}.${minor}` === PROTOCOL_VERSION) return;
  throw new VersionNotSupportedError(
    `${asked === "" ? "A request without A2A-Version is of version 0.3, which" : `Version ${asked.slice(0, 20)}`} is not supported. Send the header A2A-Version: ${PROTOCOL_VERSION}.`,
  );
}

/** Sends the updates of a stream as server-sent events. */
export async function sendUpdates(
  request: FastifyRequest,
  reply: FastifyReply,
  updates: Updates,
  wrap: (response: StreamResponse) => unknown,
): Promise<FastifyReply> {
  await sendEvents(request, reply, async function* (signal) {
    for await (const response of updates(signal)) yield { data: wrap(response) };
  });
  return reply;
}
