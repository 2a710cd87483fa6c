import type { WaitAnswer } from "../../../gateway/wait-messages.ts";
import type { Item } from "../../../model/item.ts";
import { toText } from "../../../model/json-text.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeType } from "../../../model/node-type.ts";
import {
  APPROVED,
  answerField,
  getDecisions,
  getField,
  getWaitLimit,
  isApproved,
} from "../../services/send-and-wait.ts";
import { parseInputFile } from "../../triggers/caller-input.ts";
import { toAiTypeNames, versions } from "../ai-node-type.ts";

function waitsForReply(context: NodeContext): boolean {
  return context.node.version < 1.1
    ? context.flag("waitUserReply", 0, true)
    : context.text("operation", 0, "send") !== "send";
}

/** Returns the item of a reply, as the chat trigger outputs a message. */
function toReplyItem(context: NodeContext, isApproval: boolean, { body, files }: WaitAnswer): Item {
  if (isApproval) return { json: { data: { approved: isApproved(body) } }, pairedItem: { item: 0 } };
  const sent = Object.values(files)
    .flat()
    .flatMap((file) => parseInputFile({ ...file }) ?? []);
  const { sessionId } = context.callerInput;
  return {
    json: {
      sessionId: toText(sessionId) || context.execution.id,
      action: "sendMessage",
      chatInput: getField(body, "text") ?? "",
    },
    ...(sent.length > 0 && {
      binary: Object.fromEntries(sent.map((file, index) => [`data${index}`, file])),
    }),
    pairedItem: { item: 0 },
  };
}

/** Asks in a conversation. The reply is the output, or the items if the author's wait limit has passed. */
async function ask(context: NodeContext): Promise<readonly Item[]> {
  const isApproval = context.text("responseType", 0, "freeTextChat") === "approval";
  const page = { title: "", text: context.text("message", 0), thanks: "" };
  const answer = await context.waitForAnswer(
    {
      kind: "page",
      page: isApproval
        ? {
            ...page,
            fields: [],
            buttons: getDecisions(context).map((button) => ({ ...button, name: APPROVED })),
          }
        : { ...page, fields: [answerField("")], buttons: [{ label: "Send" }] },
    },
    getWaitLimit(context),
  );
  return answer ? [toReplyItem(context, isApproval, answer)] : context.items;
}

/**
 * Sends a message to the chat. If the node waits for a reply, the next message of a conversation is the reply. In another
 * run, the reply starts a new run.
 */
export const chatAnswer: NodeType = {
  types: [toAiTypeNames("chat")],
  versions: versions(1, 1.3),
  async execute(context) {
    const waits = waitsForReply(context);
    if (waits && context.isInConversation) return [await ask(context)];
    for (const index of context.items.keys()) {
      const message = context.text("message", index);
      context.respond(message);
    }
    if (waits) context.log("info", "The run ends here. The reply to this message starts a new run.");
    return [waits ? [] : context.items];
  },
};
