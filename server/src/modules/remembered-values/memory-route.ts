import { pipeline } from "node:stream/promises";
import { REMEMBERED_LIMITS } from "@stoa/contract";
import type { RunRoute } from "@stoa/gateway";
import { lockTimedOut } from "../../platform/db/errors.ts";
import { defineRunRoute, type RunCall } from "../../platform/run-routes/define-run-route.ts";
import type { MemoryBudget } from "../../platform/run-routes/memory-budget.ts";
import { RouteRefusal, sendRefusal } from "../../platform/run-routes/route-refusal.ts";
import { RunTurns, type RunTurnsOptions } from "../../platform/run-routes/run-turns.ts";
import { parseTarget, parseWriteOptions, type Target } from "./memory-request.ts";
import type { RememberingRun, RememberingRuns } from "./remembering-run.ts";
import type { RunStore, StoreName, WriteResult } from "./run-store.ts";
import { toValueText } from "./value-text.ts";

/**
 * The number of calls is enough to read or write each key of a full store once, and stops a faulty loop. The bytes are 32
 * times what a store can have.
 */
const RUN_LIMITS: RunTurnsOptions = {
  maxTurns: REMEMBERED_LIMITS.storeKeys,
  maxBytes: 32 * REMEMBERED_LIMITS.storeBytes,
  turnsText: `call stoa.memory ${REMEMBERED_LIMITS.storeKeys} times`,
  bytesText: "write 32 MB with stoa.memory",
  code: "too_many_calls",
};

const NO_RUN = new RouteRefusal("Only an active run of an agent can use stoa.memory.", {
  status: 403,
  code: "no_memory",
});
/** The `stoa` package keeps the values of a trial run in the process when it receives this refusal. */
const IN_TRIAL = new RouteRefusal("The trial run of an upload remembers nothing.", {
  status: 503,
  code: "trial_run",
});
/**
 * A visitor of a web page is a stranger: their runs neither read what the agent remembers about the account's person, nor
 * change what other runs read. The code is that of trial runs, with which the `stoa` package keeps values in the process.
 */
const OF_VISITOR = new RouteRefusal("The run of a website's visitor remembers nothing.", {
  status: 503,
  code: "trial_run",
});
const TOO_LARGE = new RouteRefusal("The value is larger than a whole store.", {
  status: 413,
  code: "memory_full",
});
const NOT_FOUND = new RouteRefusal("This value does not exist.", { status: 404, code: "not_found" });
const CHANGED = new RouteRefusal("Another run has changed the value.", { status: 412, code: "changed" });
const NO_AGENT = new RouteRefusal("This agent has been deleted.", { status: 403, code: "no_memory" });
const BUSY = new RouteRefusal("Other runs are writing. Please try again shortly.", {
  status: 503,
  code: "memory_busy",
  retryAfterSeconds: 1,
});
const UNKNOWN_METHOD = new RouteRefusal(
  "Use GET to list the keys of a store, and GET, PUT or DELETE with a key.",
  { status: 405, code: "unknown_method" },
);

export interface MemoryRouteOptions {
  runs: RememberingRuns;
  store: RunStore;
  /** The memory that the requests of all runs on this node share. */
  requestMemory: MemoryBudget;
  log: { error(fields: object, message: string): void };
}

/** Creates the route of `stoa.memory`: `/memory/person/<key>` and `/memory/shared/<key>`. */
export function createMemoryRoute({ runs, store, requestMemory, log }: MemoryRouteOptions): RunRoute {
  const turns = new RunTurns<RememberingRun>(RUN_LIMITS);
  return defineRunRoute({
    path: "/memory",
    runs,
    noRun: NO_RUN,
    // This does not count as an attempt to reach outside, because the trial continues without the store.
    inTrial({ request, response }) {
      sendRefusal(request, response, IN_TRIAL);
      return undefined;
    },
    maxBody: REMEMBERED_LIMITS.storeBytes,
    tooLarge: TOO_LARGE,
    memory: requestMemory,
    log,
    handle: (call) =>
      turns.runInTurn(call.run, (count) =>
        handle(store, call, count).catch((error: unknown) => {
          throw lockTimedOut(error) ? BUSY : error;
        }),
      ),
  });
}

async function handle(
  store: RunStore,
  call: RunCall<RememberingRun>,
  count: (bytes: number) => void,
): Promise<void> {
  const { request, response, run } = call;
  if (run.isOfVisitor) throw OF_VISITOR;
  const target = parseTarget(call.path);
  const name: StoreName = { agentId: run.agentId, userId: target.isShared ? null : run.userId };
  if (target.key === undefined) {
    if (request.method !== "GET") throw UNKNOWN_METHOD;
    await sendJson(call, JSON.stringify(await store.listKeys(name)), {});
  } else if (request.method === "GET") {
    const value = await store.read(name, target.key);
    if (value === undefined) throw NOT_FOUND;
    await sendJson(call, value.text, { etag: `"${value.tag}"` });
  } else if (request.method === "PUT") {
    const options = parseWriteOptions(request);
    const body = await call.readBody(count).catch((error: unknown) => {
      throw error === TOO_LARGE ? createFullRefusal(target, "The value alone is larger.") : error;
    });
    const text = toValueText(body);
    const result = await store.write(name, { key: target.key, text, ...options });
    requireStored(result, target, text);
    response.writeHead(204).end();
  } else if (request.method === "DELETE") {
    await store.remove(name, target.key);
    response.writeHead(204).end();
  } else throw UNKNOWN_METHOD;
}

async function sendJson(
  { response, memory }: RunCall<RememberingRun>,
  text: string,
  headers: { etag?: string },
): Promise<void> {
  const bytes = Buffer.from(text);
  memory.hold(bytes.byteLength);
  response.writeHead(200, { "content-type": "application/json", ...headers });
  // The run may have ended by now.
  await pipeline([bytes], response).catch(() => response.destroy());
}

/** @throws RouteRefusal that says why the value was not stored */
function requireStored({ outcome, freeBytes }: WriteResult, { key, isShared }: Target, text: string): void {
  if (outcome === "stored") return;
  if (outcome === "changed") throw CHANGED;
  if (outcome === "no_agent") throw NO_AGENT;
  if (outcome === "many_keys")
    throw createFullRefusal(
      { key, isShared },
      `It already has ${REMEMBERED_LIMITS.storeKeys} keys, the maximum.`,
    );
  const bytes = Buffer.byteLength(`${key}${text}`);
  throw createFullRefusal(
    { key, isShared },
    `Key and value have ${bytes} bytes, and ${freeBytes} are free for them.`,
  );
}

function createFullRefusal({ key, isShared }: Target, reason: string): RouteRefusal {
  const store = isShared ? "The agent's shared memory" : "The memory for this person";
  const limit = `${store} can have ${REMEMBERED_LIMITS.storeBytes} bytes`;
  return new RouteRefusal(
    `Could not store ${JSON.stringify(key)}. ${limit}. ${reason} Delete values that you no longer need.`,
    { status: 413, code: "memory_full" },
  );
}
