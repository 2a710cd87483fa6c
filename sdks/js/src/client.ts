import { Agents } from "./agents.ts";
import type { Balance, UsageStats } from "./api-types.gen.ts";
import { Conversations } from "./conversations.ts";
import { Files } from "./files.ts";
import { RememberedValues } from "./remembered-values.ts";
import type { CallOptions } from "./run-calls.ts";
import { Runs } from "./runs.ts";
import { readSettings, type StoaOptions } from "./settings.ts";
import { Transport } from "./transport.ts";

/** A client for a Stoa server and one API key. */
export class Stoa {
  readonly agents: Agents;
  readonly conversations: Conversations;
  readonly rememberedValues: RememberedValues;
  readonly files: Files;
  readonly runs: Runs;
  readonly #transport: Transport;

  constructor(options: StoaOptions = {}) {
    this.#transport = new Transport(readSettings(options));
    this.agents = new Agents(this.#transport);
    this.conversations = new Conversations(this.#transport);
    this.rememberedValues = new RememberedValues(this.#transport);
    this.files = new Files(this.#transport);
    this.runs = new Runs(this.#transport);
  }

  /** Returns your balance in USD. */
  balance({ signal }: CallOptions = {}): Promise<Balance> {
    return this.#transport.request({ method: "GET", path: "/sdk/balance", repeatable: true, signal });
  }

  /** Returns your usage totals. */
  usage({ signal }: CallOptions = {}): Promise<UsageStats> {
    return this.#transport.request({ method: "GET", path: "/sdk/usage/stats", repeatable: true, signal });
  }
}
