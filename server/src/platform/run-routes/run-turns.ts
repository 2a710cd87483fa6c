import { RouteRefusal } from "./route-refusal.ts";

/** The limits of a run. The texts complete the sentence "A run can ...". */
export interface RunTurnsOptions {
  maxTurns: number;
  maxBytes: number;
  turnsText: string;
  bytesText: string;
  /** The code of the refusal. */
  code: string;
}

interface Used {
  turns: number;
  bytes: number;
  /** Settles when the previous turn has ended. */
  last: Promise<void>;
}

/**
 * Runs the database work of each run one at a time and limits it, so that no run fills the database's log or uses all
 * connections.
 */
export class RunTurns<Run extends object> {
  readonly #options: RunTurnsOptions;
  readonly #runs = new WeakMap<Run, Used>();

  constructor(options: RunTurnsOptions) {
    this.#options = options;
  }

  /**
   * Calls `work` after all earlier turns have ended. `work` reports the bytes that it writes through `count`.
   * @throws RouteRefusal 429 if the run exceeds a limit
   */
  async runInTurn(run: Run, work: (count: (bytes: number) => void) => Promise<void>): Promise<void> {
    const { maxTurns, maxBytes, turnsText, bytesText } = this.#options;
    const used = this.#getUsed(run);
    if (used.turns >= maxTurns) throw this.#createRefusal(turnsText);
    used.turns += 1;
    const count = (bytes: number) => {
      used.bytes += bytes;
      if (used.bytes > maxBytes) throw this.#createRefusal(bytesText);
    };
    const turn = used.last.then(() => work(count));
    used.last = turn.catch(() => undefined);
    await turn;
  }

  #getUsed(run: Run): Used {
    const used = this.#runs.get(run) ?? { turns: 0, bytes: 0, last: Promise.resolve() };
    this.#runs.set(run, used);
    return used;
  }

  #createRefusal(text: string): RouteRefusal {
    return new RouteRefusal(`A run can ${text}, and this run reached the limit.`, {
      status: 429,
      code: this.#options.code,
    });
  }
}
