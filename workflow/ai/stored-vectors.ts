import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../model/is-object.ts";
import type { JsonObject } from "../model/item.ts";
import type { NodeContext } from "../model/node-context.ts";
import type { Document, Embedding, ScoredDocument } from "../model/sub-nodes.ts";

/**
 * The maximum number of documents per store. With vectors of 1,536 numbers, more do not fit in a stored value
 * of 8 MiB.
 */
const MOST_DOCUMENTS = 1_000;

type StoredDocument = Document & { vector: ArrayLike<number> };

/** Returns a vector as 32-bit floats in base64: about a quarter of the size of decimal text. */
function packVector(vector: readonly number[]): string {
  return Buffer.from(new Float32Array(vector).buffer).toString("base64");
}

function unpackVector(text: string): Float32Array {
  const bytes = Buffer.from(text, "base64");
  return new Float32Array(new Uint8Array(bytes).buffer, 0, Math.floor(bytes.byteLength / 4));
}

function parseStoredVectors(value: JsonValue): StoredDocument[] {
  if (!isObject(value) || typeof value.text !== "string" || typeof value.vector !== "string") return [];
  const metadata = isObject(value.metadata) ? value.metadata : {};
  return [{ text: value.text, metadata, vector: unpackVector(value.vector) }];
}

/**
 * Returns the cosine similarity of two vectors, from -1 to 1, or 0 if their lengths differ because they come from
 * different models.
 */
function cosine(one: ArrayLike<number>, other: ArrayLike<number>): number {
  if (one.length !== other.length) return 0;
  let [dot, ofOne, ofOther] = [0, 0, 0];
  for (let index = 0; index < one.length; index += 1) {
    const [first = 0, second = 0] = [one[index], other[index]];
    dot += first * second;
    ofOne += first * first;
    ofOther += second * second;
  }
  return ofOne === 0 || ofOther === 0 ? 0 : dot / Math.sqrt(ofOne * ofOther);
}

const matches = (metadata: JsonObject, filter: JsonObject): boolean =>
  Object.entries(filter).every(([name, value]) => JSON.stringify(metadata[name]) === JSON.stringify(value));

/** Documents and their vectors, stored under a key in Stoa's storage. */
export class StoredVectors {
  readonly #context: NodeContext;
  readonly #key: string;
  readonly #embedding: Embedding;

  constructor(context: NodeContext, key: string, embedding: Embedding) {
    this.#context = context;
    this.#key = key;
    this.#embedding = embedding;
  }

  async #stored(): Promise<JsonValue[]> {
    const stored = await this.#context.services.storage.read("vectors", this.#key);
    return Array.isArray(stored) ? stored : [];
  }

  /**
   * Adds documents. If `clear` is true, they replace the existing documents.
   * @throws NodeError if there are too many documents
   */
  async add(documents: readonly Document[], clear: boolean): Promise<void> {
    const vectors = await this.#embedding.embed(documents.map(({ text }) => text));
    const newDocuments = documents.map(({ text, metadata }, index) => ({
      text,
      metadata,
      vector: packVector(vectors[index] ?? []),
    }));
    const all = clear ? newDocuments : [...(await this.#stored()), ...newDocuments];
    if (all.length > MOST_DOCUMENTS)
      throw this.#context.failure(
        `The vector store '${this.#key}' can have at most ${MOST_DOCUMENTS} documents, but would have ${all.length}`,
        { field: "memoryKey" },
      );
    await this.#context.services.storage.write("vectors", this.#key, all);
  }

  /** Returns the documents that are most similar to the query, best match first. */
  async search(query: string, count: number, metadata: JsonObject = {}): Promise<ScoredDocument[]> {
    const documents = (await this.#stored())
      .flatMap(parseStoredVectors)
      .filter((document) => matches(document.metadata, metadata));
    if (documents.length === 0) return [];
    const [vector = []] = await this.#embedding.embed([query]);
    return documents
      .map((document) => ({
        text: document.text,
        metadata: document.metadata,
        score: cosine(vector, document.vector),
      }))
      .sort((one, other) => other.score - one.score)
      .slice(0, Math.max(0, count));
  }
}
