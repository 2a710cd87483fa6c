import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import * as z from "zod";
import type { GatewaySession } from "../gateway.ts";
import { ensureGatewayError, GatewayError, openAiErrorBody } from "../openai-error.ts";
import { ResponseEvents } from "../responses/response-events.ts";
import { type ChatAnswer, readChatAnswer } from "../translation/chat-answer.ts";
import { CHAT_ROUTE, type OpenOwnRoute, postToOwnRoute, readText } from "../translation/own-route.ts";
import { STREAM_HEADERS } from "../upstream/relay-stream.ts";
import { SseSplitter } from "../upstream/sse-splitter.ts";
import { findCitations } from "./citations.ts";
import { performSearch } from "./perform-search.ts";
import { type FoundPage, SEARCH_METHOD, SEARCH_PATH, type SearchService } from "./search-service.ts";
import { SEARCH_FUNCTION, type WebSearch } from "./web-search-tool.ts";

/**
 * The maximum number of searches per answer. Models usually answer after one to three. Each search costs a call to the
 * caller's connector and a model call.
 */
const MAX_SEARCHES = 8;

interface SearchedCall {
  open: OpenOwnRoute;
  session: GatewaySession;
  /** The body of a chat completion that offers the search function. */
  chat: object;
  isStream: boolean;
  search: WebSearch;
}

/** A search that the model requests. */
interface WantedSearch {
  id: string;
  name: string;
  arguments: string;
}

/**
 * Answers a request to the Responses API that offers the model a web search: calls the model, performs the requested
 * searches with the caller's connector, and calls the model again with the results. The chat route meters each model
 * call.
 * @throws GatewayError if nothing has been sent to the client.
 */
export async function answerWithSearch(call: SearchedCall, response: ServerResponse): Promise<void> {
  const { searchService } = call.session;
  if (searchService === undefined) throw createUndeclaredError();
  const gone = new AbortController();
  const leave = () => gone.abort();
  response.once("close", leave);
  try {
    await new SearchedAnswer(call, searchService, response, gone.signal).run();
  } catch (thrown) {
    if (!response.headersSent || response.closed) throw thrown;
    response.end(new ResponseEvents().endWithError(openAiErrorBody(ensureGatewayError(thrown))));
  } finally {
    response.off("close", leave);
  }
}

class SearchedAnswer {
  readonly #call: SearchedCall;
  readonly #service: SearchService;
  readonly #response: ServerResponse;
  readonly #signal: AbortSignal;
  readonly #pages: FoundPage[] = [];
  readonly #events = new ResponseEvents((text) => findCitations(text, this.#pages));
  #messages: unknown[];
  #searches = 0;

  constructor(call: SearchedCall, service: SearchService, response: ServerResponse, signal: AbortSignal) {
    this.#call = call;
    this.#service = service;
    this.#response = response;
    this.#signal = signal;
    this.#messages = (call.chat as { messages: unknown[] }).messages;
  }

  async run(): Promise<void> {
    for (;;) {
      const wanted = await this.#askModel();
      if (wanted === undefined || this.#response.closed) return;
      if (wanted.length === 0) break;
      await this.#performSearches(wanted);
    }
    if (this.#call.isStream) this.#response.end(this.#events.end());
    else {
      this.#response.writeHead(200, { "content-type": "application/json" });
      this.#response.end(JSON.stringify(this.#events.toResponse()));
    }
  }

  /** Calls the model once. Returns the searches that it requests, or undefined if its error was passed on. */
  async #askModel(): Promise<WantedSearch[] | undefined> {
    const body = JSON.stringify({
      ...this.#createRequest(),
      stream: true,
      stream_options: { include_usage: true },
    });
    const { outgoingRequest, answer: pending } = postToOwnRoute(this.#call.open, CHAT_ROUTE, body);
    const leave = () => outgoingRequest.destroy();
    this.#signal.addEventListener("abort", leave, { once: true });
    try {
      const answer = await pending;
      if (answer.statusCode === 200) return await this.#readRound(answer);
      await this.#passError(answer);
      return undefined;
    } finally {
      this.#signal.removeEventListener("abort", leave);
    }
  }

  /**
   * Returns the next request. After the last allowed search, the request no longer offers the search function, so that
   * the model has to answer.
   */
  #createRequest(): object {
    const {
      tools = [],
      tool_choice,
      ...chat
    } = this.#call.chat as { tools?: object[]; tool_choice?: unknown };
    const isFirst = this.#searches === 0;
    const left = this.#searches < MAX_SEARCHES ? tools : tools.filter((tool) => !isSearchTool(tool));
    return {
      ...chat,
      messages: this.#messages,
      ...(left.length > 0 && { tools: left }),
      // Force a tool only in the first request. Otherwise, the model could never answer.
      ...(tool_choice !== undefined && left.length > 0 && { tool_choice: isFirst ? tool_choice : "auto" }),
    };
  }

  async #readRound(answer: IncomingMessage): Promise<WantedSearch[] | undefined> {
    const wanted = new Map<number, WantedSearch>();
    let callsAgent = false;
    const splitter = new SseSplitter();
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      for (const { data } of splitter.push(chunk)) {
        if (data === undefined || data === "[DONE]" || this.#response.closed) continue;
        const piece = readChatAnswer(data);
        if (piece === undefined) throw createBrokenError(data);
        const own = takeSearches(piece, wanted);
        callsAgent ||= own.choices.some(({ delta }) => (delta?.tool_calls ?? []).length > 0);
        await this.#write(this.#events.take(own));
      }
    }
    // The agent's own functions come first: their results are in its next request, and the model can search after that.
    return callsAgent ? [] : [...wanted.values()];
  }

