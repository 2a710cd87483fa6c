import { pipeline } from "node:stream/promises";
import type { RunRoute } from "@stoa/gateway";
import { MAX_STORED_BYTES } from "@stoa/workflow";
import * as z from "zod";
import { defineRunRoute, type RunCall } from "../../platform/run-routes/define-run-route.ts";
import type { MemoryBudget } from "../../platform/run-routes/memory-budget.ts";
import { RouteRefusal, sendRefusal } from "../../platform/run-routes/route-refusal.ts";
import { RunTurns, type RunTurnsOptions } from "../../platform/run-routes/run-turns.ts";
import type { RunRequests } from "./run-requests.ts";
import type { StoredKey, StoredValues } from "./stored-values.ts";
import type { WorkflowRun, WorkflowRuns } from "./workflow-runs.ts";

/** The maximum length of a key, such as a session ID together with the name of a node. */
const MAX_KEY_CHARS = 512;

/**
 * The number of values that a run can store is the same as the limit of requests, which is one value for each page or turn
 * of a chat. It stops a faulty loop. The bytes are four times what an agent may store for one account, because a growing
 * vector store is rewritten each time.
 */
const WRITE_LIMITS: RunTurnsOptions = {
  maxTurns: 1_000,
  maxBytes: 256 * 1024 * 1024,
  turnsText: "store 1000 values",
  bytesText: "write 256 MB",
  code: "too_many_writes",
};

const Key = z.object({
  kind: z.enum(["memory", "vectors", "static", "table"]),
  key: z.string().min(1).max(MAX_KEY_CHARS),
});

const NO_RUN = new RouteRefusal("Only an active workflow run can store values.", {
  status: 403,
  code: "no_storage",
});
const notFound = () => new RouteRefusal("This value does not exist.", { status: 404, code: "not_found" });

function parseStoredKey(path: string): StoredKey {
  const [, , kind, key = ""] = path.split("/");
  try {
    return Key.parse({ kind, key: decodeURIComponent(key) });
  } catch (error) {
    throw new RouteRefusal(`The name of a value must have at most ${MAX_KEY_CHARS} characters.`, {
      status: 400,
      code: "bad_key",
      cause: error,
    });
  }
}

/**
 * Returns the key under which a run stores a value. The run of a website's visitor has only the memory of its own
 * conversation: it gets neither what the agent has stored for the account, nor what other visitors said.
 * @returns undefined if the run stores no such value
 */
function isolateVisitor(
  { isOfVisitor, conversationId }: WorkflowRun,
  stored: StoredKey,
): StoredKey | undefined {
  if (isOfVisitor !== true) return stored;
  if (stored.kind !== "memory" || conversationId === undefined) return undefined;
  if (stored.key === conversationId) return stored;
  const key = `${conversationId} ${stored.key}`;
  return key.length > MAX_KEY_CHARS ? undefined : { ...stored, key };
}

/**
 * Returns the body as text if it is valid JSON. PostgreSQL accepts all of it, because JSON contains U+0000 only as an
 * escape.
 * @throws RouteRefusal 400 if the body is not valid JSON
 */
function toStorableText(body: Buffer): string {
  const text = body.toString();
  try {
    JSON.parse(text);
  } catch {
    throw new RouteRefusal("The value must be valid JSON.", { status: 400, code: "bad_value" });
  }
  return text;
}

export interface StorageRouteOptions {
  runs: WorkflowRuns;
  requests: RunRequests;
  values: StoredValues;
  memory: MemoryBudget;
  log: { error(fields: object, message: string): void };
}

/** Creates the route through which workflows store values between runs: `/storage/<kind>/<key>`. */
export function createStorageRoute({ runs, requests, values, memory, log }: StorageRouteOptions): RunRoute {
  const writes = new RunTurns<WorkflowRun>(WRITE_LIMITS);

  async function read(call: RunCall<WorkflowRun>, key: StoredKey): Promise<void> {
    const { run, response } = call;
    const use = requests.begin(run);
    try {
      const value = await values.read(run, key);
      if (value === undefined) throw notFound();
      const bytes = Buffer.from(value);
      use.held(bytes.byteLength);
      call.memory.hold(bytes.byteLength);
      response.writeHead(200, { "content-type": "application/json" });
      // The run may have ended by now.
      await pipeline([bytes], response).catch(() => response.destroy());
    } finally {
      use.end();
    }
  }

  async function write(call: RunCall<WorkflowRun>, key: StoredKey): Promise<void> {
    await writes.runInTurn(call.run, async (count) => {
      const body = await call.readBody(count);
      await values.write(call.run, key, toStorableText(body));
    });
    call.response.writeHead(204).end();
  }

  return defineRunRoute({
    path: "/storage",
    runs,
    noRun: NO_RUN,
    // A trial run starts without stored values and stores none.
    inTrial({ request, response }) {
      if (request.method === "GET") sendRefusal(request, response, notFound());
      else {
        request.resume();
        response.writeHead(204).end();
      }
      return undefined;
    },
    maxBody: MAX_STORED_BYTES,
    memory,
    log,
    async handle(call) {
      const { method } = call.request;
      const key = isolateVisitor(call.run, parseStoredKey(call.path));
      if (key === undefined && method === "GET") throw notFound();
      if (key === undefined && method === "PUT") {
        call.request.resume();
        call.response.writeHead(204).end();
        return;
      }
      if (key !== undefined && method === "GET") return read(call, key);
      if (key !== undefined && method === "PUT") return write(call, key);
      throw new RouteRefusal("Use GET to read a value or PUT to write it.", {
        status: 405,
        code: "unknown_method",
      });
    },
  });
}
