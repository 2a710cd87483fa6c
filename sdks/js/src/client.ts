import { Agents } from "./agents.ts";
import type { Balance, UsageStats } from "./api-types.gen.ts";
import type { CallOptions } from "./run-calls.ts";
import { Runs } from "./runs.ts";
import { readSettings, type StoaOptions } from "./settings.ts";
import { Transport } from "./transport.ts";

/** A client for a Stoa server and one API key. */
export class Stoa {
  readonly agents: Agents;
  readonly runs: Runs;
  readonly #transport: Transport;

  constructor(options: StoaOptions = {}) {
    this.#transport = new Transport(readSettings(options));
    this.agents = new Agents(this.#transport);
    this.runs = new Runs(this.#transport);
  }

  /** Returns your balance in USD. */
  balance({ signal }: CallOptions = {}): Promise<Balance> {
    return this.#transport.request({ method: "GET", path: "/balance", repeatable: true, signal });
  }

  /** Returns your usage totals. */
  usage({ signal }: CallOptions = {}): Promise<UsageStats> {
    return this.#transport.request({ method: "GET", path: "/usage/stats", repeatable: true, signal });
  }
}
