import { setTimeout as wait } from "node:timers/promises";
import { boundText } from "@stoa/contract/bounded-text";
import * as z from "zod";
import { OutboundError } from "../../../platform/outbound/outbound.ts";
import { RouteRefusal } from "../../../platform/run-routes/route-refusal.ts";
import { MAX_EXECUTION_BYTES, type N8nServer, type ServerAnswer, type ServerCall } from "./n8n-server.ts";

/**
 * The pauses before a call is repeated. A server whose proxy restarts or limits the rate usually answers again
 * within seconds.
 */
const PAUSES_MS = [500, 2_000];

/** n8n's IDs are letters and digits; older versions use numbers. */
const Id = z.union([z.string().regex(/^[A-Za-z0-9_-]{1,64}$/), z.int().transform(String)]);
const Created = z.object({ id: Id });
const Executions = z.object({
  data: z.array(
    z.object({
      id: Id,
      status: z.string().nullish(),
      finished: z.boolean().nullish(),
      stoppedAt: z.string().nullish(),
    }),
  ),
});
const Words = z.object({ message: z.string() });

/** The state of a workflow's execution. */
export interface FoundExecution {
  id: string;
  isOver: boolean;
}

const createRefusal = (message: string) => new RouteRefusal(message, { status: 502, code: "engine_failed" });

function tryParse<Value>(schema: z.ZodType<Value>, body: Buffer): Value | undefined {
  try {
    return schema.safeParse(JSON.parse(body.toString())).data;
  } catch {
    return undefined;
  }
}

function toRefusal(what: string, { status, body }: ServerAnswer): RouteRefusal {
  if (status === 401 || status === 403)
    return createRefusal(`The n8n server rejected the API key of the developer's connector (${status})`);
  const words = tryParse(Words, body)?.message;
  return createRefusal(
    `The n8n server ${what} (${status})${words === undefined ? "" : `: ${boundText(words)}`}`,
  );
}

const isPassing = ({ status }: ServerAnswer) => status === 429 || status >= 500;
const OVER: ReadonlySet<string> = new Set(["success", "error", "crashed", "canceled"]);

/** The calls of n8n's public API that a run needs. All but `create` can be repeated safely. */
export class N8nApi {
  readonly #server: N8nServer;

  constructor(server: N8nServer) {
    this.#server = server;
  }

  /** Creates a workflow. @returns its ID */
  async create(workflow: unknown): Promise<string> {
    const answer = await this.#send({ method: "POST", path: "/workflows", body: workflow });
    const id = isOk(answer) ? tryParse(Created, answer.body)?.id : undefined;
    if (id === undefined) throw toRefusal("rejected the workflow", answer);
    return id;
  }

  async publish(id: string, signal?: AbortSignal): Promise<void> {
    const answer = await this.#callWithRetry({ method: "POST", path: `/workflows/${id}/activate`, signal });
    if (!isOk(answer)) throw toRefusal("did not publish the workflow", answer);
  }

  async unpublish(id: string): Promise<void> {
    await this.#callWithRetry({ method: "POST", path: `/workflows/${id}/deactivate` });
  }

  /** Returns the workflow's newest execution, or undefined if there is none yet. */
  async findNewest(workflowId: string, signal?: AbortSignal): Promise<FoundExecution | undefined> {
    const path = `/executions?workflowId=${workflowId}&limit=1`;
    const answer = await this.#callWithRetry({ method: "GET", path, signal });
    if (!isOk(answer)) throw toRefusal("did not list its executions", answer);
    const [found] = tryParse(Executions, answer.body)?.data ?? [];
    if (!found) return undefined;
    const { id, status, finished, stoppedAt } = found;
    // Versions before 1.0 return no status.
    const isOver = status ? OVER.has(status) : finished === true || Boolean(stoppedAt);
    return { id, isOver };
  }

  /** Returns an execution with its data, as JSON from the server. */
  async readExecution(id: string, signal: AbortSignal): Promise<Buffer> {
    const path = `/executions/${id}?includeData=true`;
    const answer = await this.#callWithRetry({ method: "GET", path, maxBytes: MAX_EXECUTION_BYTES, signal });
    if (!isOk(answer)) throw toRefusal("did not return the execution", answer);
    return answer.body;
  }

  /** Stops an execution. Older servers have no such call, so their workflows run to the end. */
  async stop(executionId: string): Promise<void> {
    await this.#send({ method: "POST", path: `/executions/${executionId}/stop` });
  }

  /** Deletes a workflow. @returns whether it no longer exists */
  async remove(id: string): Promise<boolean> {
    const answer = await this.#callWithRetry({ method: "DELETE", path: `/workflows/${id}` });
    return isOk(answer) || answer.status === 404;
  }

  #send(call: ApiCall): Promise<ServerAnswer> {
    const { signal, ...rest } = call;
    return this.#server.send({
      ...rest,
      ...(signal && { signal }),
      path: `/api/v1${call.path}`,
      isApi: true,
    });
  }

  async #callWithRetry(call: ApiCall): Promise<ServerAnswer> {
    for (const pause of PAUSES_MS) {
      const answer = await this.#send(call).catch((error: unknown) => {
        if (error instanceof OutboundError && error.code === "unreachable") return undefined;
        throw error;
      });
      if (answer && !isPassing(answer)) return answer;
      await wait(pause, undefined, call.signal && { signal: call.signal });
    }
    return this.#send(call);
  }
}

type ApiCall = Pick<ServerCall, "method" | "path" | "body" | "maxBytes"> & {
  signal?: AbortSignal | undefined;
};

function isOk({ status }: ServerAnswer): boolean {
  return status >= 200 && status < 300;
}
