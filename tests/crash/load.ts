import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { ExecutionResult } from "@stoa/contract";
import type { Person } from "../harness/client.ts";
import { Client } from "../harness/client.ts";
import type { SeededRandom } from "../harness/seeded-random.ts";

/** The server's answer about one run, with the idempotency key that the caller sent. */
export interface RunAnswer {
  key: string;
  result: ExecutionResult;
}

/** An agent whose message decides how it answers: immediately, slowly, in chunks, with a model, or with an error. */
export const CRASH_AGENT = `import time
import stoa


@stoa.agent(name="Crash dummy", description="Answers as its input requests")
def run(message: str):
    """Answers in several ways.

    Args:
        message: fast, slow, pieces, model or fail
    """
    if message == "fail":
        raise ValueError("asked to fail")
    if message == "model":
        yield str(stoa.model("stoa-basic").complete("Summarise: The sea is wide. The sea is deep."))
        return
    for piece in range(6 if message in ("slow", "pieces") else 1):
        time.sleep(0.12 if message == "slow" else 0.02 if message == "pieces" else 0)
        yield f"piece {piece} of an answer that costs something. "
`;

const MESSAGES = ["fast", "fast", "slow", "pieces", "model", "fail"] as const;
const PAUSE_MS = 20;

/** Callers that run agents one after the other until they are stopped, and record every answer. */
export class Load {
  readonly answers: RunAnswer[] = [];
  readonly #client: Client;
  readonly #agentId: number;
  #running = false;
  #loops: Promise<void>[] = [];

  constructor(url: string, agentId: number) {
    this.#client = new Client(url);
    this.#agentId = agentId;
  }

  start(people: Person[], random: SeededRandom): void {
    this.#running = true;
    this.#loops = people.map((person) => this.#loop(person, random));
  }

  async stop(): Promise<void> {
    this.#running = false;
    await Promise.all(this.#loops);
  }

  async #loop(person: Person, random: SeededRandom): Promise<void> {
    while (this.#running) {
      const key = randomUUID();
      const body = { agent_id: this.#agentId, input_data: { message: random.pick(MESSAGES) } };
      // A caller without an answer retries once with the same key: the run must still be charged only once.
      for (let attempt = 0; attempt < 2; attempt++) {
        const answer = await this.#client
          .post("/api/v1/execute/run", body, { token: person.token, headers: { "idempotency-key": key } })
          .catch(() => undefined);
        if (answer?.status === 200) {
          this.answers.push({ key, result: ExecutionResult.parse(answer.body) });
          break;
        }
        await delay(PAUSE_MS);
      }
    }
  }
}
