import type { IncomingMessage } from "node:http";
import { StringDecoder } from "node:string_decoder";
import { z } from "zod";
import { AgentFailure, OutputLimitReached } from "./agent-failure.ts";
import type { Message, Turn } from "./conversation.ts";
import { readBounded } from "./read-bounded.ts";
import type { RunConnection } from "./run-connection.ts";
import type { ToolDefinition } from "./tool-definition.ts";
import { TurnPieces } from "./turn-pieces.ts";

/**
 * The maximum length of a line, thousands of times the size of a normal event. A longer line does not come from a
 * model.
 */
const MAX_LINE_CHARS = 1024 * 1024;

/**
 * Yields the data of server-sent events that have one line each, as model providers send them.
 * @throws AgentFailure if a line exceeds 1 MiB
 */
async function* readEventData(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder("utf8");
  let pending = "";
  for await (const chunk of chunks) {
    const text = decoder.write(chunk);
    // Search only the new chunk, so that a long line in small chunks is not searched repeatedly.
    const end = text.lastIndexOf("\n");
    if (end < 0) pending += text;
    else {
      const lines = (pending + text.slice(0, end)).split("\n");
      pending = text.slice(end + 1);
      for (const line of lines) if (line.startsWith("data:")) yield line.slice("data:".length).trim();
    }
    if (pending.length > MAX_LINE_CHARS)
      throw new AgentFailure(
        "The model's response is invalid. Try again or use another model.",
        "a server-sent event is too long",
      );
  }
}

/** The maximum number of bytes to read of a refusal. The gateway's refusals are one sentence. */
const MAX_REFUSAL_BYTES = 16 * 1024;

export interface ModelRequest {
  model: string;
  messages: Message[];
  tools: readonly ToolDefinition[];
  /** Whether the model must answer now instead of calling a tool. */
  mustAnswer: boolean;
  responseFormat: object | undefined;
  maxCompletionTokens: number | undefined;
  /** Additional fields of the request, such as `temperature` and `top_p`. */
  settings?: Readonly<Record<string, string | number>>;
}

/** The gateway refused a model call. */
export class ModelRefusal extends AgentFailure {
  readonly status: number;

  constructor(status: number, message: string, developerDetail: string) {
    super(message, developerDetail);
    this.status = status;
  }
}

function toRequestBody(request: ModelRequest): object {
  const { model, messages, tools, mustAnswer, responseFormat, maxCompletionTokens, settings } = request;
  return {
    model,
    messages,
    stream: true,
    ...settings,
    ...(tools.length > 0 && { tools, ...(mustAnswer && { tool_choice: "none" }) }),
    ...(responseFormat && { response_format: responseFormat }),
    ...(maxCompletionTokens !== undefined && { max_completion_tokens: maxCompletionTokens }),
  };
}

const Refusal = z.object({ error: z.object({ message: z.string() }) });

async function readRefusal(answer: IncomingMessage): Promise<ModelRefusal> {
  const { text } = await readBounded(answer, MAX_REFUSAL_BYTES);
  const status = answer.statusCode ?? 0;
  let message = `The model call failed (HTTP ${status}). Try again; if it keeps failing, use another model.`;
  try {
    message = Refusal.parse(JSON.parse(text)).error.message;
  } catch {
    // The message then contains only the status.
  }
  return new ModelRefusal(
    status,
    message,
    `POST /v1/chat/completions: HTTP ${status}\n${text.slice(0, 2_000)}`,
  );
}

async function readTurn(
  answer: IncomingMessage,
  maxChars: number,
  onText: (text: string) => void,
): Promise<Turn> {
  const pieces = new TurnPieces(maxChars);
  for await (const data of readEventData(answer)) {
    if (data === "[DONE]") return pieces.turn();
    const text = pieces.take(data);
    if (text !== "") onText(text);
  }
  throw new AgentFailure("The model's response was interrupted. Try again.");
}

/** Returns an agent's failure or an exceeded output limit unchanged, and any other error as an interrupted response. */
function toFailure(error: unknown): Error {
  if (error instanceof AgentFailure || error instanceof OutputLimitReached) return error;
  return new AgentFailure("The model's response was interrupted. Try again.", String(error));
}

/**
 * Calls the model through the run's gateway, which meters the call. `onText` receives the answer as it arrives.
 * @throws AgentFailure if the gateway refuses the call, or if the answer is invalid or interrupted. An
 *   OutputLimitReached from `onText` is passed on.
 */
export async function askModel(
  connection: Pick<RunConnection, "call">,
  request: ModelRequest,
  maxChars: number,
  onText: (text: string) => void,
): Promise<Turn> {
  try {
    const answer = await connection.call({
      method: "POST",
      path: "/v1/chat/completions",
      body: toRequestBody(request),
      accept: "text/event-stream",
    });
    if (answer.statusCode !== 200) throw await readRefusal(answer);
    return await readTurn(answer, maxChars, onText);
  } catch (error) {
    throw toFailure(error);
  }
}
