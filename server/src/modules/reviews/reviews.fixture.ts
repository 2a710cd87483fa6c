import { randomBytes } from "node:crypto";
import { ExecutionResult, Review, type UploadReply } from "@stoa/contract";
import { type Answer, type Person, parseAnswer } from "../../../../tests/harness/client.ts";
import { type TestServer, useTestServer } from "../../../../tests/harness/server.ts";

/** An agent without code. It starts immediately, and its answers come from stoa-basic. */
const AGENT = {
  stoa: 1,
  description: "Quotes the text.",
  instructions: "Summarize the text in one sentence.",
};
const MESSAGE = "The ferry stops in November for repairs. A bus replaces it twice a day.";

/** An agent in the marketplace, with functions for what people do with it. */
export interface ReviewedAgent {
  id: number;
  developer: Person;
  /** Registers a person who has paid for a completed run of the agent. */
  customer(): Promise<Person>;
  run(person: Person): Promise<ExecutionResult>;
  write(person: Person, body: object): Promise<Answer>;
  /** Writes a review by a person who has paid for a run. */
  reviewed(rating: number, text?: string): Promise<{ author: Person; review: Review }>;
}

/** Starts the whole product without Python, for all tests in the calling file. */
export function useReviews() {
  const server = useTestServer({ env: { STOA_PYTHON: "/nonexistent/python3" } });
  return () => {
    const { client, db, pool } = server();
    return {
      client,
      db,
      pool,
      agent: (price = "0.0001") => reviewedAgent(server(), price),
      rating: async (agentId: number) => {
        const { body } = await client.get(`/api/v1/agents/${agentId}`);
        const { rating, average_rating, reviews } = Object(body);
        return { rating, average_rating, reviews };
      },
    };
  };
}

async function reviewedAgent(server: TestServer, price: string): Promise<ReviewedAgent> {
  const { client } = server;
  const developer = await client.register();
  const form = new FormData();
  const name = `Ferry ${randomBytes(4).toString("hex")}`;
  const fields = {
    name,
    description: "Quotes a sentence.",
    documentation: "Send it some text, and it quotes the most important sentence word for word.",
    price_per_token: price,
  };
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set("file", new Blob([JSON.stringify({ ...AGENT, name })]), "ferry.json");
  const uploaded = await client.call("POST", "/api/v1/agents/upload", { form, token: developer.token });
  if (uploaded.status !== 201) throw new Error(JSON.stringify(uploaded.body));
  const { id } = (uploaded.body as UploadReply).agent;

  const run = async ({ token }: Person) => {
    const body = { agent_id: id, input_data: { message: MESSAGE } };
    return parseAnswer(ExecutionResult, await client.post("/api/v1/execute/run", body, { token }));
  };
  const customer = async () => {
    const person = await client.register();
    const { success, cost } = await run(person);
    if (!success || cost === 0) throw new Error("the run was not completed or not charged");
    return person;
  };
  const write = ({ token }: Person, body: object) =>
    client.put(`/api/v1/agents/${id}/review`, body, { token });
  return {
    id,
    developer,
    run,
    customer,
    write,
    async reviewed(rating, text = "It does what it says.") {
      const author = await customer();
      return { author, review: parseAnswer(Review, await write(author, { rating, text })) };
    },
  };
}
