import type { JsonValue } from "@stoa/runtime/protocol";
import type { JsonObject } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import type { NodeType } from "../../model/node-type.ts";
import type { ConnectedTool } from "../../model/sub-nodes.ts";
import { findCodeHosts } from "./hosts-of-code.ts";
import { runCode } from "./run-code.ts";

/** Returns the JSON Schema of an example. */
function inferExampleSchema(example: JsonValue): JsonObject {
  if (example === null) return {};
  if (Array.isArray(example)) {
    const [first] = example;
    return { type: "array", ...(first !== undefined && { items: inferExampleSchema(first) }) };
  }
  if (typeof example !== "object") return { type: typeof example };
  return {
    type: "object",
    properties: Object.fromEntries(
      Object.entries(example).map(([name, value]) => [name, inferExampleSchema(value)]),
    ),
    required: Object.keys(example),
  };
}

const DEFAULTS = { jsCode: "return query.toUpperCase()", pythonCode: "return query.upper()" };

const ONE_QUERY: JsonObject = {
  type: "object",
  properties: { query: { type: "string", description: "The input of the tool" } },
  required: ["query"],
};

/** Returns the tool's arguments: the author's schema, a schema derived from an example, or a single string. */
function getParameters(context: NodeContext, itemIndex: number): { schema: JsonObject; isOwn: boolean } {
  if (!context.flag("specifyInputSchema", itemIndex)) return { schema: ONE_QUERY, isOwn: false };
  const field =
    context.text("schemaType", itemIndex, "fromJson") === "manual" ? "inputSchema" : "jsonSchemaExample";
  try {
    const ownSchema = JSON.parse(context.text(field, itemIndex, "{}")) as JsonValue;
    const schema = field === "inputSchema" ? ownSchema : inferExampleSchema(ownSchema);
    return { schema: schema as JsonObject, isOwn: true };
  } catch (error) {
    throw context.failure(`the tool's input is not valid JSON: ${(error as Error).message}`, {
      field,
      itemIndex,
    });
  }
}

function getToolName(context: NodeContext, itemIndex: number): string {
  const name =
    context.node.version >= 1.2 ? context.node.name : context.text("name", itemIndex, context.node.name);
  return name.replace(/[^a-zA-Z0-9_-]+/g, "_").slice(0, 64) || "code_tool";
}

/** Returns the code's result as text for the model. @throws Error if the result is neither a string nor a number */
function answerText(value: JsonValue): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  const kind = value === null ? "null or undefined" : Array.isArray(value) ? "array" : typeof value;
  throw new Error(`The code returned a value of type ${kind}: a tool must return a string`);
}

function createCodeTool(context: NodeContext, itemIndex: number): ConnectedTool {
  const language = context.text("language", itemIndex, "javaScript").startsWith("python")
    ? "python"
    : "javascript";
  const field = language === "python" ? "pythonCode" : "jsCode";
  const raw = context.raw(field);
  const source = typeof raw === "string" ? raw : DEFAULTS[field];
  const { schema, isOwn } = getParameters(context, itemIndex);
  return {
    name: getToolName(context, itemIndex),
    description: context.text("description", itemIndex),
    parameters: schema,
    async call(args) {
      const query: JsonValue = isOwn ? args : (args.query ?? "");
      try {
        const { value } = await runCode(context, {
          source,
          language,
          itemIndex,
          variables: language === "python" ? { query, _query: query } : { query },
        });
        return answerText(
          typeof value === "object" && isOwn && value !== null ? JSON.stringify(value) : value,
        );
      } catch (error) {
        if (context.signal.aborted) throw error;
        return `There was an error: "${(error as Error).message}"`;
      }
    },
  };
}

/** Code Tool: a function that an agent calls. */
export const TOOL_CODE_NODE: NodeType = {
  types: ["@n8n/n8n-nodes-langchain.toolCode"],
  versions: [1, 1.1, 1.2, 1.3],
  needs: ({ parameters: { jsCode, language } }) => findCodeHosts(jsCode, language),
  supplies: { ai_tool: createCodeTool },
};
