/** The input fields that can contain the message, in order of precedence. The first one that is not empty is used. */
export const MESSAGE_FIELDS = ["message", "research_query", "query", "text", "content", "input"] as const;
