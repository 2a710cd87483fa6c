import { Agent, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";

/**
 * A persistent HTTP connection, as services use to call Stoa. It uses node:http, because in Node `fetch` adds about
 * 0.9 ms to each call, which is not the platform's time.
 */
export class PersistentConnection {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #url: string;
  readonly #headers: Record<string, string>;

  /** @param token a session's token or an API key */
  constructor(url: string, token: string, headers: Record<string, string> = {}) {
    this.#url = url;
    this.#headers = { authorization: `Bearer ${token}`, ...headers };
  }

  /** Posts JSON and returns the response's JSON. @throws Error if the status is not 200. */
  async post(path: string, json: unknown): Promise<unknown> {
    return JSON.parse(await text(await this.#send(path, json, "application/json")));
  }

  /**
   * Posts JSON and reads the events of the response to their end. `firstMs` is the time from sending the request until
   * `part` has arrived. @throws Error if the status is not 200 or the part does not arrive.
   */
  async stream(path: string, json: unknown, part: string): Promise<{ firstMs: number; read: string }> {
    const start = performance.now();
    const answer = await this.#send(path, json, "text/event-stream");
    let firstMs: number | undefined;
    let read = "";
    for await (const chunk of answer.setEncoding("utf8")) {
      read += String(chunk);
      if (read.includes(part)) firstMs ??= performance.now() - start;
    }
    if (firstMs === undefined) throw new Error(`${path} sent no ${part}: ${read}`);
    return { firstMs, read };
  }

  async #send(path: string, json: unknown, accept: string): Promise<IncomingMessage> {
    const body = JSON.stringify(json);
    const headers = {
      accept,
      ...this.#headers,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
    };
    const call = request(this.#url + path, { method: "POST", agent: this.#agent, headers });
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      call.once("response", resolve).once("error", reject);
    });
    call.end(body);
    const answer = await answered;
    if (answer.statusCode !== 200)
      throw new Error(`${path} answered ${answer.statusCode}: ${await text(answer)}`);
    return answer;
  }

  close(): void {
    this.#agent.destroy();
  }
}
