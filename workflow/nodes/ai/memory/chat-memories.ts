import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../../model/is-object.ts";
import { toText } from "../../../model/json-text.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeType } from "../../../model/node-type.ts";
import type { ChatMemory, MemoryMessage } from "../../../model/sub-nodes.ts";
import { toAiTypeNames, versions } from "../ai-node-type.ts";

/** From this version on, memory nodes read the session ID from the input. */
const FROM_INPUT_SINCE = 1.2;

/** Returns the session whose messages a memory stores. @throws NodeError if there is no session ID */
function getSessionKey(context: NodeContext, itemIndex: number): string {
  const { version } = context.node;
  if (context.node.type.endsWith("memoryBufferWindow") && version < 1.1)
    return context.text("sessionKey", itemIndex, "chat_history");
  const isOwn = context.text("sessionIdType", itemIndex, "fromInput") === "customKey";
  if (isOwn || (version < FROM_INPUT_SINCE && context.raw("sessionKey") !== undefined)) {
    const key = context.text("sessionKey", itemIndex);
    if (key === "") throw context.failure("Key parameter is empty", { field: "sessionKey", itemIndex });
    return key;
  }
  const found = context.evaluate("={{ $json.sessionId }}", itemIndex) ?? context.callerInput.sessionId;
  if (found === undefined || found === null || found === "")
    throw context.failure(
      "No session ID found. Expected to find the session ID in an input field called 'sessionId' (this is what the chat trigger node outputs). To use something else, change the 'Session ID' parameter",
      { field: "sessionIdType", itemIndex },
    );
  return typeof found === "object" ? JSON.stringify(found) : String(found);
}

/**
 * The maximum number of messages per session. Messages of at most MOST_CHARS characters then fit in a stored value of 8
 * MiB.
 */
const MOST_MESSAGES = 200;
/**
 * The maximum number of characters per message. It is limited because every run loads the whole memory when it starts.
 */
const MOST_CHARS = 10_000;

const ROLES = new Set(["system", "user", "assistant", "tool"]);

function toMessages(value: JsonValue): MemoryMessage[] {
  if (!isObject(value) || typeof value.content !== "string" || !ROLES.has(toText(value.role))) return [];
  return [{ role: value.role as MemoryMessage["role"], content: value.content }];
}

/** Returns a session's memory in Stoa's storage. `pairs` is the number of newest question-answer pairs to load. */
function createStoredMemory(context: NodeContext, session: string, pairs: number | undefined): ChatMemory {
  const { storage } = context.services;
  const all = async () => {
    const stored = await storage.read("memory", session);
    return Array.isArray(stored) ? stored.flatMap(toMessages) : [];
  };
  const replace = (messages: readonly MemoryMessage[]) =>
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

const STANDARD_WINDOW = 5;
/** The memory nodes that use a database in n8n. Here all of them use Stoa's storage. */
const ELSEWHERE: readonly [type: string, upTo: number][] = [
  ["memoryPostgresChat", 1.4],
  ["memoryRedisChat", 1.6],
  ["memoryMongoDbChat", 1.1],
  ["memoryXata", 1.5],
  ["memoryZep", 1.4],
  ["memoryMotorhead", 1.4],
];

function createMemoryNode(type: string, upTo: number, isElsewhere: boolean): NodeType {
  return {
    types: [toAiTypeNames(type)],
    versions: versions(1, upTo),
    supplies: {
      ai_memory(context, itemIndex) {
        if (isElsewhere)
          context.log("info", "Stoa stores this memory instead of the database that the node specifies.");
        const window = context.number("contextWindowLength", itemIndex, STANDARD_WINDOW);
        return createStoredMemory(context, getSessionKey(context, itemIndex), window);
      },
    },
  };
}

export const CHAT_MEMORIES: readonly NodeType[] = [
  createMemoryNode("memoryBufferWindow", 1.4, false),
  ...ELSEWHERE.map(([type, upTo]) => createMemoryNode(type, upTo, true)),
];
