import type { NodeType } from "../../../model/node-type.ts";
import { toAiTypeNames, versions } from "../ai-node-type.ts";

/** Sends a message to the chat. If the node waits for a reply, that reply starts a new run. */
export const chatAnswer: NodeType = {
  types: [toAiTypeNames("chat")],
  versions: versions(1, 1.3),
  execute(context) {
    const waits =
      context.node.version < 1.1
        ? context.flag("waitUserReply", 0, true)
        : context.text("operation", 0, "send") !== "send";
    for (const index of context.items.keys()) {
      const message = context.text("message", index);
      context.respond(message);
    }
    if (waits) context.log("info", "The run ends here. The reply to this message starts a new run.");
    return [waits ? [] : context.items];
  },
};
