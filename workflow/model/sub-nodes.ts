import type { JsonValue } from "@stoa/runtime/protocol";
import type { JsonObject } from "./item.ts";

/** The values that sub-nodes supply to the node to which they are attached, keyed by the kind of connection. */
export interface SubNodes {
  ai_languageModel: LanguageModel;
  ai_memory: ChatMemory;
  /** A tool server supplies a list of tools. */
  ai_tool: ConnectedTool | readonly ConnectedTool[];
  ai_outputParser: OutputParser;
  ai_embedding: Embedding;
  ai_vectorStore: VectorStore;
  ai_retriever: Retriever;
  ai_document: DocumentLoader;
  ai_textSplitter: TextSplitter;
  ai_reranker: never;
  ai_agent: never;
  ai_chain: never;
}

/** The model and settings of a chat model node. `model` is the name in the workflow file. */
export interface LanguageModel {
  model: string;
  temperature?: number;
  topP?: number;
  frequencyPenalty?: number;
  presencePenalty?: number;
  maxTokens?: number;
  reasoningEffort?: string;
  responseFormat?: JsonObject;
}

export interface MemoryMessage {
  role: "system" | "user" | "assistant" | "tool";
  content: string;
}

export interface ChatMemory {
  /** Returns the messages of the session, oldest first, limited to the memory's window. */
  load(): Promise<MemoryMessage[]>;
  save(messages: readonly MemoryMessage[]): Promise<void>;
  /** Returns all messages, ignoring the window. */
  all(): Promise<MemoryMessage[]>;
  replace(messages: readonly MemoryMessage[]): Promise<void>;
}

export interface ConnectedTool {
  /** Letters, digits, `_` and `-`; unique among an agent's tools. */
  name: string;
  description: string;
  /** JSON Schema of an object. */
  parameters: JsonObject;
  /** Returns text for the model, even after a failure. Rejects only if the run cannot continue. */
  call(args: JsonObject): Promise<string>;
}

export interface OutputParser {
  /** The instructions that tell the model in which format to answer. */
  instructions: string;
  /** The JSON Schema that a provider can enforce on the answer, if there is one. */
  schema?: JsonObject;
  /** Parses an answer. @throws Error with a message that tells the model what is wrong */
  parse(text: string): Promise<JsonValue>;
}

export interface Embedding {
  embed(texts: readonly string[]): Promise<number[][]>;
}

export interface Document {
  text: string;
  metadata: JsonObject;
}

export interface ScoredDocument extends Document {
  score: number;
}

export interface VectorStore {
  search(query: string, count: number, metadata?: JsonObject): Promise<ScoredDocument[]>;
}

export interface Retriever {
  retrieve(query: string): Promise<Document[]>;
}

export interface DocumentLoader {
  /** Returns the documents for one item of the node that inserts documents, split into chunks. */
  load(itemIndex: number): Promise<Document[]>;
}

export interface TextSplitter {
  split(text: string): Promise<string[]>;
}
