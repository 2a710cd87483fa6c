import { type Answer, type CallOptions, Client } from "../harness/client.ts";

/** Sends each call to the next one of several servers, like a load balancer. */
export class TurnTakingClient extends Client {
  readonly #clients: readonly Client[];
  #calls = 0;

  constructor(urls: readonly [string, ...string[]]) {
    super(urls[0]);
    this.#clients = urls.map((url) => new Client(url));
  }

  override call(method: string, path: string, options?: CallOptions): Promise<Answer> {
    const next = this.#clients[this.#calls++ % this.#clients.length];
    return next ? next.call(method, path, options) : super.call(method, path, options);
  }
}
