import type { JsonObject } from "../../model/item.ts";
import {
  runWorkflowFile,
  type WorkflowOptions,
  type WorkflowTestResult,
} from "../../testing/run-workflow.ts";

/** A sub-node of a test workflow. */
export interface SubNodeOptions {
  name: string;
  type: string;
  kind: string;
  version?: number;
  parameters?: JsonObject;
  /** The node to which the sub-node is connected; the node under test by default. */
  to?: string;
  input?: number;
}

export interface AiOptions extends Omit<WorkflowOptions, "file"> {
  node: { type: string; version: number; parameters?: JsonObject } & JsonObject;
  subNodes: readonly SubNodeOptions[];
  /** Additional nodes without connections. */
  others?: readonly JsonObject[];
  connections?: JsonObject;
}

const CHAT_TRIGGER = "@n8n/n8n-nodes-langchain.chatTrigger";

export const MODEL: SubNodeOptions = {
  name: "Model",
  type: "lmChatOpenAi",
  kind: "ai_languageModel",
  version: 1.2,
  parameters: { model: { __rl: true, mode: "list", value: "gpt-4o-mini" } },
};

const fullName = (type: string): string => (type.includes(".") ? type : `@n8n/n8n-nodes-langchain.${type}`);

/** Returns a workflow with a chat trigger, a node `Tested` and its sub-nodes. */
export function createAiWorkflow({
  node,
  subNodes,
  others = [],
  connections = {},
}: Pick<AiOptions, "node" | "subNodes" | "others" | "connections">): JsonObject {
  const { type, version, parameters = {}, ...settings } = node;
  const arrows: Record<string, JsonObject> = {};
  for (const { name, kind, to = "Tested", input = 0 } of subNodes)
    arrows[name] = { [kind]: [[{ node: to, type: kind, index: input }]] };
  return {
    nodes: [
      { name: "Chat", type: CHAT_TRIGGER, typeVersion: 1.1, position: [0, 0], parameters: {} },
      {
        name: "Tested",
        type: fullName(type),
        typeVersion: version,
        position: [200, 0],
        parameters,
        ...settings,
      },
      ...subNodes.map((each) => ({
        name: each.name,
        type: fullName(each.type),
        typeVersion: each.version ?? 1,
        position: [200, 200],
        parameters: each.parameters ?? {},
      })),
      ...others,
    ],
    connections: {
      Chat: { main: [[{ node: "Tested", type: "main", index: 0 }]] },
      ...arrows,
      ...connections,
    },
    settings: { executionOrder: "v1" },
  };
}

/** Runs the workflow from the chat trigger in n8n's order. */
export function runAi(options: AiOptions): Promise<WorkflowTestResult> {
  const {
    node,
    subNodes,
    others,
    connections,
    input = { chatInput: "Hello", sessionId: "s1" },
    ...rest
  } = options;
  return runWorkflowFile({
    ...rest,
    input,
    file: createAiWorkflow({
      node,
      subNodes,
      ...(others && { others }),
      ...(connections && { connections }),
    }),
  });
}
