import * as z from "zod";

/** What an agent gets of the earlier turns of a conversation. */
export const AgentMemory = z.enum(["messages", "history", "thread", "state", "session", "none"]).meta({
  id: "AgentMemory",
  description:
    "What the agent gets of the earlier turns. `messages`: the conversation as a list of messages. `history`: the earlier turns as a list, beside the message. `thread`: its own checkpoints (LangGraph). `state`: its saved state (AutoGen). `session`: the conversation's ID as the session of its memory nodes (n8n). `none`: the message alone",
});
export type AgentMemory = z.infer<typeof AgentMemory>;
