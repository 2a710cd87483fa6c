/** The names under which a message may arrive. The first non-empty one, in this order, is the message. */
export const MESSAGE_FIELDS = ["message", "research_query", "query", "text", "content", "input"] as const;
