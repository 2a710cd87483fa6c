import { randomUUID } from "node:crypto";
import { PushNotificationNotSupportedError, TaskNotFoundError } from "@a2a-js/sdk/errors";
import { type AgentSummary, LIMITS } from "@stoa/contract";
import type { AgentDirectory } from "../catalog/index.ts";
import { readMessage } from "./message-input.ts";
import type { Call, Operations, Updates } from "./operations.ts";
import type { ListTasksParams, SendMessageParams } from "./requests.ts";
import type { ListTasksResponse, Message, SendMessageResponse } from "./wire.ts";

/** How many agents a message to the store returns. A calling agent compares a few candidates. */
const FOUND_MAX = 10;

export interface StoreAgentOptions {
  directory: Pick<AgentDirectory, "search">;
  /** Returns the URL of an agent's card. */
  getCardUrl(agentId: number): string;
}

/**
 * The store's own agent: it finds agents for the words of a message. It replies with a message and begins no task, so it
 * costs nothing and anyone may ask it.
 */
export class StoreAgent implements Operations {
  readonly #options: StoreAgentOptions;

  constructor(options: StoreAgentOptions) {
    this.#options = options;
  }

  async send({ caller }: Call, { message }: SendMessageParams): Promise<SendMessageResponse> {
    if (message.taskId !== undefined) throw noTasks();
    const { input, text } = readMessage(message);
    const words = typeof input.message === "string" ? input.message : text;
    const search = words.replaceAll("\u0000", " ").trim().slice(0, LIMITS.searchMaxLength);
    const { agents } = await this.#options.directory.search({ search, limit: FOUND_MAX }, caller);
    return { message: this.#present(agents, message.contextId) };
  }

  async stream(call: Call, params: SendMessageParams): Promise<Updates> {
    const response = await this.send(call, params);
    return async function* () {
      yield response;
    };
  }

  getTask(): Promise<never> {
    return Promise.reject(noTasks());
  }

  async listTasks(_call: Call, { pageSize }: ListTasksParams): Promise<ListTasksResponse> {
    return { tasks: [], nextPageToken: "", pageSize, totalSize: 0 };
  }

  cancelTask(): Promise<never> {
    return Promise.reject(noTasks());
  }

  subscribe(): Promise<never> {
    return Promise.reject(noTasks());
  }

  createPush(): Promise<never> {
    return refusePush();
  }

  getPush(): Promise<never> {
    return refusePush();
  }

  listPush(): Promise<never> {
    return refusePush();
  }

  deletePush(): Promise<never> {
    return refusePush();
  }

  #present(agents: readonly AgentSummary[], contextId: string | undefined): Message {
    const found = agents.map(({ id, name, description, developer, tags, price_per_token }) => ({
      ...{ agent_id: id, name, description, developer, tags, price_per_token },
      card_url: this.#options.getCardUrl(id),
    }));
    const lines = found.map(({ name, description, card_url }) => `${name}: ${description}\n${card_url}`);
    const text =
      lines.length > 0 ? lines.join("\n\n") : "No agent matches these words. Use fewer or other words.";
    return {
      messageId: randomUUID(),
      contextId: contextId ?? randomUUID(),
      role: "ROLE_AGENT",
      parts: [{ text }, { data: { agents: found }, mediaType: "application/json" }],
    };
  }
}

const noTasks = () => new TaskNotFoundError("The store's own agent replies with messages and has no tasks");

function refusePush(): Promise<never> {
  return Promise.reject(
    new PushNotificationNotSupportedError(
      "The store's own agent replies immediately and sends no push notifications",
    ),
  );
}
