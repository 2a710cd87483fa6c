/**
 * The limits of what an MCP server may send. Its operator is a stranger, and the client runs in the server's process for
 * declarative agents.
 */
export const MCP_BOUNDS = {
  /** The size of one response. A list of a hundred tools has up to 300 KiB, and a result that models read far less. */
  responseBytes: 4 * 1024 * 1024,
  /**
   * The number of lists, objects and other values in one message: a list of a hundred tools with a hundred fields each. A
   * message of 4 MiB could contain a million, and each is visited on the thread of the process.
   */
  messageValues: 50_000,
  /**
   * The same for the messages with which a session opens. The SDK checks them with schemas of many alternatives, which
   * takes up to 80 microseconds and 11 kB for each value that does not match.
   */
  handshakeValues: 1_000,
  /** The nesting depth of a message. Schemas of real tools have less than 20 levels. */
  messageDepth: 64,
  /** The number of pages of a list of tools, and of tools in it. Most servers send one page. Models accept 128 tools. */
  pages: 20,
  tools: 1_000,
  /** The size of the schema of one tool as JSON. Each model call pays for it. */
  schemaChars: 32 * 1024,
  /** The length of a tool's description, which OpenAI's API limits to this value. */
  descriptionChars: 1_024,
  /** The length of a tool's name, which providers limit. */
  nameChars: 64,
} as const;
