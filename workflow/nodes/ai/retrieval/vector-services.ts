import { randomUUID } from "node:crypto";
import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../../model/is-object.ts";
import type { JsonObject } from "../../../model/item.ts";
import { toText } from "../../../model/json-text.ts";
import type { NodeType } from "../../../model/node-type.ts";
import type { WorkflowNode } from "../../../model/workflow-node.ts";
import { readJsonRecord } from "../../http/name-value-pairs.ts";
import { getLocatorId } from "../../services/resource-locator.ts";
import { encodePathPart } from "../../services/service-call.ts";
import { PGVECTOR } from "./pgvector.ts";
import { createCaller, getList, getNumber, getRecord, openWith } from "./vector-service.ts";
import { createVectorStoreNodes } from "./vector-store-node.ts";

/** Returns whether a node adds documents, by its mode or as a legacy node without modes. */
const isInsert = ({ type, parameters }: WorkflowNode): boolean =>
  parameters.mode === "insert" || type.endsWith("Insert");

/** A table of a Supabase project, and the function that searches it: https://supabase.com/docs/guides/ai */
const SUPABASE = createVectorStoreNodes({
  name: "vectorStoreSupabase",
  needs: (node) => ({
    connectors: [
      {
        service: "supabase",
        methods: ["POST"],
        paths: [isInsert(node) ? "/rest/v1/*" : "/rest/v1/rpc/*"],
      },
    ],
  }),
  open: openWith((context, itemIndex) => {
    const call = createCaller(context, itemIndex, "supabase");
    return {
      async add(documents) {
        const rows = documents.map(({ text, metadata, vector }) => ({
          content: text,
          metadata,
          embedding: vector,
        }));
        await call("POST", `/rest/v1/${encodePathPart(getLocatorId(context, "tableName", itemIndex))}`, rows);
      },
      async search(vector, count, metadata) {
        const name = context.text("options.queryName", itemIndex) || "match_documents";
        const found = await call("POST", `/rest/v1/rpc/${encodePathPart(name)}`, {
          query_embedding: vector,
          match_count: count,
          ...(Object.keys(metadata).length > 0 && { filter: metadata }),
        });
        return getList({ rows: found }, "rows").map((row) => ({
          text: toText(row.content),
          metadata: getRecord(row.metadata),
          score: getNumber(row.similarity),
        }));
      },
    };
  }),
});

/** A collection of a Qdrant cluster: https://api.qdrant.tech/api-reference */
const QDRANT = createVectorStoreNodes({
  name: "vectorStoreQdrant",
  needs: (node) => ({
    connectors: [
      isInsert(node)
        ? {
            service: "qdrant",
            methods: ["GET", "PUT"],
            paths: ["/collections/*", "/collections/*/exists", "/collections/*/points"],
          }
        : { service: "qdrant", methods: ["POST"], paths: ["/collections/*/points/query"] },
    ],
  }),
  open: openWith((context, itemIndex) => {
    const call = createCaller(context, itemIndex, "qdrant");
    const path = `/collections/${encodePathPart(getLocatorId(context, "qdrantCollection", itemIndex))}`;
    const readOption = (name: string) =>
      context.text(`options.${name}`, itemIndex) === ""
        ? undefined
        : readJsonRecord(
            context,
            `options.${name}`,
            itemIndex,
            `The option '${name}' is not a valid JSON object`,
          );
    return {
      async prepare(size) {
        const answer = await call("GET", `${path}/exists`);
        if (isObject(answer) && getRecord(answer.result).exists === true) return;
        await call("PUT", path, readOption("collectionConfig") ?? { vectors: { size, distance: "Cosine" } });
      },
      async add(documents) {
        const points = documents.map(({ text, metadata, vector }) => ({
          id: randomUUID(),
          vector,
          payload: { content: text, metadata },
        }));
        await call("PUT", `${path}/points`, { points });
      },
      async search(vector, count) {
        const filter = readOption("searchFilterJson");
        const answer = await call("POST", `${path}/points/query`, {
          query: vector,
          limit: count,
          with_payload: true,
          ...(filter && { filter }),
        });
        const result = isObject(answer) ? getRecord(answer.result) : {};
        return getList(result, "points").map(({ payload, score }) => ({
          text: toText(getRecord(payload).content),
          metadata: getRecord(getRecord(payload).metadata),
          score: getNumber(score),
        }));
      },
    };
  }),
});

/** An index of Pinecone: https://docs.pinecone.io/reference/api. Its text is a part of the metadata. */
const PINECONE = createVectorStoreNodes({
  name: "vectorStorePinecone",
  clearParameter: "options.clearNamespace",
  needs: (node) => {
    const paths = isInsert(node) ? ["vectors/upsert", "vectors/delete"] : ["query"];
    return {
      connectors: [
        { service: "pinecone", methods: ["GET"], paths: ["/indexes/*"] },
        { service: "pinecone", methods: ["POST"], paths: paths.map((path) => `/data/*/${path}`) },
      ],
    };
  },
  open: openWith(async (context, itemIndex) => {
    const call = createCaller(context, itemIndex, "pinecone");
    const index = await call(
      "GET",
      `/indexes/${encodePathPart(getLocatorId(context, "pineconeIndex", itemIndex))}`,
    );
    // The connector forwards `/data/<host>/...` to the host of the index.
    const path = `/data/${encodePathPart(toText(isObject(index) ? index.host : ""))}`;
    const name = context.text("options.pineconeNamespace", itemIndex);
    const namespace = name === "" ? {} : { namespace: name };
    return {
      async prepare(_, clear) {
        if (clear) await call("POST", `${path}/vectors/delete`, { deleteAll: true, ...namespace });
      },
      async add(documents) {
        const vectors = documents.map(({ text, metadata, vector }) => ({
          id: randomUUID(),
          values: vector,
          metadata: { ...toFlatMetadata(metadata), text },
        }));
        await call("POST", `${path}/vectors/upsert`, { vectors, ...namespace });
      },
      async search(vector, count, metadata) {
        const answer = await call("POST", `${path}/query`, {
          vector,
          topK: count,
          includeMetadata: true,
          ...namespace,
          ...(Object.keys(metadata).length > 0 && { filter: metadata }),
        });
        return getList(answer, "matches").map((match) => {
          const { text = "", ...rest } = getRecord(match.metadata);
          return { text: toText(text), metadata: rest, score: getNumber(match.score) };
        });
      },
    };
  }),
});

/** Flattens nested metadata to `loc.lines.from`, because Pinecone stores only plain values and lists of strings. */
function toFlatMetadata(metadata: JsonObject, prefix = ""): JsonObject {
  return Object.fromEntries(
    Object.entries(metadata).flatMap(([name, value]): [string, JsonValue][] => {
      if (value === null) return [];
      if (isObject(value)) return Object.entries(toFlatMetadata(value, `${prefix}${name}.`));
      return [[`${prefix}${name}`, Array.isArray(value) ? value.map(toText) : value]];
    }),
  );
}

/** The vector stores of other services, which are called with the caller's connectors. */
export const VECTOR_SERVICES: readonly NodeType[] = [...PGVECTOR, ...PINECONE, ...QDRANT, ...SUPABASE];
