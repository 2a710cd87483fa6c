import type { RunRequest, RunStreamEvent } from "@stoa/contract/runs";
import type * as z from "zod";
import { getPath } from "./call.ts";
import { fetchApi } from "./fetch-api.ts";
import { HttpError, NetworkError } from "./http-error.ts";
import { readServerSentEvents } from "./sse.ts";

type Schemas = typeof RunStreamEvent;

/** A named event of a run. `lost` means that the connection broke and is being restored. */
export type RunFollowEvent =
  | { [Name in keyof Schemas]: { name: Name; data: z.output<Schemas[Name]> } }[keyof Schemas]
  | { name: "lost" };

/** The run to follow: a new run with its idempotency key, or an earlier run. */
export type FollowedRun = { readonly request: RunRequest; readonly key: string } | { readonly runId: string };

/** The number of retries after a lost connection. The delays before them are 0.5, 1, 2, 4 and 8 s. */
const RECONNECTS = 5;
const FIRST_WAIT_MS = 500;

/** Statuses after which a retry may succeed: the server restarts, or there were too many requests. */
const PASSING_STATUSES: readonly number[] = [429, 502, 503, 504];

const loadSchemas = () => import("@stoa/contract/runs");

interface StreamPosition {
  runId: string | null;
  lastEventId: string | null;
  ended: boolean;
  losses: number;
}

async function* readRunEvents(response: Response, position: StreamPosition): AsyncGenerator<RunFollowEvent> {
  const { RunStreamEvent: schemas } = await loadSchemas();
  if (!response.body) return;
  for await (const event of readServerSentEvents(response.body)) {
    if (event.id !== null) position.lastEventId = event.id;
    position.losses = 0;
    const data: unknown = JSON.parse(event.data);
    if (event.event === "status") {
      const parsed = schemas.status.parse(data);
      position.runId = parsed.run_id;
      yield { name: "status", data: parsed };
    } else if (event.event === "output") yield { name: "output", data: schemas.output.parse(data) };
    else if (event.event === "step") yield { name: "step", data: schemas.step.parse(data) };
    else if (event.event === "node") yield { name: "node", data: schemas.node.parse(data) };
    else if (event.event === "cost") yield { name: "cost", data: schemas.cost.parse(data) };
    else if (event.event === "result") {
      position.ended = true;
      yield { name: "result", data: schemas.result.parse(data) };
      return;
    }
  }
}

/** Sends the request once the schemas of its events have loaded, so that every started run can be shown. */
async function openRun(run: FollowedRun, position: StreamPosition, signal: AbortSignal): Promise<Response> {
  await loadSchemas();
  if ("runId" in run || position.runId !== null) {
    const id = "runId" in run ? run.runId : (position.runId ?? "");
    return fetchApi(await getPath("runs.events", { params: { id } }), {
      headers: {
        accept: "text/event-stream",
        ...(position.lastEventId === null ? {} : { "last-event-id": position.lastEventId }),
      },
      signal,
    });
  }
  return fetchApi(await getPath("runs.run"), {
    method: "POST",
    headers: { "content-type": "application/json", accept: "text/event-stream", "idempotency-key": run.key },
    body: JSON.stringify(run.request),
    signal,
  });
}

/** Returns whether a retry may succeed. */
function isPassing(error: unknown): boolean {
  if (error instanceof HttpError) return PASSING_STATUSES.includes(error.status);
  return error instanceof NetworkError || error instanceof TypeError;
}

/** Waits for the delay, or until the browser reports that it is back online. Rejects if the signal aborts. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(finish, ms);
    function finish(): void {
      clearTimeout(timer);
      removeEventListener("online", finish);
      signal.removeEventListener("abort", abandon);
      resolve();
    }
    function abandon(): void {
      finish();
      reject(new Error("the run is no longer followed", { cause: signal.reason }));
    }
    addEventListener("online", finish);
    signal.addEventListener("abort", abandon);
  });
}

/**
 * Follows a run to its result. Starts the run first if it is new. If the connection breaks, reconnects and continues at
 * the same point, because the run itself continues on the server. A start that gets no run id is not retried; the
 * caller can repeat it with the same key.
 * @throws HttpError if the server refuses the run, NetworkError if the server stays unreachable.
 */
export async function* streamRun(run: FollowedRun, signal: AbortSignal): AsyncGenerator<RunFollowEvent> {
  const runId = "runId" in run ? run.runId : null;
  const position: StreamPosition = { runId, lastEventId: null, ended: false, losses: 0 };
  for (;;) {
    try {
      yield* readRunEvents(await openRun(run, position, signal), position);
      if (position.ended) return;
      throw new NetworkError("the stream ended early");
    } catch (error) {
      if (signal.aborted || !isPassing(error) || position.runId === null || position.losses >= RECONNECTS) {
        throw error instanceof TypeError ? new NetworkError(error) : error;
      }
      yield { name: "lost" };
      await wait(FIRST_WAIT_MS * 2 ** position.losses, signal);
      position.losses += 1;
    }
  }
}
