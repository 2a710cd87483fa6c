import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../model/item.ts";
import type { MemoryMessage } from "../../../model/sub-nodes.ts";
import { runTurn } from "../../../testing/converse.ts";
import { createMemoryStorage } from "../../../testing/scripted-services.ts";
import { runAi, type SubNodeOptions } from "../ai-file.fixture.ts";

const messages: MemoryMessage[] = [
  { role: "user", content: "q1" },
  { role: "assistant", content: "a1" },
  { role: "user", content: "q2" },
  { role: "assistant", content: "a2" },
];
const MEMORY: SubNodeOptions = {
  name: "Memory",
  type: "memoryBufferWindow",
  kind: "ai_memory",
  version: 1.3,
};

async function manage(parameters: JsonObject, memory = MEMORY, version = 1.1) {
  const stored = new Map([["memory/s1", messages.map((message) => ({ ...message }))]]);
  const storage = createMemoryStorage(stored);
  const ran = await runAi({
    node: { type: "memoryManager", version, parameters },
    subNodes: [memory],
    services: { storage },
  });
  return { ran, kept: stored.get("memory/s1") };
}

describe("Chat Memory Manager", () => {
  it.each([
    [
      {},
      {
        messages: [
          { human: "q1", ai: "a1" },
          { human: "q2", ai: "a2" },
        ],
        messagesCount: 2,
      },
    ],
    [
      {
        mode: "insert",
        messages: {
          messageValues: [
            { type: "user", message: "q3" },
            { type: "ai", message: "a3" },
          ],
        },
      },
      {
        messages: [
          { human: "q1", ai: "a1" },
          { human: "q2", ai: "a2" },
          { human: "q3", ai: "a3" },
        ],
        messagesCount: 3,
      },
    ],
    [
      { mode: "insert", insertMode: "override", messages: { messageValues: [{ message: "be kind" }] } },
      { messages: [{ system: "be kind" }], messagesCount: 1 },
    ],
    [{ mode: "delete", lastMessagesCount: 1 }, { success: true }],
    [{ mode: "delete", deleteMode: "all" }, { success: true }],
  ])("with %o returns %o", async (parameters, json) => {
    const { ran } = await manage(parameters);
    expect(ran.error).toBeUndefined();
    expect(ran.nodes.Tested).toEqual([[json]]);
  });

  it("deletes the selected messages", async () => {
    expect((await manage({ mode: "delete", lastMessagesCount: 1 })).kept).toHaveLength(3);
    expect((await manage({ mode: "delete", deleteMode: "all" })).kept).toEqual([]);
  });

  it("returns messages with all their fields if `simplifyOutput` is off", async () => {
    const { ran } = await manage({ simplifyOutput: false, options: { groupMessages: false } });
    expect(ran.nodes.Tested?.[0]?.[1]).toMatchObject({ type: "constructor", kwargs: { content: "a1" } });
  });
});

describe("the session ID", () => {
  it.each([
    ["memoryBufferWindow", 1.3, { sessionIdType: "customKey", sessionKey: "s1" }],
    ["memoryBufferWindow", 1.2, {}],
    ["memoryPostgresChat", 1.3, {}],
    ["memoryMongoDbChat", 1, { sessionIdType: "customKey", sessionKey: "={{ $json.sessionId }}" }],
    ["memoryRedisChat", 1.4, {}],
  ])("is read from %s version %s with %o", async (type, version, parameters) => {
    const { ran } = await manage({}, { ...MEMORY, type, version, parameters: parameters });
    expect(ran.nodes.Tested?.[0]?.[0]).toMatchObject({ messagesCount: 2 });
  });

  it("is required by the Chat Memory Manager", async () => {
    const { ran } = await manage(
      {},
      { ...MEMORY, parameters: { sessionIdType: "customKey", sessionKey: "" } },
    );
    expect(ran.error).toMatchObject({ node: "Memory", field: "sessionKey" });
  });
});

describe("the session of a conversation", () => {
  const attach = (type: string) => ({ [type]: [[{ node: "Note", type, index: 0 }]] });
  const node = (name: string, type: string, typeVersion: number, parameters: JsonObject = {}) => ({
    ...{ name, type: `@n8n/n8n-nodes-langchain.${type}`, typeVersion, parameters, position: [0, 0] },
  });
  const file = {
    name: "Flow",
    nodes: [
      node("Start", "chatTrigger", 1.1),
      node("Memory", "memoryBufferWindow", 1.3),
      node("Note", "memoryManager", 1.1, {
        mode: "={{ $json.chatInput === 'forget' ? 'delete' : 'insert' }}",
        messages: { messageValues: [{ type: "user", message: "={{ $json.chatInput }}" }] },
        lastMessagesCount: 1,
      }),
    ],
    connections: { Start: attach("main"), Memory: attach("ai_memory") },
  };
  const INPUT = { sessionId: "conv_1" };

  /** Returns a function that says something in a turn after other turns, and returns all messages that the turn sees. */
  function startChat(stored = new Map<string, JsonObject[]>()) {
    const services = { storage: createMemoryStorage(stored) };
    return async (runId: string, message: string, ...earlier: string[]) => {
      const earlierRuns = { first: earlier.at(-1) ?? runId, completed: earlier };
      const input = { ...INPUT, message };
      const turn = await runTurn(file, input, {
        services,
        runId,
        ...(earlier.length > 0 && { earlierRuns }),
      });
      expect(turn.error).toBeUndefined();
      const list = turn.nodes.Note?.[0]?.[0]?.messages as { human: string }[] | undefined;
      return list?.map(({ human }) => human);
    };
  }

  it("follows the turns: it leaves out the message that an edited turn replaced, and brings it back with its turn", async () => {
    const say = startChat();
    expect(await say("r1", "one")).toEqual(["one"]);
    expect(await say("r2", "two", "r1")).toEqual(["one", "two"]);
    expect(await say("r3", "edited", "r1")).toEqual(["one", "edited"]);
    expect(await say("r4", "three", "r3", "r1")).toEqual(["one", "edited", "three"]);
    expect(await say("r5", "back", "r2", "r1")).toEqual(["one", "two", "back"]);
    expect(await say("r6", "anew")).toEqual(["anew"]);
  });

  it("keeps the messages of other versions of the conversation when messages are deleted", async () => {
    const say = startChat();
    await say("r1", "one");
    await say("r2", "two", "r1");
    await say("r3", "edited", "r1");
    await say("r4", "forget", "r3", "r1");
    expect(await say("r5", "three", "r4", "r3", "r1")).toEqual(["one", "three"]);
    expect(await say("r6", "back", "r2", "r1")).toEqual(["one", "two", "back"]);
  });

  it("continues with messages that were stored before they had runs", async () => {
    const say = startChat(new Map([["memory/conv_1", [{ role: "user", content: "old" }]]]));
    expect(await say("r2", "new", "r1")).toEqual(["old", "new"]);
  });

  it("leaves the memories of other sessions as they are", async () => {
    const stored = new Map<string, JsonObject[]>();
    const services = { storage: createMemoryStorage(stored) };
    await runTurn(file, { sessionId: "mine", message: "one" }, { services });
    expect(stored.get("memory/mine")).toEqual([{ role: "user", content: "one" }]);
  });
});
