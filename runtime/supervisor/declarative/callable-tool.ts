import type { Tool } from "@stoa/contract/declarative-agent";
import { callAgent } from "./agent-call.ts";
import { callConnector } from "./connector-call.ts";
import type { RunConnection } from "./run-connection.ts";
import { buildToolDefinition, type ToolDefinition } from "./tool-definition.ts";

/** A tool that a model can call. */
export interface CallableTool {
  definition: ToolDefinition;
  /** Runs a call with the arguments that the model wrote. Every failure becomes a message to the model. */
  call(argumentsText: string): Promise<string>;
}

/** Returns the tools whose arguments the file describes: those that call services and other agents. */
export function createDescribedTools(tools: readonly Tool[], connection: RunConnection): CallableTool[] {
  return tools.flatMap((tool): CallableTool[] => {
    if (tool.type === "mcp") return [];
    const call = (argumentsText: string) =>
      tool.type === "agent"
        ? callAgent(connection, tool, argumentsText)
        : callConnector(connection, tool, argumentsText);
    return [{ definition: buildToolDefinition(tool), call }];
  });
}
