import { Agent, type IncomingMessage, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import autocannon from "autocannon";

/** A path to the provider: direct, or through one of the gateways. */
export interface GatewayPath {
  name: string;
  url: string;
  socketPath?: string;
  headers: Record<string, string>;
  /** The name of the model in streamed requests, if it is not the provider's. */
  streamedModel?: string;
}

/** The paths to compare. `stoa` has one path for each run. */
export interface GatewayPaths {
  direct: GatewayPath;
  thin: GatewayPath;
  stoa: readonly [GatewayPath, ...GatewayPath[]];
  portkey: GatewayPath | undefined;
}

const CONNECTIONS = 32;
/** The number of characters of an error response to print, which is enough to see why a call was refused. */
const MAX_SHOWN_REFUSAL = 500;

const system =
  "You are the support agent of a shop. Answer in at most three sentences, in the customer's language, without promises " +
  "that the policy does not make. The policy: returns within 30 days, refunds within 5 days, no refund for digital goods.";
const messages = [
  { role: "system", content: system },
  { role: "user", content: "My order 4711 has not arrived yet. ".repeat(12) },
];

/** The request that every path receives. */
export const BODY = JSON.stringify({ model: "gpt-4o-mini", messages, temperature: 0.2, max_tokens: 256 });
/** Returns the request of a stream. */
export const createStreamBody = ({ streamedModel = "gpt-4o-mini" }: GatewayPath): string =>
  JSON.stringify({ model: streamedModel, messages, max_tokens: 4_096, stream: true });

/** Calls one path over a persistent connection. */
export class Caller {
  readonly #way: GatewayPath;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(way: GatewayPath) {
    this.#way = way;
  }

  /** Makes a call and returns the milliseconds until its last byte. @throws Error if the status is not 200. */
  async timed(): Promise<number> {
    const { url, socketPath, headers } = this.#way;
    const start = performance.now();
    const call = request(url, {
      method: "POST",
      agent: this.#agent,
      headers: { ...headers, "content-type": "application/json", "content-length": Buffer.byteLength(BODY) },
      ...(socketPath === undefined ? {} : { socketPath }),
    });
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      call.once("response", resolve).once("error", reject);
    });
    call.end(BODY);
    const answer = await answered;
    await new Promise((resolve, reject) => answer.resume().once("end", resolve).once("error", reject));
    if (answer.statusCode !== 200) throw new Error(`${this.#way.name} answered ${answer.statusCode}`);
    return performance.now() - start;
  }

  close(): void {
    this.#agent.destroy();
  }
}

/**
 * Measures the requests per second over one path for several seconds, after a pause in which the server records earlier
 * calls. @throws Error if a call fails.
 */
export async function measureRate(way: GatewayPath, seconds: number): Promise<number> {
  await delay(200);
  const { url, socketPath, headers } = way;
  let refusal = "";
  const result = await autocannon({
    url,
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: BODY,
    connections: CONNECTIONS,
    duration: seconds,
    verifyBody: (body) => {
      const text = String(body);
      if (text.startsWith('{"error"')) refusal = text.slice(0, MAX_SHOWN_REFUSAL);
      return true;
    },
    ...(socketPath === undefined ? {} : { socketPath }),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${way.name}: ${result.non2xx} failed responses, ${result.errors} errors; ${refusal}`);
  return result.requests.total / result.duration;
}
