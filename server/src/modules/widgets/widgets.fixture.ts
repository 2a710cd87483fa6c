import { PublishableKey, UploadReply, WidgetSession, WidgetTurns } from "@stoa/contract";
import { afterEach, expect } from "vitest";
import { type CallOptions, type KeyHolder, parseAnswer } from "../../../../tests/harness/client.ts";
import { expectBooksBalanced } from "../../../../tests/harness/ledger.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { uploadForm } from "../catalog/catalog-server.fixture.ts";

/** The origin of the page that embeds the agent in these tests. */
export const SITE = "https://shop.example.com";

/** An agent that shows the earlier messages of its conversation, in several pieces. */
export const HISTORIAN = `def run(question: str, history: list[dict]):
    for turn in history:
        yield turn["content"] + " | "
    yield question
`;

/** An event of an answer's stream. */
export interface AnswerEvent {
  event: string;
  data: Record<string, unknown>;
}

const parseEvents = (text: string): AnswerEvent[] =>
  [...text.matchAll(/event: (\w+)\ndata: (.*)\n/g)].map(([, event = "", data = "null"]) => ({
    event,
    data: JSON.parse(data),
  }));

/** Starts a server whose agents are embedded in pages. The books are audited after every test. */
export function useWidgets(env: Record<string, string> = {}) {
  const server = useTestServer({ env });
  afterEach(() => expectBooksBalanced(server().db));

  const call = (method: string, path: string, options: CallOptions = {}) =>
    server().client.call(method, path, options);

  /** Asks for a session as the widget does on a page of this origin. */
  const requestSession = (
    key: string,
    agent: number,
    { origin = SITE, visitor }: { origin?: string; visitor?: string | undefined } = {},
  ) =>
    call("POST", "/embed/sessions", {
      json: { key, agent, ...(visitor !== undefined && { visitor }) },
      headers: origin === "" ? {} : { origin },
    });

  return () => ({
    ...server(),
    /** Uploads an agent of a new developer. Its runs cost 0.0001 USD per token unless `fields` say otherwise. */
    async upload(content: string, fields: Record<string, string> = {}, developer?: KeyHolder) {
      const owner = developer ?? (await server().client.registerWithKey());
      const form = uploadForm({ file: { name: "agent.py", content }, fields });
      const answer = await call("POST", "/api/v1/agents/upload", { token: owner.token, form });
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      return { agentId: parseAnswer(UploadReply, answer).agent.id, developer: owner };
    },
    /** Creates a publishable key of a person. */
    async createKey({ token }: { token: string }, agentId: number, fields: Record<string, unknown> = {}) {
      const body = {
        name: `Site ${agentId}`,
        agent_id: agentId,
        origins: [SITE],
        limit_per_day: 1,
        ...fields,
      };
      const answer = await server().client.post("/api/v1/users/publishable-keys", body, { token });
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      return parseAnswer(PublishableKey, answer);
    },
    requestSession,
    /** Begins a session, as a new visitor unless a visitor's token is given. */
    async begin({ publishable_key, agent_id }: PublishableKey, visitor?: string) {
      return parseAnswer(WidgetSession, await requestSession(publishable_key, agent_id, { visitor }));
    },
    /** Sends a message and returns the reply with its events. */
    async send({ session }: { session: string }, message: string, fields: object = {}) {
      const answer = await call("POST", "/embed/messages", { token: session, json: { message, ...fields } });
      const events = typeof answer.body === "string" ? parseEvents(answer.body) : [];
      const result = events.find(({ event }) => event === "result")?.data;
      return { ...answer, events, result, runId: String(result?.run_id) };
    },
    async readTurns({ session }: { session: string }) {
      return parseAnswer(WidgetTurns, await call("GET", "/embed/messages", { token: session })).turns;
    },
  });
}
