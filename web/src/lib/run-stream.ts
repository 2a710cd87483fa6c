import type { RunRequest, RunStreamEvent } from "@stoa/contract/runs";
import type * as z from "zod";
import { routePath } from "./call.ts";
import { fetchApi } from "./fetch-api.ts";
import { NetworkError } from "./http-error.ts";
import { loadContract } from "./load-contract.ts";
import { readServerSentEvents } from "./sse.ts";

type Schemas = typeof RunStreamEvent;

/** An event of a run, by name. */
export type RunEvent = {
  [Name in keyof Schemas]: { name: Name; data: z.output<Schemas[Name]> };
}[keyof Schemas];

/** A lost connection is taken up again this often, later each time: 0.5, 1, 2, 4, 8 s. */
const RECONNECTS = 5;
const FIRST_WAIT_MS = 500;

interface Place {
  runId: string | null;
  lastEventId: string | null;
  ended: boolean;
  losses: number;
}

async function* readRunEvents(response: Response, place: Place): AsyncGenerator<RunEvent> {
  const { RunStreamEvent: schemas } = await loadContract();
  if (!response.body) return;
  for await (const event of readServerSentEvents(response.body)) {
    if (event.id !== null) place.lastEventId = event.id;
    place.losses = 0;
    const data: unknown = JSON.parse(event.data);
    if (event.event === "status") {
      const parsed = schemas.status.parse(data);
      place.runId = parsed.run_id;
      yield { name: "status", data: parsed };
    } else if (event.event === "output") yield { name: "output", data: schemas.output.parse(data) };
    else if (event.event === "step") yield { name: "step", data: schemas.step.parse(data) };
    else if (event.event === "cost") yield { name: "cost", data: schemas.cost.parse(data) };
    else if (event.event === "result") {
      place.ended = true;
      yield { name: "result", data: schemas.result.parse(data) };
      return;
    }
  }
}

async function openRun(
  request: RunRequest,
  key: string,
  place: Place,
  signal: AbortSignal,
): Promise<Response> {
  const { runRoutes } = await loadContract();
  if (place.runId !== null) {
    return fetchApi(routePath(runRoutes.events.path, { id: place.runId }), {
      headers: {
        accept: "text/event-stream",
        ...(place.lastEventId === null ? {} : { "last-event-id": place.lastEventId }),
      },
      signal,
    });
  }
  return fetchApi(runRoutes.run.path, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "text/event-stream", "idempotency-key": key },
    body: JSON.stringify(request),
    signal,
  });
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new Error("the run is no longer followed", { cause: signal.reason }));
    });
  });
}

/**
 * Starts a run and follows it to its result. A lost connection is taken up where it broke; the run itself goes
 * on at the server (reading 18), and the idempotency key keeps a repeated start from charging twice.
 * @throws HttpError when the server refuses the run, NetworkError when it stays out of reach.
 */
export async function* streamRun(request: RunRequest, signal: AbortSignal): AsyncGenerator<RunEvent> {
  const key = crypto.randomUUID();
  const place: Place = { runId: null, lastEventId: null, ended: false, losses: 0 };
  for (;;) {
    try {
      yield* readRunEvents(await openRun(request, key, place, signal), place);
      if (place.ended) return;
      throw new NetworkError("the stream ended early");
    } catch (error) {
      const lost = error instanceof NetworkError || error instanceof TypeError;
      if (signal.aborted || !lost || place.runId === null || place.losses >= RECONNECTS) {
        throw error instanceof TypeError ? new NetworkError(error) : error;
      }
      await wait(FIRST_WAIT_MS * 2 ** place.losses, signal);
      place.losses += 1;
    }
  }
}
