import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../../model/is-object.ts";
import { toText } from "../../../model/json-text.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { ChatMemory, ChatMessage } from "../../../model/sub-nodes.ts";

/** Of a session that is kept; together with the next bound it fits into one stored value of 8 MiB. */
const MOST_MESSAGES = 200;
/** Of one message: a memory is read whole at the beginning of every run. */
const MOST_CHARS = 10_000;

const ROLES = new Set(["system", "user", "assistant", "tool"]);

function messageOf(value: JsonValue): ChatMessage[] {
  if (!isObject(value) || typeof value.content !== "string" || !ROLES.has(toText(value.role))) return [];
  return [{ role: value.role as ChatMessage["role"], content: value.content }];
}

/** A session's messages in Stoa's own storage, of which the newest `pairs` of questions and answers are loaded. */
export function storedMemory(context: NodeContext, session: string, pairs: number | undefined): ChatMemory {
  const { storage } = context.services;
  const all = async () => {
    const kept = await storage.read("memory", session);
    return Array.isArray(kept) ? kept.flatMap(messageOf) : [];
  };
  const replace = (messages: readonly ChatMessage[]) =>
    storage.write(
      "memory",
      session,
      messages
        .slice(-MOST_MESSAGES)
        .map(({ role, content }) => ({ role, content: content.slice(0, MOST_CHARS) })),
    );
  return {
    all,
    replace,
    load: async () => {
      const messages = await all();
      return pairs === undefined ? messages : pairs <= 0 ? [] : messages.slice(-2 * pairs);
    },
    save: async (messages) => replace([...(await all()), ...messages]),
  };
}
