import type { NodeType } from "../../../model/node-type.ts";
import { aiType, versions } from "../versions.ts";
import { sessionKey } from "./session-key.ts";
import { storedMemory } from "./stored-memory.ts";

const STANDARD_WINDOW = 5;
/** Memories in somebody's database. Here all of them are in Stoa's own storage. */
const ELSEWHERE: readonly [type: string, upTo: number][] = [
  ["memoryPostgresChat", 1.4],
  ["memoryRedisChat", 1.6],
  ["memoryMongoDbChat", 1.1],
  ["memoryXata", 1.5],
  ["memoryZep", 1.4],
  ["memoryMotorhead", 1.4],
];

function memoryNode(type: string, upTo: number, isElsewhere: boolean): NodeType {
  return {
    types: [aiType(type)],
    versions: versions(1, upTo),
    supplies: {
      ai_memory(context, itemIndex) {
        if (isElsewhere)
          context.log("info", "This memory is kept by Stoa, not in the database that the node names.");
        const window = context.number("contextWindowLength", itemIndex, STANDARD_WINDOW);
        return storedMemory(context, sessionKey(context, itemIndex), window);
      },
    },
  };
}

export const CHAT_MEMORIES: readonly NodeType[] = [
  memoryNode("memoryBufferWindow", 1.4, false),
  ...ELSEWHERE.map(([type, upTo]) => memoryNode(type, upTo, true)),
];
