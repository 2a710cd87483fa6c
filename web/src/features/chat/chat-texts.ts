import type { AgentMemory } from "@stoa/contract/agent-memory";

/** What an agent remembers of a conversation, as one sentence. */
export const MEMORY_TEXTS: Readonly<Record<AgentMemory, string>> = {
  messages: "This agent gets your earlier messages and its answers with each new message.",
  history: "This agent gets the earlier turns of this chat with each new message.",
  thread: "This agent continues from its own saved steps of this chat.",
  state: "This agent continues from the state that it saved after its last answer.",
  session: "This agent remembers this chat in its own memory.",
  none: "This agent does not remember earlier messages. Include what it needs in each message.",
};

export const CHAT_TEXTS = {
  untitled: "New chat",
  loadFailed: "Could not load this chat.",
  notFound: "Chat not found",
  notFoundHint: "This chat was deleted, or it belongs to another account.",
  changeFailed: "Could not change this chat. Please try again.",
  createFailed: "Could not start the chat. Please try again.",
  takesNoFiles: "This agent takes no files. Paste the text that it needs into your message.",
  dropFiles: "Drop files to attach them",
  branchFailed: "Could not copy this chat. Please try again.",
} as const;
