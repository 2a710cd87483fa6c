import { UploadReply } from "@stoa/contract";
import OpenAI from "openai";
import { afterEach, expect } from "vitest";
import { type KeyHolder, parseAnswer } from "../../../../tests/harness/client.ts";
import { expectBooksBalanced } from "../../../../tests/harness/ledger.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { uploadForm } from "../catalog/catalog-server.fixture.ts";

/** An agent that repeats its message in several pieces, as a stream. */
export const ECHO = `def run(message: str):
    for word in message.split():
        yield word + " "
`;
/** An agent that shows which earlier messages it received. */
export const HISTORIAN = `def run(question: str, history: list[dict]):
    return [*(turn["role"] + ": " + turn["content"] for turn in history), question]
`;

/** Starts a server whose agents are run with OpenAI's own client. The books are audited after every test. */
export function useOpenAiApi(env: Record<string, string> = {}) {
  const server = useTestServer({ env });
  afterEach(() => expectBooksBalanced(server().db));

  return () => ({
    ...server(),
    /** Returns OpenAI's client as its documentation shows it. It does not repeat requests, so that tests see every error. */
    connect: ({ key }: Pick<KeyHolder, "key">) =>
      new OpenAI({ baseURL: `${server().url}/v1`, apiKey: key, maxRetries: 0 }),
    register: () => server().client.registerWithKey(),
    /** Uploads an agent of a new developer. */
    async upload(content: string, fields: Record<string, string> = {}, name = "agent.py") {
      const { client } = server();
      const developer = await client.registerWithKey();
      const form = uploadForm({ file: { name, content }, fields });
      const answer = await client.call("POST", "/api/v1/agents/upload", { token: developer.token, form });
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      const agentId = parseAnswer(UploadReply, answer).agent.id;
      return { agentId, developer, model: `agent/${agentId}` };
    },
  });
}
