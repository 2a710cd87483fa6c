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

/** A message as it is stored. Messages of a conversation have the run that added them. */
interface StoredMessage {
  message: MemoryMessage;
  run: string | undefined;
}

function toMessages(value: JsonValue): StoredMessage[] {
  if (!isObject(value) || typeof value.content !== "string" || !ROLES.has(toText(value.role))) return [];
  const message = { role: value.role as MemoryMessage["role"], content: value.content };
  return [{ message, run: typeof value.run === "string" ? value.run : undefined }];
}

/** Returns where the messages of a session are stored, and in the conversation's own session, the turn that uses them. */
function findStoredSession({ session: turn }: NodeContext, session: string) {
  return turn && session === turn.id ? { key: turn.first, turn } : { key: session, turn: undefined };
}

/**
 * Returns a session's memory in Stoa's storage. `pairs` is the number of newest question-answer pairs to load. In the
 * session of a conversation, a turn sees only messages of the turns that it follows, because earlier turns can be edited.
 */
function createStoredMemory(context: NodeContext, session: string, pairs: number | undefined): ChatMemory {
  const { storage } = context.services;
  const { key, turn } = findStoredSession(context, session);
  /** The runs that added the messages that nodes have got. */
  const runs = new WeakMap<MemoryMessage, string | undefined>();
  const positions = new Map(turn?.runs.map((run, position) => [run, position]));
  const isVisible = ({ run }: StoredMessage) => !turn || run === undefined || positions.has(run);
  const getPosition = ({ run = "" }: StoredMessage) => positions.get(run) ?? -1;
  // Conversations that began before messages had runs are stored by the session.
  const readOlder = async () =>
    turn && turn.first !== turn.runId ? storage.read("memory", session) : undefined;
  const readStored = async (): Promise<StoredMessage[]> => {
    const stored = (await storage.read("memory", key)) ?? (await readOlder());
    return Array.isArray(stored) ? stored.flatMap(toMessages) : [];
  };
  const all = async () => {
    // Messages of turns that an edit had replaced are stored before the others, even if they are visible again.
    const visible = (await readStored()).filter(isVisible).sort((a, b) => getPosition(a) - getPosition(b));
    for (const { message, run } of visible) runs.set(message, run);
    return visible.map(({ message }) => message);
  };
  const replace = async (messages: readonly MemoryMessage[]) => {
    // Messages of other versions of the conversation are the first to go.
    const hidden = turn ? (await readStored()).filter((stored) => !isVisible(stored)) : [];
    const visible = messages.map(
      (message): StoredMessage => ({
        message,
        run: runs.has(message) ? runs.get(message) : turn?.runId,
      }),
    );
    const kept = [...hidden, ...visible].slice(-MOST_MESSAGES);
    await storage.write(
      "memory",
      key,
      kept.map(({ message: { role, content }, run }) => ({
        ...{ role, content: content.slice(0, MOST_CHARS) },
        ...(run !== undefined && { run }),
      })),
    );
  };
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
