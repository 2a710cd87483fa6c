import type { NodeType } from "../../model/node-type.ts";
import { findChatMessage, toInputText } from "./caller-input.ts";
import { withChatFiles } from "./chat-files.ts";
import { withInputFiles } from "./input-files.ts";
import { findReferencedFiles } from "./referenced-files.ts";

/** Chat Trigger: outputs the message as `chatInput`, with the other fields of the input. */
export const chatTrigger: NodeType = {
  types: ["@n8n/n8n-nodes-langchain.chatTrigger", "@n8n/n8n-nodes-langchain.manualChatTrigger"],
  versions: [1, 1.1, 1.2, 1.3, 1.4],
  trigger: true,
  execute({ node, workflow, items, execution }) {
    const files = findReferencedFiles(workflow, node);
    const results = items.map((item) => {
      const { json, binary } = withInputFiles(files, withChatFiles(node, item));
      const { name, text } = findChatMessage(json);
      const { sessionId, action, ...others } = json;
      if (name !== undefined) delete others[name];
      return {
        json: {
          sessionId: toInputText(sessionId) || execution.id,
          action: toInputText(action) || "sendMessage",
          chatInput: text,
          ...others,
        },
        ...(binary && { binary }),
      };
    });
    return [results];
  },
};
