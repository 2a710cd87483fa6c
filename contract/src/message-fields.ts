/** The names under which a message may arrive; the first non-empty one is the message (reading 4). */
export const MESSAGE_FIELDS = ["message", "research_query", "query", "text", "content", "input"] as const;
