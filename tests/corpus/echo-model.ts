import * as z from "zod";
import type { Reply } from "../frameworks/scripted-model.ts";

interface Message {
  role: string;
  content: unknown;
}

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  $ref?: string;
}

/**
 * Answers like a model that reads its whole input. It calls the first tool once, repeats the tool's result, fills in a
 * requested schema, and otherwise repeats the last message. So an answer proves that the question, the tool and the
 * tool's result passed through the agent.
 */
export function replyAsEcho(body: Record<string, unknown>): Reply {
  const messages = (body.messages ?? []) as Message[];
  const tools = ((body.tools ?? []) as { function: { name: string; parameters?: Schema } }[]).map(
    (tool) => tool.function,
  );
  const { schema } = Object((body.response_format as { json_schema?: object } | undefined)?.json_schema);
  const question = readText(messages.findLast(({ role }) => role === "user"));
  const last = messages.at(-1);
  if (last?.role === "tool") {
    const final = tools.find(({ name }) => name === "final_answer" || name === "final_result");
    const result = `The answer is ${readText(last)}`;
    if (final) return { tool: final.name, args: fill(final.parameters ?? {}, result) as object };
    return schema ? JSON.stringify(fill(schema, result)) : result;
  }
  if (schema) return JSON.stringify(fill(schema, question));
  const [first] = tools;
  const hasCalled = messages.some(({ role }) => role === "tool");
  if (first && !hasCalled && body.tool_choice !== "none")
    return { tool: first.name, args: fill(first.parameters ?? {}, question) as object };
  const inPrompt = messages.map(
    (message) => /```\n(\{"(?:properties|\$defs|description)".*\})\n```/.exec(readText(message))?.[1],
  );
  const described = inPrompt.find((found) => found !== undefined);
  // Only the last line is used, because a parser would mistake a schema in the question's code block for the
  // answer.
  const lastLine = question.trim().split("\n").at(-1) ?? "";
  if (described) return JSON.stringify(fill({ type: "object", ...JSON.parse(described) }, lastLine));
  if (Object(body.response_format).type === "json_object") return JSON.stringify({ answer: lastLine });
  const images = messages.flatMap(({ content }) => (Array.isArray(content) ? content : [])).filter(isImage);
  return `You said: ${question}${images.length > 0 ? ` with ${images.length} image` : ""}`;
}

const imagePart = z.object({ image_url: z.object({ url: z.string().startsWith("data:image/png;base64,") }) });

const isImage = (part: unknown) => imagePart.safeParse(part).success;

function readText(message: Message | undefined): string {
  const { content } = message ?? { content: "" };
  if (typeof content === "string") return content;
  if (Array.isArray(content)) return content.map((part) => String(Object(part).text ?? "")).join(" ");
  return "";
}

/** Returns a value that matches a JSON schema. All of its strings are `text`. */
function fill(schema: Schema, text: string, root: Schema = schema): unknown {
  if (schema.$ref) {
    const names = schema.$ref.split("/").slice(1);
    const target = names.reduce<unknown>((at, name) => Object(at)[name], root);
    return fill(Object(target), text, root);
  }
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf?.[0]) return fill(schema.anyOf[0], text, root);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === "string") return text;
  if (type === "integer" || type === "number") return 6;
  if (type === "boolean") return true;
  if (type === "array") return schema.items ? [fill(schema.items, text, root)] : [];
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, part]) => [name, fill(part, text, root)]),
  );
}
