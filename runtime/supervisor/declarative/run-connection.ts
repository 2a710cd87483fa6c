import { request as httpRequest, type IncomingMessage } from "node:http";
import { type Duplex, duplexPair } from "node:stream";
import type { Job } from "../../protocol/index.ts";

export interface OutgoingCall {
  method: string;
  /** The path with its query. */
  path: string;
  /** A body that is sent as JSON. */
  body?: unknown;
  /** A body that is sent unchanged, instead of `body`. */
  content?: { type: string; bytes: Uint8Array };
  accept: string;
  /** Headers in addition to the headers that every call has. */
  headers?: Readonly<Record<string, string>>;
}

/** Returns the bytes of the body and their type, or undefined if there is no body. */
function getPayload({ body, content }: OutgoingCall): { type: string; bytes: Uint8Array } | undefined {
  if (content) return content;
  if (body === undefined) return undefined;
  return { type: "application/json", bytes: Buffer.from(JSON.stringify(body)) };
}

/**
 * Returns the two ends of an in-memory connection. Node signals to one end that the other has ended, but not that it
 * was destroyed, so this is signaled here.
 */
function createConnectionPair(): [Duplex, Duplex] {
  const [ours, theirs] = duplexPair();
  ours.on("error", () => ours.destroy());
  ours.on("close", () => theirs.destroy());
  theirs.on("close", () => {
    if (!theirs.writableFinished) ours.destroy(new Error("the gateway closed the connection"));
  });
  return [ours, theirs];
}

/** A run's connection to its gateway, with the run's token. */
export class RunConnection {
  readonly #job: Pick<Job, "connectGateway" | "runToken">;
  readonly #signal: AbortSignal;

  constructor(job: Pick<Job, "connectGateway" | "runToken">, signal: AbortSignal) {
    this.#job = job;
    this.#signal = signal;
  }

  /** Aborts when the run ends. */
  get signal(): AbortSignal {
    return this.#signal;
  }

  /** Sends a request on a new connection, which closes after the response. Rejects if it breaks or the run ends. */
  async call(call: OutgoingCall): Promise<IncomingMessage> {
    this.#signal.throwIfAborted();
    const { method, path, accept } = call;
    const payload = getPayload(call);
    const [ours, theirs] = createConnectionPair();
    const sent = httpRequest({
      method,
      path,
      host: "gateway",
      createConnection: () => ours,
      signal: this.#signal,
      headers: {
        ...call.headers,
        accept,
        authorization: `Bearer ${this.#job.runToken}`,
        connection: "close",
        ...(payload !== undefined && {
          "content-type": payload.type,
          "content-length": payload.bytes.byteLength,
        }),
      },
    });
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      sent.once("response", resolve);
      // Keep this listener: a later error without a listener would crash the host.
      sent.on("error", reject);
    });
    try {
      this.#job.connectGateway(theirs);
    } catch (error) {
      sent.destroy(error instanceof Error ? error : new Error("the gateway refused the connection"));
      return answered;
    }
    sent.end(payload?.bytes);
    return answered;
  }
}
