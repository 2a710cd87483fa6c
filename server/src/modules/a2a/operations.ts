import { UnsupportedOperationError } from "@a2a-js/sdk/errors";
import type { FastifyRequest } from "fastify";
import type * as z from "zod";
import type { AdmittedRoute } from "../../platform/http/admission.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { EXCESS_TEXTS, findExcess } from "../../platform/http/json-depth.ts";
import { parsePart } from "../../platform/http/mount.ts";
import {
  CreatePushParams,
  GetTaskParams,
  ListPushParams,
  ListTasksParams,
  PushParams,
  SendMessageParams,
  TaskParams,
} from "./requests.ts";
import type { ListTasksResponse, SendMessageResponse, StreamResponse, Task } from "./wire.ts";

/** A call of an operation by a caller. */
export interface Call {
  /** Undefined only for the store's own agent, which anyone may ask. */
  caller: Caller | undefined;
  request: FastifyRequest;
}

/** The updates of a stream, which begin when they are read. */
export type Updates = (signal: AbortSignal) => AsyncIterable<StreamResponse>;

/** A push notification config as clients get it, without its secrets. */
export interface PresentedPush {
  id: string;
  taskId: string;
  url: string;
  authentication?: { scheme: string };
}

/** The configs of a task. There are few, so that they are always one page. */
export interface PushList {
  configs: PresentedPush[];
  nextPageToken: "";
}

/** The operations of A2A, which an agent implements. */
export interface Operations {
  send(call: Call, params: z.output<typeof SendMessageParams>): Promise<SendMessageResponse>;
  stream(call: Call, params: z.output<typeof SendMessageParams>): Promise<Updates>;
  getTask(call: Call, params: z.output<typeof GetTaskParams>): Promise<Task>;
  listTasks(call: Call, params: z.output<typeof ListTasksParams>): Promise<ListTasksResponse>;
  cancelTask(call: Call, params: z.output<typeof TaskParams>): Promise<Task>;
  subscribe(call: Call, params: z.output<typeof TaskParams>): Promise<Updates>;
  createPush(call: Call, params: z.output<typeof CreatePushParams>): Promise<PresentedPush>;
  getPush(call: Call, params: z.output<typeof PushParams>): Promise<PresentedPush>;
  listPush(call: Call, params: z.output<typeof ListPushParams>): Promise<PushList>;
  deletePush(call: Call, params: z.output<typeof PushParams>): Promise<void>;
}

/** The result of an operation: an object, or the updates of a stream. */
export type Outcome = { value: unknown } | { updates: Updates };

/** An operation with the scope that it needs and the rate limit that counts it. */
export interface Operation {
  admits: AdmittedRoute;
  /** @throws AppError 400 for invalid parameters, and the errors of the operation */
  perform(operations: Operations, call: Call, params: unknown): Promise<Outcome>;
}

const READ = { method: "GET", auth: "session", scope: "read" } as const;
const RUN = { method: "POST", auth: "session", scope: "run", counts: "runs" } as const;
const CHANGE = { method: "POST", auth: "session", scope: "run" } as const;

function define<S extends z.ZodType>(
  admits: AdmittedRoute,
  schema: S,
  perform: (operations: Operations, call: Call, params: z.output<S>) => Promise<unknown>,
): Operation {
  return {
    admits,
    perform: async (operations, call, params) => ({
      value: await perform(operations, call, parseParams(schema, params)),
    }),
  };
}

function defineStream<S extends z.ZodType>(
  admits: AdmittedRoute,
  schema: S,
  perform: (operations: Operations, call: Call, params: z.output<S>) => Promise<Updates>,
): Operation {
  return {
    admits,
    perform: async (operations, call, params) => ({
      updates: await perform(operations, call, parseParams(schema, params)),
    }),
  };
}

/** @throws AppError 400 that names the invalid fields, or for a body that would take too long to check */
function parseParams<S extends z.ZodType>(schema: S, params: unknown): z.output<S> {
  const excess = findExcess(params);
  if (excess) throw new AppError(400, "invalid_request", EXCESS_TEXTS[excess]);
  return parsePart(schema, params ?? {});
}

/** The operations by the names that JSON-RPC uses. */
export const OPERATIONS = {
  SendMessage: define(RUN, SendMessageParams, (agent, call, params) => agent.send(call, params)),
  SendStreamingMessage: defineStream(RUN, SendMessageParams, (agent, call, params) =>
    agent.stream(call, params),
  ),
  GetTask: define(READ, GetTaskParams, (agent, call, params) => agent.getTask(call, params)),
  ListTasks: define(READ, ListTasksParams, (agent, call, params) => agent.listTasks(call, params)),
  CancelTask: define(CHANGE, TaskParams, (agent, call, params) => agent.cancelTask(call, params)),
  SubscribeToTask: defineStream(READ, TaskParams, (agent, call, params) => agent.subscribe(call, params)),
  CreateTaskPushNotificationConfig: define(CHANGE, CreatePushParams, (agent, call, params) =>
    agent.createPush(call, params),
  ),
  GetTaskPushNotificationConfig: define(READ, PushParams, (agent, call, params) =>
    agent.getPush(call, params),
  ),
  ListTaskPushNotificationConfigs: define(READ, ListPushParams, (agent, call, params) =>
    agent.listPush(call, params),
  ),
  DeleteTaskPushNotificationConfig: define(CHANGE, PushParams, (agent, call, params) =>
    agent.deletePush(call, params),
  ),
  GetExtendedAgentCard: {
    admits: READ,
    perform: async () => {
      throw new UnsupportedOperationError("This agent has no extended card. Its public card is complete.");
    },
  },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof OPERATIONS;

export function findOperation(name: string): Operation | undefined {
  return Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name as OperationName] : undefined;
}
