import type { NodeContext } from "../../../model/node-context.ts";

/** Since this version of memory nodes the session is found in the input. */
const FROM_INPUT_SINCE = 1.2;

/** Whose messages a memory keeps. @throws NodeError where the session is not known. */
export function sessionKey(context: NodeContext, itemIndex: number): string {
  const { version } = context.node;
  if (context.node.type.endsWith("memoryBufferWindow") && version < 1.1)
    return context.text("sessionKey", itemIndex, "chat_history");
  const isOwn = context.text("sessionIdType", itemIndex, "fromInput") === "customKey";
  if (isOwn || (version < FROM_INPUT_SINCE && context.raw("sessionKey") !== undefined)) {
    const key = context.text("sessionKey", itemIndex);
    if (key === "") throw context.failure("Key parameter is empty", { field: "sessionKey", itemIndex });
    return key;
  }
  const found = context.evaluate("={{ $json.sessionId }}", itemIndex) ?? context.given.sessionId;
  if (found === undefined || found === null || found === "")
    throw context.failure(
      "No session ID found. Expected to find the session ID in an input field called 'sessionId' (this is what the chat trigger node outputs). To use something else, change the 'Session ID' parameter",
      { field: "sessionIdType", itemIndex },
    );
  return typeof found === "object" ? JSON.stringify(found) : String(found);
}