  async #performSearches(wanted: readonly WantedSearch[]): Promise<void> {
    const calls = wanted.map(({ id, name, arguments: given }) => ({
      id,
      type: "function",
      function: { name, arguments: given },
    }));
    const results: object[] = [];
    for (const { id, arguments: given } of wanted) {
      const content = await this.#search(readQuery(given));
      results.push({ role: "tool", tool_call_id: id, content });
    }
    this.#messages = [...this.#messages, { role: "assistant", content: null, tool_calls: calls }, ...results];
  }

  /** Performs a search and returns its results, or the reason why there are none, as text for the model. */
  async #search(query: string): Promise<string> {
    this.#searches += 1;
    if (query === "") return "The query is empty.";
    if (this.#searches > MAX_SEARCHES)
      return "No more searches are possible. Answer with what you have found.";
    const { begin, end } = this.#events.search(query);
    await this.#write(begin);
    const { open, search } = this.#call;
    const outcome = await performSearch(query, {
      open,
      service: this.#service,
      search,
      signal: this.#signal,
    });
    this.#pages.push(...outcome.pages);
    await this.#write(end(outcome));
    if (outcome.problem !== undefined) return outcome.problem;
    return outcome.pages.length === 0 ? "Nothing was found." : JSON.stringify(outcome.pages);
  }

  async #write(events: string): Promise<void> {
    const response = this.#response;
    if (!this.#call.isStream || events === "" || response.closed) return;
    if (!response.headersSent) response.writeHead(200, STREAM_HEADERS);
    if (!response.write(events)) await Promise.race([once(response, "drain"), once(response, "close")]);
  }

  async #passError(answer: IncomingMessage): Promise<void> {
    const response = this.#response;
    const body = await readText(answer);
    if (response.closed) return;
    if (response.headersSent) return void response.end(this.#events.endWithError(body));
    const { "retry-after": retryAfter, "x-should-retry": shouldRetry } = answer.headers;
    response.writeHead(answer.statusCode ?? 502, {
      "content-type": "application/json",
      ...(retryAfter !== undefined && { "retry-after": retryAfter }),
      ...(shouldRetry !== undefined && { "x-should-retry": shouldRetry }),
    });
    response.end(body);
  }
}

const searchTool = z.object({ function: z.object({ name: z.literal(SEARCH_FUNCTION.function.name) }) });

const isSearchTool = (tool: object): boolean => searchTool.safeParse(tool).success;

/** Moves the parts of search calls from a chunk to `wanted`. Returns the chunk without them. */
function takeSearches(piece: ChatAnswer, wanted: Map<number, WantedSearch>): ChatAnswer {
  const choices = piece.choices.map((choice) => {
    const calls = choice.delta?.tool_calls;
    if (!calls) return choice;
    const own = calls.filter(({ index, id, function: part }) => {
      const number = index ?? 0;
      const known = wanted.get(number);
      if (known === undefined && part?.name !== SEARCH_FUNCTION.function.name) return true;
      const search = known ?? { id: id ?? `search_${number}`, name: part?.name ?? "", arguments: "" };
      search.arguments += part?.arguments ?? "";
      wanted.set(number, search);
      return false;
    });
    return { ...choice, delta: { ...choice.delta, tool_calls: own } };
  });
  return { ...piece, choices };
}

function readQuery(given: string): string {
  try {
    return z.object({ query: z.string() }).parse(JSON.parse(given)).query.trim();
  } catch {
    return "";
  }
}

function createBrokenError(data: string): GatewayError {
  const message = "The model's answer was interrupted. Try again.";
  return new GatewayError(message, { status: 502, type: "api_error", code: "broken_stream", cause: data });
}

function createUndeclaredError(): GatewayError {
  const use = `{"service": "tavily", "methods": ["${SEARCH_METHOD}"], "paths": ["${SEARCH_PATH}"]}`;
  return new GatewayError(
    `"tools" contains web search, which uses a search connector of the caller, and this agent declares none. Declare ` +
      `STOA_CONNECTORS = [${use}] at the top level of the file, or "serper" instead of "tavily".`,
    { status: 400, type: "invalid_request_error", code: "search_not_declared", param: "tools", retry: false },
  );
}
