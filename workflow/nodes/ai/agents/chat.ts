import type { NodeType } from "../../../model/node-type.ts";
import { toAiTypeNames, versions } from "../ai-node-type.ts";

/** Answers in the chat. Where it waits for the next message, that one begins a run of its own here. */
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
    if (waits) context.log("info", "It waits for the next message of the chat, which begins a new run.");
    return [waits ? [] : context.items];
  },
};
