import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../model/item.ts";
import type { MemoryMessage } from "../../../model/sub-nodes.ts";
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
