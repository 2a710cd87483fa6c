import type { Agent, RunRequest } from "@stoa/contract";
import type { FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import type { Database } from "../../platform/db/database.ts";
import { AppError, invalidField } from "../../platform/http/app-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import type { AgentDirectory } from "../catalog/index.ts";
import type { ConversationsApi } from "../conversations/index.ts";
import type { FilesApi } from "../files/index.ts";
import type { RunCalls } from "../runs/index.ts";
import { assignFiles, type ReadMessage, readMessage } from "./message-input.ts";
import type { SendMessageParams } from "./requests.ts";
import { findConversation, getOwnContext } from "./task-store.ts";

export interface TaskStarterOptions {
  db: Database;
  runs: RunCalls;
  directory: Pick<AgentDirectory, "get">;
  conversations: Pick<ConversationsApi, "open" | "begin" | "dropEmpty">;
  files: Pick<FilesApi, "storeFile" | "removeFile">;
}

/** A run that a message started. */
export interface SentRun {
  runId: string;
  contextId: string;
  /** Whether an earlier request with the same idempotency key started it. */
  replayed: boolean;
}

type Traits = Pick<Agent, "memory" | "input_params">;
type Accepted = Omit<SentRun, "contextId">;
/** Starts the run in a conversation, or on its own. */
type Start = (conversationId?: string) => Promise<Accepted>;

const CONTEXT_ID = /^conv_[0-9a-f]{32}$/;
/** The number of cached traits, per agent and caller: more than are called at the same time. */
const CACHED_TRAITS = 10_000;
/** How long traits are cached, as other values of the catalog are. Each run checks again whether the caller may run it. */
const CACHE_MS = 5_000;
/** The traits of an agent that this caller may not view. The start of the run refuses it with the reason. */
const NO_TRAITS: Traits = { memory: "none", input_params: [] };

/** Starts runs for messages. */
export class TaskStarter {
  readonly #options: TaskStarterOptions;
  readonly #traits = new LRUCache<string, Traits>({ max: CACHED_TRAITS, ttl: CACHE_MS, perf: performance });

  constructor(options: TaskStarterOptions) {
    this.#options = options;
  }

  /**
   * Starts the run of a message, in the context that the message names or in a new one.
   * @throws AppError 400 for an unknown context, and the errors of `runs.accept`; ContentTypeNotSupportedError
   */
  async start(
    caller: Caller,
    request: FastifyRequest,
    agentId: number,
    { message, metadata }: SendMessageParams,
  ): Promise<SentRun> {
    const { runs } = this.#options;
    const { contextId } = message;
    const read = readMessage(message);
    const asked: RunRequest = { ...metadata, agent_id: agentId, input_data: read.input };
    const traits = await this.#readTraits(caller, agentId);
    // The key covers the message as it was sent, because each request stores its files anew.
    const key = runs.readIdempotencyKey(
      request,
      { ...asked, conversation_id: contextId },
      describeContent(read),
    );
    const start: Start = (conversationId) =>
      this.#withFiles(caller, read, traits, (input_data) =>
        runs.accept(caller, { ...asked, input_data, conversation_id: conversationId }, key, {
          sent: { text: read.text, fileIds: [] },
        }),
      );
    if (contextId !== undefined) {
      await this.#openContext(caller, agentId, contextId);
      return { ...(await start(contextId)), contextId };
    }
    const { memory } = traits;
    if (memory === "thread" || memory === "state" || memory === "session")
      return this.#startConversation(caller, agentId, start);
    return this.#addContext(await start());
  }

  /** @throws AppError 400 for a context that this person does not have with this agent */
  async #openContext(caller: Caller, agentId: number, contextId: string): Promise<void> {
    if (
      CONTEXT_ID.test(contextId) &&
      (await this.#options.conversations.open(caller, { id: contextId, agentId }))
    )
      return;
    throw invalidField(
      "message.contextId",
      "contextId must be one that this agent has returned to you. Leave it out to begin a new context",
    );
  }

  /** Starts the first run of an agent that keeps its own memory, which it does only in a conversation. */
  async #startConversation(caller: Caller, agentId: number, start: Start): Promise<SentRun> {
    const { conversations } = this.#options;
    const contextId = await conversations.begin(caller, agentId);
    let accepted: Accepted | undefined;
    try {
      accepted = await start(contextId);
    } finally {
      if (!accepted || accepted.replayed) await conversations.dropEmpty(contextId);
    }
    return accepted.replayed ? this.#addContext(accepted) : { ...accepted, contextId };
  }

  /** Adds the context of a run that was not started in a conversation, or that an earlier request has started. */
  async #addContext(accepted: Accepted): Promise<SentRun> {
    const { runId, replayed } = accepted;
    const known = replayed ? await findConversation(this.#options.db, runId) : undefined;
    return { ...accepted, contextId: known ?? getOwnContext(runId) };
  }

  /** Stores the files of a message and starts its run with them. Removes the files if no run has started. */
  async #withFiles(
    caller: Caller,
    { input, files }: ReadMessage,
    traits: Traits,
    accept: (input: RunRequest["input_data"]) => Promise<Accepted>,
  ): Promise<Accepted> {
    if (files.length === 0 || traits === NO_TRAITS) return accept(input);
    const ids: string[] = [];
    let accepted: Accepted | undefined;
    try {
      // Refuses a message with too many files before the first is stored.
      assignFiles(
        input,
        files.map(({ name }) => name),
        traits.input_params,
      );
      for (const file of files) ids.push((await this.#options.files.storeFile(caller, file)).id);
      accepted = await accept(assignFiles(input, ids, traits.input_params));
      return accepted;
    } finally {
      if (!accepted || accepted.replayed)
        for (const id of ids) await this.#options.files.removeFile(caller, id);
    }
  }

  async #readTraits(caller: Caller, agentId: number): Promise<Traits> {
    const key = `${agentId} ${caller.accountId}`;
    const known = this.#traits.get(key);
    if (known) return known;
    const traits = await this.#options.directory.get(agentId, caller).catch((error: unknown) => {
      if (error instanceof AppError && error.status === 404) return NO_TRAITS;
      throw error;
    });
    this.#traits.set(key, traits);
    return traits;
  }
}

const describeContent = ({ text, files }: ReadMessage) => [
  text,
  ...files.map(({ name, content }) => [name, content.toString("base64")]),
];
