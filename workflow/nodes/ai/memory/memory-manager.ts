import { isObject } from "../../../model/is-object.ts";
import type { Item, JsonObject } from "../../../model/item.ts";
import { toText } from "../../../model/json-text.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeType } from "../../../model/node-type.ts";
import type { ChatMemory, MemoryMessage } from "../../../model/sub-nodes.ts";
import { toAiTypeNames, versions } from "../ai-node-type.ts";

const ROLES: Readonly<Record<string, MemoryMessage["role"]>> = {
  ai: "assistant",
  user: "user",
  system: "system",
};
const KINDS: Readonly<Record<MemoryMessage["role"], string>> = {
  assistant: "AIMessage",
  user: "HumanMessage",
  system: "SystemMessage",
  tool: "ToolMessage",
};

/** Returns a message in n8n's format for messages that are not simplified. */
function toFullMessage({ role, content }: MemoryMessage): JsonObject {
  return {
    lc: 1,
    type: "constructor",
    id: ["langchain_core", "messages", KINDS[role]],
    kwargs: { content, additional_kwargs: {}, response_metadata: {} },
  };
}

/** Returns messages in the simplified form, which has one entry per question and answer. */
function simplifyMessages(messages: readonly MemoryMessage[]): JsonObject[] {
  const pairs: JsonObject[] = [];
  for (const [index, { role, content }] of messages.entries()) {
    if (role === "system") pairs.push({ system: content });
    else if (role === "user") {
      const next = messages[index + 1];
      pairs.push({ human: content, ...(next?.role === "assistant" && { ai: next.content }) });
    } else if (role === "assistant" && messages[index - 1]?.role !== "user") pairs.push({ ai: content });
  }
  return pairs;
}

async function insert(context: NodeContext, index: number, memory: ChatMemory): Promise<void> {
  const messages = context
    .list("messages.messageValues", index)
    .filter(isObject)
    .map(({ type, message }) => ({
      role: ROLES[toText(type ?? "system")] ?? "system",
      content: toText(message),
    }));
  if (context.text("insertMode", index, "insert") === "override") await memory.replace(messages);
  else await memory.save(messages);
}

async function remove(context: NodeContext, index: number, memory: ChatMemory): Promise<void> {
  if (context.text("deleteMode", index, "lastN") === "all") return memory.replace([]);
  const count = context.number("lastMessagesCount", index, 2);
  const messages = await memory.all();
  await memory.replace(messages.slice(0, Math.max(0, messages.length - count)));
}

async function computeResult(
  context: NodeContext,
  index: number,
  memory: ChatMemory,
  mode: string,
): Promise<Item[]> {
  if (mode === "delete") return [{ json: { success: true } }];
  const messages = await memory.all();
  const shown = context.flag("simplifyOutput", index, true)
    ? simplifyMessages(messages)
    : messages.map(toFullMessage);
  const groups =
    mode === "load" ? context.flag("options.groupMessages", index, context.node.version >= 1.1) : true;
  if (groups) return [{ json: { messages: shown, messagesCount: shown.length } }];
  return shown.map((json) => ({ json }));
}

/** Reads, adds and deletes messages of a memory. */
export const memoryManager: NodeType = {
  types: [toAiTypeNames("memoryManager")],
  versions: versions(1, 1.1),
  execute: async (context) => [
    await context.each(async (_, index) => {
      const [memory] = await context.getSubNodes("ai_memory", index);
      if (!memory)
        throw context.failure("A memory must be connected", { field: "ai_memory", itemIndex: index });
      const mode = context.text("mode", index, "load");
      if (mode === "insert") await insert(context, index, memory);
      if (mode === "delete") await remove(context, index, memory);
      return computeResult(context, index, memory, mode);
    }),
  ],
};
