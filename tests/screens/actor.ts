import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Agent, ExecutionResult, UploadReply } from "@stoa/contract";
import type { Answer, CallOptions, Client, Person } from "../harness/client.ts";
import { parseAnswer } from "../harness/client.ts";

/** A file to upload, with the form fields that its developer fills in. */
export interface Upload {
  readonly name: string;
  readonly description: string;
  readonly documentation: string;
  readonly category: string;
  readonly price_per_token: string;
  /** The path under server/seed. If `source` is given, only the file's name is used. */
  readonly path: string;
  readonly source?: string;
}

/** Returns the content of a file under server/seed. */
export function seedFile(path: string): string {
  return readFileSync(fileURLToPath(new URL(`../../server/seed/${path}`, import.meta.url)), "utf8");
}

/** A person who uses a running server over HTTP. Every request must succeed. */
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

  /** Sends a request and returns the body. Throws if the request is refused. */
  async ask(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const answer = await this.#client.call(method, `/api/v1${path}`, {
      token: this.person.token,
      ...options,
    });
    if (answer.status >= 300)
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer;
  }

  /** Sends a JSON body and returns a field of the answer as a string. */
  async make(path: string, json: object, field = "id"): Promise<string> {
    const { body } = await this.ask("POST", path, { json });
    return String(Object(body)[field]);
  }

  async getAgent(id: number): Promise<Agent> {
    return parseAnswer(Agent, await this.ask("GET", `/agents/${id}`));
  }

  /** Runs an agent, with its first example unless an input is given, and returns the run's id. */
  async run(agentId: number, input?: object): Promise<string> {
    const input_data = input ?? (await this.getAgent(agentId)).examples[0] ?? { message: "Hello" };
    const answer = await this.ask("POST", "/execute/run", { json: { agent_id: agentId, input_data } });
    return parseAnswer(ExecutionResult, answer).run_id;
  }

  /** Uploads an agent and returns its id. */
  async upload({ path, source, ...fields }: Upload): Promise<number> {
    const form = createForm(fields, path, source ?? seedFile(path));
    const answer = await this.ask("POST", "/agents/upload", { form });
    return parseAnswer(UploadReply, answer).agent.id;
  }

  /** Uploads a new version of an agent from a changed file. */
  async release(agentId: number, path: string, source: string, notes: string): Promise<void> {
    await this.ask("POST", `/agents/${agentId}/versions`, { form: createForm({ notes }, path, source) });
  }

  async writeReview(agentId: number, rating: number, text: string): Promise<string> {
    const { body } = await this.ask("PUT", `/agents/${agentId}/review`, { json: { rating, text } });
    const { id, review } = Object(body);
    return String(id ?? Object(review).id);
  }
}

function createForm(fields: Readonly<Record<string, string>>, path: string, source: string): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("file", new File([source], path.slice(path.lastIndexOf("/") + 1)));
  return form;
}
