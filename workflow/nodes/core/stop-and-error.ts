import type { JsonValue } from "@stoa/runtime/protocol";
import type { NodeContext } from "../../model/node-context.ts";
import type { NodeType } from "../../model/node-type.ts";
import { toText } from "./fields/field-path.ts";
import { readLooseJson } from "./fields/literal-object.ts";

/** Stop and Error: ends the run with an error that the author defines. */
export const STOP_AND_ERROR_NODE: NodeType = {
  types: ["n8n-nodes-base.stopAndError"],
  versions: [1],
  execute(context) {
    const field =
      context.text("errorType", 0, "errorMessage") === "errorObject" ? "errorObject" : "errorMessage";
    throw context.failure(field === "errorObject" ? getObjectMessage(context) : context.text(field, 0), {
      field,
    });
  },
};

function getObjectMessage(context: NodeContext): string {
  const errorObject = context.parameter("errorObject", 0);
  const value = typeof errorObject === "string" ? parseErrorObject(context, errorObject) : errorObject;
  if (value === null || typeof value !== "object" || Array.isArray(value))
    return `Error: ${JSON.stringify(value)}`;
  const message = [value.message, value.description, value.error].find((word) => Boolean(word));
  if (message === undefined || message === null) return `Error: ${JSON.stringify(value)}`;
  return toText(message);
}

function parseErrorObject(context: NodeContext, text: string): JsonValue {
  try {
    return readLooseJson(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw context.failure(message, { field: "errorObject" }, { cause: error });
  }
}
