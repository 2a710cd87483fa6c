import { ExecutionResult, UploadReply, UsageHistory } from "@stoa/contract";
import { expect } from "vitest";
import { uploadForm } from "../../server/src/modules/catalog/catalog-server.fixture.ts";
import { parseAnswer } from "../harness/client.ts";
import { useTestServer } from "../harness/server.ts";

/** An agent that says which messages it received, as a stream. */
const AGENT = `def run(message: str, history: list[dict]):
    yield f"{len(history)} earlier messages. "
    for word in message.split():
        yield word.upper() + " "
`;
/** Returns an agent that declares the form of its answer: an object with one property. */
const describeAnswer = (property: string, schema: object) =>
  JSON.stringify({
    stoa: 1,
    name: `Answers with ${property}`,
    description: "Answers with an object.",
    instructions: "Answer.",
    output: { type: "object", properties: { [property]: schema }, required: [property] },
  });

export interface Stand {
  /** The settings of a client, as its documentation shows them. */
  baseUrl: string;
  apiKey: string;
  model: string;
  /** An agent whose answers have a mood. */
  moodModel: string;
  /** An agent whose answers have the status "ok". */
  statusModel: string;
  /** Checks that the caller has started this many runs since the last call, and that each was charged. */
  expectPaidRuns(count: number): Promise<void>;
}

/** Starts a server with two agents of a developer, for the tests of the calling file. */
export function useStand(): () => Promise<Stand> {
  const server = useTestServer();
  let stand: Promise<Stand> | undefined;
  const open = async (): Promise<Stand> => {
    const { client, url } = server();
    const developer = await client.register();
    const upload = async (name: string, content: string) => {
      const form = uploadForm({ file: { name, content } });
      const answer = await client.call("POST", "/api/v1/agents/upload", { token: developer.token, form });
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      return `agent/${parseAnswer(UploadReply, answer).agent.id}`;
    };
    const { key, token } = await client.registerWithKey();
    let seen = 0;
    return {
      baseUrl: `${url}/v1`,
      apiKey: key,
      model: await upload("agent.py", AGENT),
      moodModel: await upload("mood.json", describeAnswer("mood", { type: "string" })),
      statusModel: await upload("status.json", describeAnswer("status", { type: "string", enum: ["ok"] })),
      async expectPaidRuns(count) {
        const list = await client.get("/api/v1/execute/my-usage?limit=100", { token });
        const { usage_history: usage, total } = parseAnswer(UsageHistory, list);
        expect(total - seen).toBe(count);
        for (const { id } of usage.slice(0, count)) {
          const run = await client.get(`/api/v1/execute/runs/${id}`, { token });
          expect(parseAnswer(ExecutionResult, run)).toMatchObject({
            success: true,
            cost: expect.any(Number),
          });
        }
        seen = total;
      },
    };
  };
  return () => (stand ??= open());
}
