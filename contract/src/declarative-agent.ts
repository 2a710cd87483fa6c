import type * as z from "zod";
import { DeclarativeFields } from "./declarative-fields.ts";
import { findDeclarationProblems } from "./declarative-problems.ts";

export {
  type AgentTool,
  type ConnectorTool,
  DECLARATIVE,
  type DeclarativeParameter,
  isRequired,
  type Tool,
} from "./declarative-fields.ts";
export { getMcpHost, type McpTool } from "./declarative-mcp.ts";
export { findPathArguments } from "./declarative-problems.ts";
export type { JsonSchema, ObjectSchema } from "./json-schema.ts";
export { fillPlaceholders, findPlaceholders } from "./placeholders.ts";

/** The path of the format's JSON Schema, which editors load for a file's `$schema`. */
export const DECLARATIVE_AGENT_SCHEMA_PATH = "/api/v1/schemas/declarative-agent.json";

/** An agent that is a JSON file without code. The server runs it as a loop of model and tool calls. */
export const DeclarativeAgent = DeclarativeFields.superRefine((agent, context) => {
  for (const problem of findDeclarationProblems(agent)) context.addIssue({ code: "custom", ...problem });
}).meta({ id: "DeclarativeAgent" });
export type DeclarativeAgent = z.infer<typeof DeclarativeAgent>;
