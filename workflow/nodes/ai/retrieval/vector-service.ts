import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../../model/is-object.ts";
import type { JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { Document, ScoredDocument } from "../../../model/sub-nodes.ts";
import { type ServiceNodeCall, serviceApiRequest } from "../../services/service-call.ts";
import type { OpenStore } from "./vector-store-node.ts";

/** The number of documents per request. With vectors of 3,072 numbers, it is about 4 MiB; a connector sends 10 MiB. */
const BATCH = 100;

/** A document with its vector. */
export interface VectorDocument extends Document {
  vector: number[];
}

/** A service that stores documents with their vectors. */
export interface VectorService {
  /** Adds one batch of documents. */
  add(documents: readonly VectorDocument[]): Promise<void>;
  /** Is called before the first batch. */
  prepare?(size: number, clear: boolean): Promise<void>;
  search(vector: number[], count: number, metadata: JsonObject): Promise<ScoredDocument[]>;
}

/** Adapts a service to a node: it embeds texts, and sends documents in batches. */
export const openWith =
  (create: (context: NodeContext, itemIndex: number) => VectorService | Promise<VectorService>): OpenStore =>
  async (context, itemIndex, embedding) => {
    const service = await create(context, itemIndex);
    return {
      async add(documents, clear) {
        const vectors = await embedding.embed(documents.map(({ text }) => text));
        if (documents.length > 0) await service.prepare?.(vectors[0]?.length ?? 0, clear);
        const all = documents.map((document, index) => ({ ...document, vector: vectors[index] ?? [] }));
        for (let from = 0; from < all.length; from += BATCH) await service.add(all.slice(from, from + BATCH));
      },
      async search(query, count, metadata = {}) {
        const [vector = []] = await embedding.embed([query]);
        return service.search(vector, count, metadata);
      },
    };
  };

/** Returns a function that calls a service as one item of a node. */
export const createCaller =
  (context: NodeContext, itemIndex: number, service: string) =>
  (method: ServiceNodeCall["method"], path: string, body?: JsonValue): Promise<JsonValue> =>
    serviceApiRequest(context, itemIndex, { service, method, path, ...(body !== undefined && { body }) });

export const getList = (answer: JsonValue, name: string): JsonObject[] => {
  const list = isObject(answer) ? answer[name] : undefined;
  return Array.isArray(list) ? list.filter(isObject) : [];
};
export const getNumber = (value: JsonValue | undefined): number => (typeof value === "number" ? value : 0);
export const getRecord = (value: JsonValue | undefined): JsonObject => (isObject(value) ? value : {});
