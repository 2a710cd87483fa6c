import { A2A_ERROR_CODE } from "@a2a-js/sdk/errors";
import { SCOPE_TEXTS } from "@stoa/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { unauthorized } from "../../platform/http/app-error.ts";
import { readCredential } from "../../platform/http/credentials.ts";
import type { Mount } from "../../platform/http/mount.ts";
import { type RpcError, type RpcId, sendRpcError } from "./faults.ts";
import { findOperation, OPERATIONS, type Operation } from "./operations.ts";
import { createAdmit, requireVersion, type Service, sendUpdates } from "./services.ts";

/** A JSON-RPC request whose method is known, or the error that it gets. */
type Envelope = { id: RpcId; operation: Operation; params: unknown } | { id: RpcId; error: RpcError };

interface RpcRoute {
  Params: Record<string, string>;
}

/** Mounts the JSON-RPC binding of a service: one URL for all operations. */
export function mountJsonRpc(app: FastifyInstance, mount: Mount, service: Service): void {
  const admit = createAdmit(service, mount);
  app.post<RpcRoute>(service.path, {
    /** The body decides which scope a key needs, so that a request without any credential is refused before it is read. */
    onRequest: (request, _reply, done) => {
      const isOpen = service.admits(OPERATIONS.SendMessage).auth === "optional";
      done(isOpen || readCredential(request) ? undefined : unauthorized(SCOPE_TEXTS.keyNeeded));
    },
    preHandler(request, reply, done) {
      const envelope = readEnvelope(request.body);
      // A request without a known method is still counted, and still needs a valid credential.
      const operation = "operation" in envelope ? envelope.operation : OPERATIONS.GetTask;
      admit(operation).call(this, request, reply, done);
    },
    errorHandler: (error, request, reply) =>
      sendRpcError(request, reply, readEnvelope(request.body).id, error, { isAdmitted: false }),
    handler: (request, reply) => answer(request, reply, service),
  });
}

async function answer(
  request: FastifyRequest<RpcRoute>,
  reply: FastifyReply,
  service: Service,
): Promise<FastifyReply> {
  const envelope = readEnvelope(request.body);
  const { id } = envelope;
  const send = (body: object) =>
    reply.type("application/json").send(JSON.stringify({ jsonrpc: "2.0", id, ...body }));
  if ("error" in envelope) return send({ error: envelope.error });
  try {
    requireVersion(request);
    const { operation, params } = envelope;
    const agent = service.find(request.params);
    const outcome = await operation.perform(agent, { caller: request.caller, request }, params);
    if ("value" in outcome) return await send({ result: outcome.value ?? null });
    return await sendUpdates(request, reply, outcome.updates, (result) => ({ jsonrpc: "2.0", id, result }));
  } catch (error) {
    return sendRpcError(request, reply, id, error, { isAdmitted: true });
  }
}

function readEnvelope(body: unknown): Envelope {
  if (Array.isArray(body)) return invalid(null, "A2A does not use batches. Send one request at a time.");
  if (typeof body !== "object" || body === null) return invalid(null, "The body must be a JSON-RPC request");
  const { jsonrpc, id = null, method, params } = body as Record<string, unknown>;
  if (!isRpcId(id)) return invalid(null, "id must be a string, an integer or null");
  if (jsonrpc !== "2.0") return invalid(id, 'jsonrpc must be "2.0"');
  if (typeof method !== "string") return invalid(id, "method must be a string");
  const operation = findOperation(method);
  if (!operation)
    return { id, error: { code: A2A_ERROR_CODE.METHOD_NOT_FOUND, message: describeUnknown(method) } };
  if (params !== undefined && (typeof params !== "object" || params === null || Array.isArray(params)))
    return { id, error: { code: A2A_ERROR_CODE.INVALID_PARAMS, message: "params must be an object" } };
  return { id, operation, params };
}

const invalid = (id: RpcId, message: string): Envelope => ({
  id,
  error: { code: A2A_ERROR_CODE.INVALID_REQUEST, message },
});

const isRpcId = (id: unknown): id is RpcId =>
  id === null || typeof id === "string" || (typeof id === "number" && Number.isInteger(id));

const describeUnknown = (method: string) =>
  `There is no method ${method.slice(0, 60)}. The methods are ${Object.keys(OPERATIONS).join(", ")}.`;
