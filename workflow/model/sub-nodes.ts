import type { JsonValue } from "@stoa/runtime/protocol";
import type { JsonObject } from "./item.ts";

/** What sub-nodes give to the node that they are attached to, by the kind of their connection. */
export interface SubNodes {
  ai_languageModel: LanguageModel;
  ai_memory: ChatMemory;
  /** A server of tools gives several. */
  ai_tool: Tool | readonly Tool[];
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

/** A model that a chat model node asks for, by the name in the file, and how it is to answer. */
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

export interface ChatMessage {
  role: "system" | "user" | "assistant" | "tool";
  content: string;
}

export interface ChatMemory {
  /** The messages of the session so far, oldest first, cut to the memory's window. */
  load(): Promise<ChatMessage[]>;
  save(messages: readonly ChatMessage[]): Promise<void>;
  /** All of them, without the window. */
  all(): Promise<ChatMessage[]>;
  replace(messages: readonly ChatMessage[]): Promise<void>;
}

export interface Tool {
  /** Letters, digits, `_` and `-`; unique among an agent's. */
  name: string;
  description: string;
  /** JSON Schema of an object. */
  parameters: JsonObject;
  /** Words for the model; failures too. Rejects only where the run cannot go on. */
  call(args: JsonObject): Promise<string>;
}

export interface OutputParser {
  /** What the model is told about the form of its answer. */
  instructions: string;
  /** JSON Schema, where the model may be held to one. */
  schema?: JsonObject;
  /** @throws Error whose message tells the model what is wrong. */
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
  /** The documents of one item of the node that they are inserted by, split. */
  load(itemIndex: number): Promise<Document[]>;
}

export interface TextSplitter {
  split(text: string): Promise<string[]>;
}
