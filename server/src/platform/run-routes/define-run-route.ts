import type { IncomingMessage, ServerResponse } from "node:http";
import type { RunRoute } from "@stoa/gateway";
import type { CountBytes } from "../outbound/traffic.ts";
import type { MemoryBudget, MemoryShare } from "./memory-budget.ts";
import { readBody } from "./read-body.ts";
import { RouteRefusal, sendRefusal } from "./route-refusal.ts";

/** An active run on this node, with the fields that every route needs. */
export interface ReachableRun {
  /** Aborts when the run ends. */
  signal: AbortSignal;
  /** Tracks a call: the run is marked as ended only after the call has settled. */
  track(call: Promise<void>): void;
}

/** The runs of this node that may use a route. */
export interface ReachableRuns<Run extends ReachableRun> {
  /**
   * Returns the same object for all requests of a run; undefined if the run has ended or is not allowed to use the
   * route.
   */
  find(runId: string): Run | undefined;
  /** Records that a trial run has tried to reach something outside its sandbox. */
  recordTrialCall(runId: string): void;
}

/** A request of a trial run. */
export interface TrialCall {
  request: IncomingMessage;
  response: ServerResponse;
  /** The request's path without its query. */
  path: string;
}

/** A request of a run. */
export interface RunCall<Run> extends TrialCall {
  run: Run;
  runId: string;
  /** The memory that the request uses until it ends. */
  memory: MemoryShare;
  /** Aborts when the run ends, or when its client leaves before the reply is sent. */
  signal: AbortSignal;
  /**
   * Reads the entire body.
   * @throws RouteRefusal 413 if it is too large, 415 if it is compressed, 503 if the node has no memory for it, or the
   * error that `count` throws
   */
  readBody(count?: CountBytes): Promise<Buffer>;
}

export interface RunRouteDefinition<Run extends ReachableRun> {
  /** The path of the route, such as `/connectors`: it receives all requests at this path and below it. */
  path: `/${string}`;
  runs: ReachableRuns<Run>;
  /** The refusal if `runs` does not find the run. */
  noRun: RouteRefusal;
  /**
   * The refusal for requests of trial runs, or a function that either replies or returns a refusal. A refused request is
   * recorded as an attempt to reach something outside the sandbox.
   */
  inTrial: RouteRefusal | ((call: TrialCall) => RouteRefusal | undefined);
  /** The maximum size of a request body in bytes. */
  maxBody: number;
  /** The refusal for a larger body, if it differs from the default. */
  tooLarge?: RouteRefusal;
  /** The memory budget that all routes of the node share. */
  memory: MemoryBudget;
  log: { error(fields: object, message: string): void };
  /** Handles the request. It may throw a RouteRefusal; any other error becomes a 500, and its cause is logged. */
  handle(call: RunCall<Run>): Promise<void>;
}

/** Declares an endpoint that a sandboxed run can reach through its gateway. */
export function defineRunRoute<Run extends ReachableRun>(definition: RunRouteDefinition<Run>): RunRoute {
  const { path, runs, noRun } = definition;
  return {
    path,
    async handle({ runId, trial }, request, response) {
      if (trial) return replyInTrial(definition, runId, request, response);
      const run = runs.find(runId);
      if (run === undefined) return sendRefusal(request, response, noRun);
      const call = handleCall(definition, run, runId, request, response);
      run.track(call);
      await call;
    },
  };
}

/** Returns a route that serves trial runs like all other runs. */
export function serveTrials({ path, handle }: RunRoute): RunRoute {
  return {
    path,
    handle: (session, request, response) => handle({ ...session, trial: false }, request, response),
  };
}

function replyInTrial<Run extends ReachableRun>(
  { inTrial, runs }: RunRouteDefinition<Run>,
  runId: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const refusal =
    inTrial instanceof RouteRefusal ? inTrial : inTrial({ request, response, path: getPath(request) });
  if (refusal === undefined) return;
  runs.recordTrialCall(runId);
  sendRefusal(request, response, refusal);
}

async function handleCall<Run extends ReachableRun>(
  { path, handle, maxBody, tooLarge, memory, log }: RunRouteDefinition<Run>,
  run: Run,
  runId: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const share = memory.share();
  const ended = new AbortController();
  const abort = () => ended.abort();
  const abortUnlessSent = () => {
    if (!response.writableFinished) ended.abort();
  };
  response.once("close", abortUnlessSent);
  run.signal.addEventListener("abort", abort, { once: true });
  if (run.signal.aborted || response.closed) abort();
  try {
    await handle({
      run,
      runId,
      request,
      response,
      path: getPath(request),
      memory: share,
      signal: ended.signal,
      readBody: (count) => readBody(request, { maxBytes: maxBody, memory: share, tooLarge, count }),
    });
  } catch (error) {
    const refusal = error instanceof RouteRefusal ? error : createInternalRefusal(error);
    const isAbandoned = ended.signal.aborted || request.destroyed;
    if (refusal.status === 500 && !isAbandoned)
      log.error({ err: refusal.cause, runId, path }, "a request from a run failed");
    sendRefusal(request, response, refusal);
  } finally {
    run.signal.removeEventListener("abort", abort);
    share.release();
  }
}

const getPath = ({ url = "" }: IncomingMessage): string => url.split("?", 1).join("");

function createInternalRefusal(cause: unknown): RouteRefusal {
  return new RouteRefusal("Something went wrong on our side. Please try again.", {
    status: 500,
    code: "internal",
    cause,
  });
}
