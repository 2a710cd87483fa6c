import { CONVERSATION_LIMITS, conversationRoutes } from "../conversations.ts";
import { describe } from "./operation-descriptions.ts";

const NO_CONVERSATION = { not_found: "You have no such conversation." };
const HISTORY_KIB = CONVERSATION_LIMITS.historyBytes / 1024;

export const conversationDescriptions = describe(conversationRoutes, {
  create: {
    description: `Creates an empty conversation with an agent. To add a turn, run the agent with \`conversation_id\`. Each turn is a run with its own cost and receipt. \`max_cost\` limits the cost of all turns together. What the agent gets of the earlier turns is its \`memory\`. Unless that is \`none\` or \`session\`, the text of the earlier turns counts as input tokens of each turn, up to the newest ${HISTORY_KIB} KiB. A conversation can have ${CONVERSATION_LIMITS.turns.toLocaleString("en-US")} turns. The content of a turn is kept as long as the content of any run. Creating a conversation is free.`,
    errors: {
      404: { not_found: "The agent does not exist, or you have no access to it." },
    },
  },
  list: {
    description:
      "Lists your conversations, the most recently used first. `agent_id` lists only the conversations with one agent, and `search` searches the titles and the names of the agents.",
  },
  get: {
    description:
      "Returns a conversation with its number of turns and its total cost. The turns are in `GET /conversations/{id}/turns`.",
    errors: { 404: NO_CONVERSATION },
  },
  update: {
    description:
      "Changes the title, the maximum total cost or the turn after which the conversation continues. Omitted fields keep their values; null removes `max_cost`. Active turns are not affected.",
    errors: {
      400: { invalid_request: "A field is invalid, or the conversation has no turn `current_turn`." },
      404: NO_CONVERSATION,
    },
  },
  remove: {
    description:
      "Deletes a conversation with the content of its turns, and revokes its link. Content that another conversation has too, because of a branch, is deleted with the last of them. The runs remain in your usage and in your wallet, without their content.",
    errors: { 404: NO_CONVERSATION, 409: { conflict: "A turn of the conversation is still running." } },
  },
  turns: {
    description:
      "Lists the turns of a conversation, newest first. Turns with the same `parent` are versions of each other, made by editing or repeating a message. Failed turns are listed too. They cost nothing, except their `failure_charge` if they have one, and the agent does not get them in later turns.",
    errors: { 404: NO_CONVERSATION },
  },
  branch: {
    description:
      "Copies the turns from the first one up to this turn into a new conversation, numbered from 1. Other versions of these turns and the `max_cost` are not copied. Nothing is run or charged; `total_cost` of the new conversation includes the copied turns.",
    errors: {
      400: { invalid_request: "The conversation has no such turn." },
      404: NO_CONVERSATION,
    },
  },
  share: {
    description:
      "Returns a link with which anyone can read the conversation. It shows the turns up to the current one. Later turns are not shown. To show them, share the conversation again: you get a new link, and the earlier one is revoked. `DELETE` revokes the link.",
    errors: { 404: NO_CONVERSATION, 409: { conflict: "The conversation has no turn yet." } },
  },
  unshare: {
    description: "Revokes the link of a conversation. If there is none, nothing changes.",
    errors: { 404: NO_CONVERSATION },
  },
  export: {
    description:
      "Returns a conversation with its current turn and the turns that it follows, oldest first, as JSON or, with `format=markdown`, as a text for people.",
    errors: { 404: NO_CONVERSATION },
  },
  shared: {
    description:
      "Returns a shared conversation: the messages and the answers up to the turn at which it was shared, without failed turns. It says neither who shared it nor what it cost.",
    errors: { 404: { not_found: "The link does not exist, or it was revoked." } },
  },
});
