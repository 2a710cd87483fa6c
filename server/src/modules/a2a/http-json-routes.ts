import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../platform/http/app-error.ts";
import type { Mount } from "../../platform/http/mount.ts";
import { sendHttpResult } from "./faults.ts";
import { OPERATIONS, type Operation } from "./operations.ts";
import { createAdmit, requireVersion, type Service, sendUpdates } from "./services.ts";

interface HttpRoute {
  Params: Record<string, string>;
  Querystring: Record<string, unknown>;
}

type HttpRequest = FastifyRequest<HttpRoute>;

/** Finds the operation of a request and its parameters. */
interface Target {
  operation: Operation;
  readParams(request: HttpRequest): unknown;
}

const readBody = ({ body }: HttpRequest) => body;
const readQuery = ({ query }: HttpRequest) => query;
const readTaskId = ({ params }: HttpRequest) => splitAction(params.task ?? "").id;

const SEND: Target = { operation: OPERATIONS.SendMessage, readParams: readBody };
const STREAM: Target = { operation: OPERATIONS.SendStreamingMessage, readParams: readBody };
const LIST: Target = { operation: OPERATIONS.ListTasks, readParams: readQuery };
const EXTENDED_CARD: Target = { operation: OPERATIONS.GetExtendedAgentCard, readParams: readQuery };
const GET: Target = {
  operation: OPERATIONS.GetTask,
  readParams: (request) => ({ ...request.query, id: readTaskId(request) }),
};
const CANCEL: Target = {
  operation: OPERATIONS.CancelTask,
  readParams: (request) => ({ id: readTaskId(request) }),
};
const SUBSCRIBE: Target = {
  operation: OPERATIONS.SubscribeToTask,
  readParams: (request) => ({ id: readTaskId(request) }),
};
const CREATE_PUSH: Target = {
  operation: OPERATIONS.CreateTaskPushNotificationConfig,
  readParams: ({ body, params }) => ({ ...(body as object | undefined), taskId: params.task }),
};
const LIST_PUSH: Target = {
  operation: OPERATIONS.ListTaskPushNotificationConfigs,
  readParams: ({ params }) => ({ taskId: params.task }),
};
const readPush = ({ params }: HttpRequest) => ({ taskId: params.task, id: params.config });
const GET_PUSH: Target = { operation: OPERATIONS.GetTaskPushNotificationConfig, readParams: readPush };
const DELETE_PUSH: Target = { operation: OPERATIONS.DeleteTaskPushNotificationConfig, readParams: readPush };

/** Mounts the HTTP+JSON binding of a service. */
export function mountHttpJson(app: FastifyInstance, mount: Mount, service: Service): void {
  const admit = createAdmit(service, mount);
  const add = (
    method: "GET" | "POST" | "DELETE",
    path: string,
    find: Target | ((request: HttpRequest) => Target),
  ) => {
    const findTarget = typeof find === "function" ? find : () => find;
    app.route<HttpRoute>({
      method,
      url: `${service.path}${path}`,
      onRequest(request, reply, done) {
        admit(findTarget(request).operation).call(this, request, reply, done);
      },
      handler: (request, reply) => answer(request, reply, service, findTarget(request)),
    });
  };
  // In a path of the router, two colons stand for one.
  add("POST", "/message::send", SEND);
  add("POST", "/message::stream", STREAM);
  add("GET", "/tasks", LIST);
  add("GET", "/tasks/:task", ({ params }) =>
    splitAction(params.task ?? "").action === "subscribe" ? SUBSCRIBE : GET,
  );
  add("POST", "/tasks/:task", findTaskAction);
  add("POST", "/tasks/:task/pushNotificationConfigs", CREATE_PUSH);
  add("GET", "/tasks/:task/pushNotificationConfigs", LIST_PUSH);
  add("GET", "/tasks/:task/pushNotificationConfigs/:config", GET_PUSH);
  add("DELETE", "/tasks/:task/pushNotificationConfigs/:config", DELETE_PUSH);
  add("GET", "/extendedAgentCard", EXTENDED_CARD);
}

/** Splits the last part of a path such as `run_1:cancel`. */
function splitAction(text: string): { id: string; action: string | undefined } {
  const [id = "", action] = text.split(":");
  return { id, action };
}

/** @throws AppError 404 for an action that tasks do not have */
function findTaskAction({ params }: HttpRequest): Target {
  const { action } = splitAction(params.task ?? "");
  if (action === "cancel") return CANCEL;
  if (action === "subscribe") return SUBSCRIBE;
  throw createUnknownPathError();
}

/** Returns the 404 for a path that A2A does not have. */
export const createUnknownPathError = () =>
  new AppError(
    404,
    "not_found",
    "This path does not exist. The card of an agent names the URL of its interfaces.",
  );

async function answer(
  request: HttpRequest,
  reply: FastifyReply,
  service: Service,
  { operation, readParams }: Target,
): Promise<FastifyReply> {
  requireVersion(request);
  const agent = service.find(request.params);
  const outcome = await operation.perform(agent, { caller: request.caller, request }, readParams(request));
  if ("value" in outcome) return sendHttpResult(reply, outcome.value);
  return sendUpdates(request, reply, outcome.updates, (response) => response);
}
