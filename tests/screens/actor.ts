import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Agent, ExecutionResult, UploadReply } from "@stoa/contract";
import type { Answer, CallOptions, Client, Person } from "../harness/client.ts";
import { parsed } from "../harness/client.ts";

/** A file that is uploaded, with what its developer writes beside it. */
export interface Upload {
  readonly name: string;
  readonly description: string;
  readonly documentation: string;
  readonly category: string;
  readonly price_per_token: string;
  /** Below server/seed; only its name is sent where the source is given. */
  readonly path: string;
  readonly source?: string;
}

/** The text of a file below server/seed. */
export function seedFile(path: string): string {
  return readFileSync(fileURLToPath(new URL(`../../server/seed/${path}`, import.meta.url)), "utf8");
}

/** Somebody who uses a running server, over HTTP. What they ask for must be done. */
export class Actor {
  readonly person: Person;
  readonly #client: Client;

  constructor(client: Client, person: Person) {
    this.#client = client;
    this.person = person;
  }

  static async register(client: Client, username: string): Promise<Actor> {
    return new Actor(client, await client.register({ username }));
  }

  /** @returns the body, whatever the caller takes it for. @throws where it is refused. */
  async ask(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const answer = await this.#client.call(method, `/api/v1${path}`, {
      token: this.person.token,
      ...options,
    });
    if (answer.status >= 300)
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer;
  }

  /** Asks with a body of JSON. @returns a field of the answer's, as text. */
  async make(path: string, json: object, field = "id"): Promise<string> {
    const { body } = await this.ask("POST", path, { json });
    return String(Object(body)[field]);
  }

  async agent(id: number): Promise<Agent> {
    return parsed(Agent, await this.ask("GET", `/agents/${id}`));
  }

  /** Runs an agent, with its own first example unless another input is given. @returns the run's id. */
  async run(agentId: number, input?: object): Promise<string> {
    const input_data = input ?? (await this.agent(agentId)).examples[0] ?? { message: "Hello" };
    const answer = await this.ask("POST", "/execute/run", { json: { agent_id: agentId, input_data } });
    return parsed(ExecutionResult, answer).run_id;
  }

  /** @returns the agent's id. */
  async upload({ path, source, ...fields }: Upload): Promise<number> {
    const form = formOf(fields, path, source ?? seedFile(path));
    const answer = await this.ask("POST", "/agents/upload", { form });
    return parsed(UploadReply, answer).agent.id;
  }

  /** A new version of an agent, from a changed file. */
  async release(agentId: number, path: string, source: string, notes: string): Promise<void> {
    await this.ask("POST", `/agents/${agentId}/versions`, { form: formOf({ notes }, path, source) });
  }

  async review(agentId: number, rating: number, text: string): Promise<string> {
    const { body } = await this.ask("PUT", `/agents/${agentId}/review`, { json: { rating, text } });
    const { id, review } = Object(body);
    return String(id ?? Object(review).id);
  }
}

function formOf(fields: Readonly<Record<string, string>>, path: string, source: string): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("file", new File([source], path.slice(path.lastIndexOf("/") + 1)));
  return form;
}
