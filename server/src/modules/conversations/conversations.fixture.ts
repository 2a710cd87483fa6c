import { Conversation, ExecutionResult, SharedConversation, TurnList, UploadReply } from "@stoa/contract";
import { afterEach, expect } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { expectBooksBalanced } from "../../../../tests/harness/ledger.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { uploadForm } from "../catalog/catalog-server.fixture.ts";

/** Answers with everything that it got: the earlier turns, and the new message. */
export const REMEMBERS = `
def run(message: str, history: list[dict] = []):
    if message == "fail":
        raise ValueError("asked to fail")
    said = [f"{turn['role']}: {turn['content']}" for turn in history]
    return " | ".join([*said, message])
`;

/** Answers with the message alone. */
export const FORGETS = "def run(message: str):\n    return message\n";

/** Starts a server for tests of conversations. The books are audited after every test. */
export function useConversations() {
  const server = useTestServer();
  afterEach(() => expectBooksBalanced(server().db));

  async function upload(content: string) {
    const { client } = server();
    const { token } = await client.register();
    const form = uploadForm({ file: { name: "agent.py", content } });
    const answer = await client.call("POST", "/api/v1/agents/upload", { token, form });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return parseAnswer(UploadReply, answer).agent.id;
  }

  /** Registers a person who talks to an agent in a new conversation. */
  async function talk(agentId: number, options: { max_cost?: number } = {}) {
    const { client } = server();
    const { token } = await client.register();
    const created = await client.post("/api/v1/conversations", { agent_id: agentId, ...options }, { token });
    expect(created.status, JSON.stringify(created.body)).toBe(201);
    const { id } = parseAnswer(Conversation, created);
    const path = `/api/v1/conversations/${id}`;
    const execute = (message: string, more: object = {}) =>
      client.post(
        "/api/v1/execute/run",
        { agent_id: agentId, input_data: { message }, conversation_id: id, ...more },
        { token },
      );
    return {
      id,
      token,
      path,
      execute,
      /** Says something and returns the result. */
      say: async (message: string, more: object = {}) =>
        parseAnswer(ExecutionResult, await execute(message, more)),
      read: async () => parseAnswer(Conversation, await client.get(path, { token })),
      turns: async (query = "") =>
        parseAnswer(TurnList, await client.get(`${path}/turns${query}`, { token })),
      readShared: async (url: string) => {
        const shared = url.split("/").at(-1);
        return client.get(`/api/v1/shared-conversations/${shared}`);
      },
    };
  }

  return () => ({ ...server(), upload, talk });
}

export function parseShared(answer: Parameters<typeof parseAnswer>[1]) {
  return parseAnswer(SharedConversation, answer);
}
