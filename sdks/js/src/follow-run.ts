import type { RunEvent } from "./api-types.gen.ts";
import { ConnectionError, TimeoutError } from "./errors.ts";
import { getBackoff } from "./retry-policy.ts";
import { parseServerSentEvents, type ServerSentEvent } from "./server-sent-events.ts";
import type { Call, OpenAnswer, Transport } from "./transport.ts";

/** The server sends data at least every 15 seconds. After three times as long, the connection counts as lost. */
const SILENCE_MS = 45_000;

/** The run to follow: an existing one, or the call that starts it or finds it by its idempotency key. */
export type FollowTarget = { runId: string; after: number } | { start: Call };

/**
 * Yields the events of a run up to its result. Reconnects if the connection breaks, and continues at the same point.
 */
export async function* followRun(
  transport: Transport,
  followed: FollowTarget,
  signal: AbortSignal | undefined,
): AsyncGenerator<RunEvent, void, undefined> {
  const place = new Position(followed);
  for (let failures = 0; ; failures += 1) {
    let answer: OpenAnswer | undefined;
    try {
      answer = await transport.open(place.call(signal));
      for await (const event of readEvents(answer)) {
        if (!place.isNew(event)) continue;
        failures = 0;
        yield event;
        if (event.event === "result") return;
      }
      throw new ConnectionError(
        "The connection ended before the run did. The run continues, so follow it again.",
      );
    } catch (error) {
      // Opening a stream has its own retries, except after a timeout.
      const mayPass = answer ? error instanceof ConnectionError : error instanceof TimeoutError;
      if (!mayPass || signal?.aborted || failures >= transport.maxRetries) throw error;
      await transport.pause(getBackoff(failures), signal);
    }
  }
}

async function* readEvents({ body, patience }: OpenAnswer): AsyncGenerator<RunEvent> {
  const renew = () => patience.renew(SILENCE_MS);
  renew();
  const events = parseServerSentEvents(body, renew);
  try {
    for (;;) {
      const next = await events.next().catch((error: unknown) => {
        throw patience.explainError(error);
      });
      if (next.done) return;
      yield toRunEvent(next.value);
    }
  } finally {
    patience.close();
    await events.return(undefined);
  }
}

function toRunEvent({ id, event, data }: ServerSentEvent): RunEvent {
  return { id: Number(id ?? 0), event, data: JSON.parse(data) as unknown } as RunEvent;
}

/** The point up to which a run has been followed. */
class Position {
  readonly #start: Call | undefined;
  #runId: string | undefined;
  #last: number;
  #hasEmitted = false;

  constructor(followed: FollowTarget) {
    if ("start" in followed) this.#start = followed.start;
    else this.#runId = followed.runId;
    this.#last = "after" in followed ? followed.after : -1;
  }

  /** Returns the call that starts the run, or that continues its events after this position. */
  call(signal: AbortSignal | undefined): Call {
    const accept = "text/event-stream";
    if (this.#runId === undefined && this.#start)
      return { ...this.#start, headers: { ...this.#start.headers, accept }, timeoutMs: SILENCE_MS };
    return {
      method: "GET",
      path: `/sdk/runs/${encodeURIComponent(this.#runId ?? "")}/events`,
      headers: { accept, "last-event-id": String(this.#last) },
      repeatable: true,
      timeoutMs: SILENCE_MS,
      signal,
    };
  }

  /** Returns whether an event is new. If the call that starts a run is sent again, its events begin again. */
  isNew({ id, event, data }: RunEvent): boolean {
    if (event === "status" || event === "result") this.#runId = data.run_id;
    // A result is numbered after the saved events of a run. A lost node may have sent more events than it saved.
    if (event !== "result" && this.#hasEmitted && id <= this.#last) return false;
    this.#hasEmitted = true;
    this.#last = id;
    return true;
  }
}
