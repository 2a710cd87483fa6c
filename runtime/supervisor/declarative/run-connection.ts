import { request as httpRequest, type IncomingMessage } from "node:http";
import { type Duplex, duplexPair } from "node:stream";
import type { Job } from "../../protocol/index.ts";

export interface OutgoingCall {
  method: string;
  /** With its query. */
  path: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, in place of a body. */
  content?: { type: string; bytes: Uint8Array };
  accept: string;
  /** Beside the ones that are the call's own. */
  headers?: Readonly<Record<string, string>>;
}

/** What is sent, and as what. */
function getPayload({ body, content }: OutgoingCall): { type: string; bytes: Uint8Array } | undefined {
  if (content) return content;
  if (body === undefined) return undefined;
  return { type: "application/json", bytes: Buffer.from(JSON.stringify(body)) };
}

/** Two ends of a connection in memory. Node tells an end when the other has ended, but not when it was destroyed. */
function createConnectionPair(): [Duplex, Duplex] {
  const [ours, theirs] = duplexPair();
  ours.on("error", () => ours.destroy());
  ours.on("close", () => theirs.destroy());
  theirs.on("close", () => {
    if (!theirs.writableFinished) ours.destroy(new Error("the gateway closed the connection"));
  });
  return [ours, theirs];
}

/** What one run may reach: its gateway, with its own token. */
export class RunConnection {
  readonly #job: Pick<Job, "connectGateway" | "runToken">;
  readonly #signal: AbortSignal;

  constructor(job: Pick<Job, "connectGateway" | "runToken">, signal: AbortSignal) {
    this.#job = job;
    this.#signal = signal;
  }

  /** Asks over a connection of its own, which ends with the answer. Rejects when it breaks or the run ends. */
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
      // It stays: without any listener a break that comes later would end the host.
      sent.on("error", reject);
    });
    try {
      this.#job.connectGateway(theirs);
    } catch (error) {
      sent.destroy(error instanceof Error ? error : new Error("the gateway takes no connection"));
      return answered;
    }
    sent.end(payload?.bytes);
    return answered;
  }
}
