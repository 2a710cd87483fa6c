/** The input fields that can contain the message. The first non-empty one in this order is used. */
export const MESSAGE_FIELDS = ["message", "research_query", "query", "text", "content", "input"] as const;
