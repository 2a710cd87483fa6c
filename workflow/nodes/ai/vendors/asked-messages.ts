import type { Message } from "@stoa/runtime/declarative";
import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../../model/is-object.ts";
import { toText } from "../../../model/json-text.ts";
import type { NodeContext } from "../../../model/node-context.ts";

const ROLES: Readonly<Record<string, "system" | "user" | "assistant">> = {
  user: "user",
  assistant: "assistant",
  model: "assistant",
  system: "system",
  developer: "system",
};

/** The messages that a vendor's node lists. @throws NodeError where there is none. */
export function askedMessages(context: NodeContext, itemIndex: number, path: string): Message[] {
  // A file that says nothing of them has the one empty message that n8n's editor begins with.
  const isFirst = context.raw(path.split(".")[0] ?? path) === undefined;
  const listed: JsonValue[] = isFirst ? [{ content: "" }] : context.list(path, itemIndex);
  const messages = listed.filter(isObject).map(
    ({ role, content }): Message => ({
      role: ROLES[toText(role ?? "user")] ?? "user",
      content: typeof content === "string" ? content : JSON.stringify(content ?? ""),
    }),
  );
  if (messages.length === 0) throw context.failure("There is no message to send", { field: path, itemIndex });
  return messages;
}
