import type {
  Conversation,
  ConversationExport,
  ConversationLink,
  ConversationList,
  ConversationListQuery,
  CreateConversationRequest,
  Ok,
  Turn,
  TurnList,
  UpdateConversationRequest,
} from "./api-types.gen.ts";
import type { CallOptions } from "./run-calls.ts";
import type { Call, Transport } from "./transport.ts";

/** `title` and `max_cost` (USD) of a new conversation, as in the API. */
export interface ConversationOptions extends CallOptions, Omit<CreateConversationRequest, "agent_id"> {}

/**
 * Creates, reads and changes conversations. To add a turn, run the agent with `conversation_id`.
 */
export class Conversations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Creates an empty conversation with an agent. */
  create(agentId: number, { signal, ...fields }: ConversationOptions = {}): Promise<Conversation> {
    // The call is not repeatable, because a second one would create a second conversation.
    return this.#transport.request({
      method: "POST",
      path: "/conversations",
      json: { agent_id: agentId, ...fields },
      repeatable: false,
      signal,
    });
  }

  /** Yields your conversations, the most recently used first. `limit` is the page size. */
  async *list(
    query: ConversationListQuery = {},
    { signal }: CallOptions = {},
  ): AsyncGenerator<Conversation, void, undefined> {
    const call: Call = {
      method: "GET",
      path: "/conversations",
      query: { ...query },
      repeatable: true,
      signal,
    };
    for await (const page of this.#pages<ConversationList>(call)) yield* page.conversations;
  }

  /** Returns a conversation with its total cost. */
  get(conversationId: string, { signal }: CallOptions = {}): Promise<Conversation> {
    return this.#transport.request({
      method: "GET",
      path: toPath(conversationId),
      repeatable: true,
      signal,
    });
  }

  /**
   * Changes the title, the maximum total cost or the current turn. Omitted fields keep their values, and null removes
   * `max_cost`.
   */
  update(
    conversationId: string,
    changes: UpdateConversationRequest,
    { signal }: CallOptions = {},
  ): Promise<Conversation> {
    return this.#transport.request({
      method: "PUT",
      path: toPath(conversationId),
      json: changes,
      repeatable: true,
      signal,
    });
  }

  /** Deletes a conversation with the content of its turns. */
  async delete(conversationId: string, { signal }: CallOptions = {}): Promise<void> {
    await this.#transport.request<Ok>({
      method: "DELETE",
      path: toPath(conversationId),
      repeatable: true,
      signal,
    });
  }

  /** Yields the turns of a conversation, newest first, including edited and failed ones. `limit` is the page size. */
  async *turns(
    conversationId: string,
    { limit, signal }: CallOptions & { limit?: number } = {},
  ): AsyncGenerator<Turn, void, undefined> {
    const path = `${toPath(conversationId)}/turns`;
    const call: Call = { method: "GET", path, query: { limit }, repeatable: true, signal };
    for await (const page of this.#pages<TurnList>(call)) yield* page.turns;
  }

  /** Copies the turns up to this one into a new conversation, at no cost. */
  branch(conversationId: string, turn: number, { signal }: CallOptions = {}): Promise<Conversation> {
    return this.#transport.request({
      method: "POST",
      path: `${toPath(conversationId)}/branch`,
      json: { turn },
      repeatable: false,
      signal,
    });
  }

  /** Returns a link with which anyone can read the turns up to the current one, and revokes an earlier link. */
  share(conversationId: string, { signal }: CallOptions = {}): Promise<ConversationLink> {
    return this.#transport.request({
      method: "POST",
      path: `${toPath(conversationId)}/share`,
      repeatable: true,
      signal,
    });
  }

  /** Revokes the link of a conversation. */
  async unshare(conversationId: string, { signal }: CallOptions = {}): Promise<void> {
    await this.#transport.request<Ok>({
      method: "DELETE",
      path: `${toPath(conversationId)}/share`,
      repeatable: true,
      signal,
    });
  }

  /** Returns a conversation with its current turn and the turns that it follows, as data or as Markdown. */
  export(conversationId: string, options?: CallOptions & { format?: "json" }): Promise<ConversationExport>;
  export(conversationId: string, options: CallOptions & { format: "markdown" }): Promise<string>;
  export(
    conversationId: string,
    { format = "json", signal }: CallOptions & { format?: "json" | "markdown" } = {},
  ): Promise<ConversationExport | string> {
    const path = `${toPath(conversationId)}/export`;
    const call: Call = { method: "GET", path, query: { format }, repeatable: true, signal };
    return format === "markdown"
      ? this.#transport.requestText({ ...call, headers: { accept: "text/markdown" } })
      : this.#transport.request(call);
  }

  async *#pages<Page extends { next_cursor: string | null }>(
    call: Call,
  ): AsyncGenerator<Page, void, undefined> {
    let { query } = call;
    for (;;) {
      const page = await this.#transport.request<Page>({ ...call, query: { ...query } });
      yield page;
      if (page.next_cursor === null) return;
      query = { ...query, cursor: page.next_cursor };
    }
  }
}

function toPath(conversationId: string): string {
  return `/conversations/${encodeURIComponent(conversationId)}`;
}
