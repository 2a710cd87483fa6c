import { ExecutionResult } from "@stoa/contract";
import { openRun, readEvents } from "../../server/src/modules/runs/live/event-reader.fixture.ts";
import { allowHosts } from "../harness/allow-hosts.ts";
import { type Answer, Client, type Person } from "../harness/client.ts";
import type { RunEnd } from "./probe.ts";

/** The price is low enough that ten dollars pay for all probes, and high enough that each probe costs something. */
export const PRICE_PER_TOKEN = 0.000002;
/** The limit of the free plan. */
const AGENTS_PER_DEVELOPER = 5;

/** Uploads and runs agents over HTTP, as developers and callers do. */
export class Market {
  readonly url: string;
  readonly #client: Client;
  #developer: Person | undefined;
  #uploads = 0;

  constructor(url: string) {
    this.url = url;
    this.#client = new Client(url);
  }

  register(): Promise<Person> {
    return this.#client.register();
  }

  /** Uploads an agent and returns its id. */
  async upload(name: string, source: string): Promise<number> {
    const answer = await this.offer(name, "probe.py", source);
    if (answer.status !== 201) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return Number(Object(Object(answer.body).agent).id);
  }

  /** Uploads a file of any kind. */
  async offer(name: string, filename: string, content: string | Uint8Array): Promise<Answer> {
    if (this.#uploads++ % AGENTS_PER_DEVELOPER === 0) this.#developer = await this.register();
    const form = new FormData();
    form.set("name", name);
    form.set("description", "Tries to leave its sandbox");
    form.set(
      "documentation",
      "An agent of the escape suite. It does nothing unless its input names a way to break out.",
    );
    form.set("price_per_token", String(PRICE_PER_TOKEN));
    form.set("file", new File([Buffer.from(content)], filename));
    const token = this.#developer?.token ?? "";
    return this.#client.call("POST", "/api/v1/agents/upload", { token, form });
  }

  /** Runs an agent and follows its events. Throws unless they end with exactly one result. */
  async run(caller: Person, agentId: number, message: string, seconds?: number): Promise<RunEnd> {
    await allowHosts(this.#client, caller, agentId);
    const started = performance.now();
    const response = await openRun(this.url, caller.token, {
      agent_id: agentId,
      input_data: { message },
      ...(seconds === undefined ? {} : { timeout: seconds }),
    });
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
    const events = await readEvents(response);
    const results = events.filter(({ event }) => event === "result");
    if (results.length !== 1 || events.at(-1)?.event !== "result")
      throw new Error(`not one result at the end: ${JSON.stringify(events.slice(-5))}`);
    const { agent_output, ...result } = ExecutionResult.parse(results[0]?.data);
    return { ...result, output: agent_output, seconds: (performance.now() - started) / 1000 };
  }

  async isHealthy(): Promise<boolean> {
    const answer = await fetch(`${this.url}/api/health`, { signal: AbortSignal.timeout(5000) });
    return answer.status === 200;
  }
}
