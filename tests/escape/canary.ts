import { setTimeout as delay } from "node:timers/promises";
import type { Person } from "../harness/client.ts";
import { type Market, PRICE_PER_TOKEN } from "./market.ts";
import type { RunEnd } from "./probe.ts";

const SOURCE = `def run(message: str):
    return " ".join(reversed(message.split()))
`;
const QUESTION = "one two three four five";
const ANSWER = "five four three two one";
/**
 * The pause between two runs. It is short enough that the canary runs during every probe, and long enough to leave the
 * processors to the probes.
 */
const PAUSE_MS = 250;

/** An honest agent that runs repeatedly during the probes. It must always give the same answer for the same charge. */
export class Canary {
  readonly #market: Market;
  readonly #caller: Person;
  readonly #agentId: number;
  readonly #first: RunEnd;
  #singing = true;
  #songs = 0;
  #slowest = 0;
  readonly #wrong: string[] = [];
  readonly #ended: Promise<void>;

  private constructor(market: Market, caller: Person, agentId: number, first: RunEnd) {
    this.#market = market;
    this.#caller = caller;
    this.#agentId = agentId;
    this.#first = first;
    this.#ended = this.#runRepeatedly();
  }

  /** Starts the canary. `head` contains the lines that select its environment. */
  static async start(market: Market, head: string): Promise<Canary> {
    const agentId = await market.upload("Canary", head + SOURCE);
    const caller = await market.register();
    const first = await market.run(caller, agentId, QUESTION);
    return new Canary(market, caller, agentId, first);
  }

  async #runRepeatedly(): Promise<void> {
    while (this.#singing) {
      await this.#runOnce().catch((error: unknown) => this.#wrong.push(String(error)));
      await delay(PAUSE_MS);
    }
  }

  async #runOnce(): Promise<void> {
    const { output, cost, tokens_used, seconds } = await this.#market.run(
      this.#caller,
      this.#agentId,
      QUESTION,
    );
    this.#songs += 1;
    this.#slowest = Math.max(this.#slowest, seconds);
    const charge = tokens_used * PRICE_PER_TOKEN;
    if (output !== ANSWER) this.#wrong.push(`it answered ${JSON.stringify(output)}`);
    if (cost !== this.#first.cost || Math.abs(cost - charge) > 1e-12 || cost <= 0)
      this.#wrong.push(`it cost ${cost} for ${tokens_used} tokens, but ${this.#first.cost} in the first run`);
  }

  /**
   * Stops the canary. Returns the number of its runs, the duration of the slowest run in seconds, and the problem of
   * every run with a wrong result.
   */
  async stop(): Promise<{ songs: number; slowest: number; wrong: string[] }> {
    this.#singing = false;
    await this.#ended;
    return { songs: this.#songs, slowest: this.#slowest, wrong: this.#wrong };
  }
}
