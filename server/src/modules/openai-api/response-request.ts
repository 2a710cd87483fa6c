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
    z.object({ type: z.enum(["input_text", "output_text", "text"]), text: z.string() }),
    z.object({ type: z.literal("refusal"), refusal: z.string() }),
    z.object({
      type: z.literal("input_image"),
      image_url: z.string().nullish(),
      file_id: z.string().nullish(),
    }),
    FileSource.extend({ type: z.literal("input_file") }),
  ],
  { error: "A content part must be of type input_text, output_text, input_image or input_file" },
);

const InputItem = z.union(
  [
    z.object({
      type: z.literal("message").optional(),
      role: z.enum(["system", "developer", "user", "assistant"]),
      content: z.union([z.string(), z.array(ContentPart)]),
    }),
    /** Clients send the whole output of earlier responses back, which can include the models' reasoning. */
    z.object({ type: z.literal("reasoning") }),
  ],
  { error: "An item of input must be a message with role and content. Agents call their own tools" },
);

const ResponseId = z
  .string()
  .regex(/^resp_[\w-]{1,100}$/, "must be the ID of a response, such as resp_run_...");

/** A request of `POST /v1/responses`. Fields that have no effect are not named. */
export const ResponseRequest = z
  .looseObject({
    ...stoaFields,
    model: ModelName,
    input: z
      .union([z.string(), z.array(InputItem).max(MESSAGES_MAX)], {
        error: "input must be text or a list of messages",
      })
      .nullish(),
    instructions: z.string({ error: "instructions must be text" }).nullish(),
    previous_response_id: ResponseId.nullish(),
    conversation: z.union([z.string(), z.looseObject({ id: z.string() })]).nullish(),
    stream: z.boolean().nullish(),
    background: z.boolean().nullish(),
    store: z.boolean().nullish(),
    max_output_tokens: TokenLimit,
    metadata: z.record(z.string().max(64), z.string().max(512)).nullish(),
    text: z.looseObject({ format: AnswerFormat.nullish() }).nullish(),
  })
  .meta({ id: "ResponseRequest" });
export type ResponseRequest = z.output<typeof ResponseRequest>;

export const ResponseParams = z.object({ id: ResponseId });

const REFUSED: readonly RefusedField[] = [
  ...REFUSED_FIELDS,
  {
    name: "prompt",
    remedy: "Stoa keeps no templates of prompts. Send the text as input",
    isHarmless: () => false,
  },
];

/**
 * Reads a request, except for the response that it continues.
 * @throws AppError 400 that names the first field that is wrong or that agents cannot follow
 */
export function readResponseRequest(body: ResponseRequest): AgentRequest {
  refuseFields(body, REFUSED);
  if (body.conversation && body.previous_response_id)
    throw invalidField("previous_response_id", "Send either conversation or previous_response_id");
  const items =
    typeof body.input === "string" ? [{ role: "user" as const, content: body.input }] : body.input;
  const instructions: Message[] = body.instructions
    ? [{ role: "system", text: body.instructions, files: [] }]
    : [];
  const messages = (items ?? []).flatMap((item, index) =>
    item.type === "reasoning" ? [] : [readMessage(item, index)],
  );
  const stoa = readStoaFields(body);
  const { conversation } = body;
  const request = {
    ...splitMessages([...instructions, ...messages], "input"),
    ...stoa,
    conversationId:
      (typeof conversation === "string" ? conversation : conversation?.id) ?? stoa.conversationId,
    model: body.model,
    maxOutputTokens: body.max_output_tokens ?? undefined,
    wantedProperties: readWantedProperties(body.text?.format),
  };
  requireContent(request, "input");
  return request;
}

type MessageItem = Exclude<z.output<typeof InputItem>, { type: "reasoning" }>;

function readMessage({ role, content }: MessageItem, index: number): Message {
  const parts = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
  const field = `input.${index}.content`;
  const files: Message["files"] = [];
  const texts = parts.map((part) => {
    if (part.type === "refusal") return part.refusal;
    if ("text" in part) return part.text;
    if (role !== "user") throw invalidField(field, "Only messages of the user can contain images and files");
    if (part.type === "input_file") files.push(readFile(part, field));
    else files.push(part.file_id ? { id: part.file_id } : readImage(part.image_url ?? "", field));
    return "";
  });
  return {
    role: role === "developer" ? "system" : role,
    text: texts.filter((text) => text !== "").join("\n"),
    files,
  };
}
