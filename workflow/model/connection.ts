/** The kinds of connections: `main` passes items on; all others lead from a sub-node to the node that it serves. */
export const CONNECTION_KINDS = [
  "main",
  "ai_agent",
  "ai_chain",
  "ai_document",
  "ai_embedding",
  "ai_languageModel",
  "ai_memory",
  "ai_outputParser",
  "ai_reranker",
  "ai_retriever",
  "ai_textSplitter",
  "ai_tool",
  "ai_vectorStore",
] as const;

export type ConnectionKind = (typeof CONNECTION_KINDS)[number];
export type SubNodeKind = Exclude<ConnectionKind, "main">;

/** A connection from an output of one node to an input of another. */
export interface Connection {
  kind: ConnectionKind;
  from: string;
  output: number;
  to: string;
  input: number;
}
