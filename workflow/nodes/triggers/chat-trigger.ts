import type { NodeType } from "../../model/node-type.ts";
import { messageIn, textOf } from "./caller-input.ts";
import { withGivenFiles } from "./given-files.ts";
import { referencedFiles } from "./referenced-files.ts";

/** The caller's message as `chatInput`; what else was given stands beside it. */
export const chatTrigger: NodeType = {
  types: ["@n8n/n8n-nodes-langchain.chatTrigger", "@n8n/n8n-nodes-langchain.manualChatTrigger"],
  versions: [1, 1.1, 1.2, 1.3, 1.4],
  trigger: true,
  execute({ node, workflow, items, execution }) {
    const files = referencedFiles(workflow, node);
    const made = items.map((given) => {
      const { json, binary } = withGivenFiles(files, given);
      const { name, text } = messageIn(json);
      const { sessionId, action, ...others } = json;
      if (name !== undefined) delete others[name];
      return {
        json: {
          sessionId: textOf(sessionId) || execution.id,
          action: textOf(action) || "sendMessage",
          chatInput: text,
          ...others,
        },
        ...(binary && { binary }),
      };
    });
    return [made];
  },
};
