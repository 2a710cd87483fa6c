import * as z from "zod";
import { invalidField } from "../../platform/http/app-error.ts";
import {
  FileSource,
  MESSAGES_MAX,
  type Message,
  readFile,
  readImage,
  splitMessages,
} from "./message-parts.ts";
import {
  type AgentRequest,
  AnswerFormat,
  ModelName,
  REFUSED_FIELDS,
  type RefusedField,
  readStoaFields,
  readWantedProperties,
  refuseFields,
  requireContent,
  stoaFields,
  TokenLimit,
} from "./request-fields.ts";

const ContentPart = z.union(
  [
    z.object({ type: z.literal("text"), text: z.string() }),
    z.object({ type: z.literal("refusal"), refusal: z.string() }),
    z.object({ type: z.literal("image_url"), image_url: z.object({ url: z.string() }) }),
    z.object({ type: z.literal("file"), file: FileSource }),
  ],
  { error: "A content part must be of type text, image_url or file" },
);

const ChatMessage = z.object({
  role: z.enum(["system", "developer", "user", "assistant"], {
    error:
      "role must be system, developer, user or assistant. Agents call their own tools, so there are no tool messages",
  }),
  content: z.union([z.string(), z.array(ContentPart)]).nullish(),
});

/** A request of `POST /v1/chat/completions`. Fields that have no effect are not named. */
export const ChatRequest = z
  .looseObject({
    ...stoaFields,
    model: ModelName,
    messages: z
      .array(ChatMessage, { error: "messages must be a list" })
      .min(1, "messages must not be empty")
      .max(MESSAGES_MAX, `messages must have at most ${MESSAGES_MAX} items`),
    stream: z.boolean().nullish(),
    stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
    max_tokens: TokenLimit,
    max_completion_tokens: TokenLimit,
    response_format: AnswerFormat.nullish(),
  })
  .meta({ id: "ChatRequest" });
export type ChatRequest = z.output<typeof ChatRequest>;

const REFUSED: readonly RefusedField[] = [
  ...REFUSED_FIELDS,
  { name: "n", remedy: "An agent gives one answer. Send n = 1", isHarmless: (value) => value === 1 },
  {
    name: "logprobs",
    remedy: "Agents do not return probabilities of tokens",
    isHarmless: (value) => value === false,
  },
  {
    name: "stop",
    remedy: "An agent ends its answer itself. Leave it out",
    isHarmless: (value) => Array.isArray(value) && value.length === 0,
  },
  {
    name: "modalities",
    remedy: "Agents answer with text and files. Leave it out",
    isHarmless: (value) => JSON.stringify(value) === '["text"]',
  },
  { name: "audio", remedy: "Agents answer with text and files. Leave it out", isHarmless: () => false },
];

/** @throws AppError 400 that names the first field that is wrong or that agents cannot follow */
export function readChatRequest(body: ChatRequest): AgentRequest {
  refuseFields(body, REFUSED);
  const request = {
    ...splitMessages(body.messages.map(readMessage), "messages"),
    ...readStoaFields(body),
    model: body.model,
    maxOutputTokens: body.max_completion_tokens ?? body.max_tokens ?? undefined,
    wantedProperties: readWantedProperties(body.response_format),
  };
  requireContent(request, "messages");
  return request;
}

function readMessage({ role, content }: z.output<typeof ChatMessage>, index: number): Message {
  const parts = typeof content === "string" ? [{ type: "text" as const, text: content }] : (content ?? []);
  const field = `messages.${index}.content`;
  const isUser = role === "user";
  const message: Message = { role: role === "developer" ? "system" : role, text: "", files: [] };
  const texts: string[] = [];
  for (const part of parts) {
    if (part.type === "text") texts.push(part.text);
    else if (part.type === "refusal") texts.push(part.refusal);
    else if (!isUser) throw invalidField(field, "Only messages of the user can contain images and files");
    else if (part.type === "file") message.files.push(readFile(part.file, field));
    else message.files.push(readImage(part.image_url.url, field));
  }
  return { ...message, text: texts.join("\n") };
}
