import { readApiError } from "./errors.ts";
import { Patience } from "./patience.ts";
import { isInFlight, pauseAfter } from "./retry-policy.ts";
import type { Settings } from "./settings.ts";

/** A call to the API, which may be sent more than once. */
export interface Call {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** The path below `/api/v1`. */
  path: string;
  query?: Readonly<Record<string, string | number | undefined>>;
  json?: unknown;
  form?: FormData;
  /** A body that is sent as it is. */
  bytes?: Blob;
  headers?: Readonly<Record<string, string>>;
  /** Whether the call still takes effect only once if it reaches the server twice. */
  repeatable: boolean;
  /** Time limit for this call in milliseconds. Defaults to the settings. */
  timeoutMs?: number;
  signal?: AbortSignal | undefined;
}

/** A response that is still arriving. Its reader restarts the time limit with each chunk, and closes it at the end. */
export interface OpenAnswer {
  body: ReadableStream<Uint8Array>;
  patience: Patience;
}

/** Sends calls to one server with one key, and retries failed calls if a retry can succeed. */
export class Transport {
  readonly #settings: Settings;
  readonly #pause: typeof pause;

  constructor(settings: Settings, waiting: typeof pause = pause) {
    this.#settings = settings;
    this.#pause = waiting;
  }

  get maxRetries(): number {
    return this.#settings.maxRetries;
  }

  pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
    return this.#pause(ms, signal);
  }

  /** Sends a call and returns the JSON value of its response. */
  request<Answer>(call: Call): Promise<Answer> {
    return this.#receive(call, async (response) => (await response.json()) as Answer);
  }

  /** Sends a call and returns the text of its response. */
  requestText(call: Call): Promise<string> {
    return this.#receive(call, (response) => response.text());
  }

  /** Sends a call and returns the content of its response. */
  requestBlob(call: Call): Promise<Blob> {
    return this.#receive(call, (response) => response.blob());
  }

  /** Sends a call whose response is a stream. */
  open(call: Call): Promise<OpenAnswer> {
    return this.#repeat(call, async (patience) => {
      const { body, headers } = await this.#send(call, patience);
      if (!body || !headers.get("content-type")?.startsWith("text/event-stream"))
        throw new SyntaxError("the response is not a stream of events");
      return { body, patience };
    });
  }

  #receive<Answer>(call: Call, read: (response: Response) => Promise<Answer>): Promise<Answer> {
    return this.#repeat(call, async (patience) => {
      const answer = await read(await this.#send(call, patience));
      patience.close();
      return answer;
    });
  }

  async #repeat<Result>(call: Call, attempt: (patience: Patience) => Promise<Result>): Promise<Result> {
    const { maxRetries } = this.#settings;
    const timeoutMs = call.timeoutMs ?? this.#settings.timeoutMs;
    const until = Date.now() + timeoutMs;
    for (let failures = 0; ; ) {
      const patience = new Patience(timeoutMs, call.signal);
      try {
        return await attempt(patience);
      } catch (failure) {
        const error = patience.explainError(failure);
        patience.abandon();
        const ms = pauseAfter({ error, failures, maxRetries, repeatable: call.repeatable });
        if (ms === undefined || (isInFlight(error) && Date.now() + ms > until)) throw error;
        if (!isInFlight(error)) failures += 1;
        await this.#pause(ms, call.signal);
      }
    }
  }

  async #send(
    { method, path, query, json, form, bytes, headers }: Call,
    patience: Patience,
  ): Promise<Response> {
    const url = new URL(`${this.#settings.baseUrl}/api/v1${path}`);
    for (const [name, value] of Object.entries(query ?? {}))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const body = json === undefined ? (form ?? bytes) : JSON.stringify(json);
    const response = await this.#settings.fetch(url.href, {
      method,
      headers: {
        accept: "application/json",
        ...(json !== undefined && { "content-type": "application/json" }),
        ...headers,
        // The key is not sent as X-API-Key, because HTTP clients hide Authorization in logs and do not forward it to
        // other servers.
        authorization: `Bearer ${this.#settings.apiKey}`,
      },
      ...(body !== undefined && { body }),
      // After a redirect, a POST would arrive as a GET.
      redirect: "manual",
      signal: patience.signal,
    });
    // Browsers report a redirect with the status 0.
    if (response.status === 0) throw new SyntaxError("the response is a redirect");
    if (!response.ok) throw await readApiError(response);
    return response;
  }
}

/** Waits until the time is over or the caller cancels. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", giveUp);
      resolve();
    }, ms);
    if (signal?.aborted) giveUp();
    else signal?.addEventListener("abort", giveUp, { once: true });
  });
}
