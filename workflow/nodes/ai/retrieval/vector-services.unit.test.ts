import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../model/item.ts";
import { createNode } from "../../../testing/scripted-node.ts";
import { findNodeType } from "../../node-table.ts";
import { createScriptedService, type ServiceReply } from "../../services/scripted-service.fixture.ts";
import { runAi, type SubNodeOptions } from "../ai-file.fixture.ts";
import { createScriptedModels } from "../scripted-models.fixture.ts";

const EMBEDDING: SubNodeOptions = {
  name: "Embedding",
  type: "embeddingsOpenAi",
  kind: "ai_embedding",
  version: 1.2,
};
const LOADER: SubNodeOptions = {
  name: "Loader",
  type: "documentDefaultDataLoader",
  kind: "ai_document",
  parameters: { jsonMode: "expressionData", jsonData: "={{ $json.chatInput }}" },
};
const chosen = (value: string) => ({ __rl: true, mode: "list", value });

async function runStore(type: string, parameters: JsonObject, replies: readonly ServiceReply[]) {
  const models = createScriptedModels();
  const service = createScriptedService(replies);
  const ran = await runAi({
    node: { type, version: 1.1, parameters },
    subNodes: parameters.mode === "insert" ? [EMBEDDING, LOADER] : [EMBEDDING],
    input: { chatInput: "aaa" },
    services: {
      gateway: {
        call: (request) => (request.path.startsWith("/connectors/") ? service : models).gateway.call(request),
      },
    },
  });
  const calls = service.requests.map(({ method, service: name, path, body }) => ({
    call: `${method} ${name}${path}`,
    body,
  }));
  return { error: ran.error, output: ran.nodes.Tested?.[0], calls };
}

const METADATA = { source: "blob", blobType: "text/plain", loc: { lines: { from: 1, to: 1 } } };
const INSERTED = [{ metadata: METADATA, pageContent: "aaa" }];
const VECTOR = expect.arrayContaining([expect.any(Number)]);
const ID = expect.stringMatching(/^[0-9a-f-]{36}$/);

describe("Supabase Vector Store", () => {
  it("inserts documents into a table", async () => {
    const { error, output, calls } = await runStore(
      "vectorStoreSupabase",
      { mode: "insert", tableName: chosen("documents"), options: {} },
      [{ status: 201 }],
    );
    expect(error).toBeUndefined();
    expect(calls).toEqual([
      {
        call: "POST supabase/rest/v1/documents",
        body: [{ content: "aaa", metadata: METADATA, embedding: VECTOR }],
      },
    ]);
    expect(output).toEqual(INSERTED);
  });

  it("finds documents with the function of the node, filtered by metadata", async () => {
    const { output, calls } = await runStore(
      "vectorStoreSupabase",
      {
        mode: "load",
        tableName: chosen("documents"),
        prompt: "tea",
        topK: 2,
        options: { queryName: "match_tea", metadata: { metadataValues: [{ name: "by", value: "me" }] } },
      },
      [{ body: [{ id: 1, content: "Tea", metadata: { by: "me" }, similarity: 0.9 }] }],
    );
    expect(calls).toEqual([
      {
        call: "POST supabase/rest/v1/rpc/match_tea",
        body: { query_embedding: VECTOR, match_count: 2, filter: { by: "me" } },
      },
    ]);
    expect(output).toEqual([{ document: { pageContent: "Tea", metadata: { by: "me" } }, score: 0.9 }]);
  });
});

describe("Qdrant Vector Store", () => {
  it("creates a missing collection, then inserts documents", async () => {
    const { output, calls } = await runStore(
      "vectorStoreQdrant",
      { mode: "insert", qdrantCollection: chosen("tea"), options: {} },
      [{ body: { result: { exists: false } } }, { body: { result: true } }, { body: { status: "ok" } }],
    );
    expect(calls).toEqual([
      { call: "GET qdrant/collections/tea/exists", body: "" },
      {
        call: "PUT qdrant/collections/tea",
        body: { vectors: { size: expect.any(Number), distance: "Cosine" } },
      },
      {
        call: "PUT qdrant/collections/tea/points",
        body: { points: [{ id: ID, vector: VECTOR, payload: { content: "aaa", metadata: METADATA } }] },
      },
    ]);
    expect(output).toEqual(INSERTED);
  });

  it("finds documents that match a filter", async () => {
    const { output, calls } = await runStore(
      "vectorStoreQdrant",
      {
        mode: "load",
        qdrantCollection: chosen("tea"),
        prompt: "tea",
        includeDocumentMetadata: false,
        options: { searchFilterJson: '{"must": [{"key": "metadata.by", "match": {"value": "me"}}]}' },
      },
      [{ body: { result: { points: [{ id: 1, score: 0.8, payload: { content: "Tea", metadata: {} } }] } } }],
    );
    expect(calls[0]).toMatchObject({
      call: "POST qdrant/collections/tea/points/query",
      body: { limit: 4, with_payload: true, filter: { must: [{ key: "metadata.by" }] } },
    });
    expect(output).toEqual([{ document: { pageContent: "Tea" }, score: 0.8 }]);
  });
});

describe("Pinecone Vector Store", () => {
  const INDEX = { body: { name: "tea", host: "tea-1.svc.x.pinecone.io" } };
  const DATA = "pinecone/data/tea-1.svc.x.pinecone.io";

  it("clears the namespace, then inserts documents with flat metadata", async () => {
    const { output, calls } = await runStore(
      "vectorStorePinecone",
      {
        mode: "insert",
        pineconeIndex: chosen("tea"),
        options: { clearNamespace: true, pineconeNamespace: "green" },
      },
      [INDEX, { body: {} }, { body: { upsertedCount: 1 } }],
    );
    expect(calls).toEqual([
      { call: "GET pinecone/indexes/tea", body: "" },
      { call: `POST ${DATA}/vectors/delete`, body: { deleteAll: true, namespace: "green" } },
      {
        call: `POST ${DATA}/vectors/upsert`,
        body: {
          vectors: [
            {
              id: ID,
              values: VECTOR,
              metadata: {
                source: "blob",
                blobType: "text/plain",
                "loc.lines.from": 1,
                "loc.lines.to": 1,
                text: "aaa",
              },
            },
          ],
          namespace: "green",
        },
      },
    ]);
    expect(output).toEqual(INSERTED);
  });

  it("finds documents", async () => {
    const { output, calls } = await runStore(
      "vectorStorePinecone",
      { mode: "load", pineconeIndex: chosen("tea"), prompt: "tea", topK: 1 },
      [INDEX, { body: { matches: [{ id: "1", score: 0.7, metadata: { text: "Tea", by: "me" } }] } }],
    );
    expect(calls[1]).toEqual({
      call: `POST ${DATA}/query`,
      body: { vector: VECTOR, topK: 1, includeMetadata: true },
    });
    expect(output).toEqual([{ document: { pageContent: "Tea", metadata: { by: "me" } }, score: 0.7 }]);
  });

  it("returns the service's reason for an error", async () => {
    const { error } = await runStore(
      "vectorStorePinecone",
      { mode: "load", pineconeIndex: chosen("nobody"), prompt: "tea" },
      [{ status: 404, body: { error: { code: "NOT_FOUND", message: "Resource nobody not found" } } }],
    );
    expect(error?.message).toContain("Resource nobody not found");
  });

  it("reports the mode 'update' before the run", async () => {
    const { error, calls } = await runStore("vectorStorePinecone", { mode: "update" }, []);
    expect(error?.message).toContain("the operation 'update' is not supported");
    expect(calls).toEqual([]);
  });
});

describe("Postgres PGVector Store", () => {
  it("creates a missing table, then inserts documents together", async () => {
    const { error, output, calls } = await runStore(
      "vectorStorePGVector",
      {
        mode: "insert",
        tableName: "shop.tea",
        options: { columnNames: { values: { contentColumnName: "body" } } },
      },
      [{ body: { results: [{ rows: [] }, { rows: [] }] } }, { body: { results: [{ rows: [] }] } }],
    );
    expect(error).toBeUndefined();
    expect(calls).toEqual([
      {
        call: "POST postgres/query",
        body: {
          queries: [
            { text: "CREATE EXTENSION IF NOT EXISTS vector" },
            {
              text: 'CREATE TABLE IF NOT EXISTS "shop"."tea" ("id" uuid PRIMARY KEY DEFAULT gen_random_uuid(), "body" text, "metadata" jsonb, "embedding" vector)',
            },
          ],
        },
      },
      {
        call: "POST postgres/query",
        body: {
          queries: [
            {
              text: 'INSERT INTO "shop"."tea" ("body", "metadata", "embedding") VALUES ($1, $2, $3::vector)',
              values: ["aaa", METADATA, expect.stringMatching(/^\[[\d.,e-]+\]$/)],
            },
          ],
          transaction: true,
        },
      },
    ]);
    expect(output).toEqual(INSERTED);
  });

  it("finds the nearest documents, filtered by metadata", async () => {
    const { output, calls } = await runStore(
      "vectorStorePGVector",
      {
        mode: "load",
        prompt: "tea",
        topK: 2,
        options: {
          distanceStrategy: "euclidean",
          metadata: { metadataValues: [{ name: "by", value: "me" }] },
        },
      },
      [{ body: { results: [{ rows: [{ text: "Tea", metadata: { by: "me" }, distance: 0.2 }] }] } }],
    );
    expect(calls[0]?.body).toEqual({
      queries: [
        {
          text: 'SELECT "text" AS text, "metadata" AS metadata, "embedding" <-> $1::vector AS distance FROM "n8n_vectors" WHERE "metadata" ->> $3 = $4 ORDER BY distance LIMIT $2',
          values: [expect.stringMatching(/^\[/), 2, "by", "me"],
        },
      ],
    });
    expect(output).toEqual([{ document: { pageContent: "Tea", metadata: { by: "me" } }, score: 0.2 }]);
  });

  it("reports collections before the run", async () => {
    const options = { collection: { values: { useCollection: true, collectionName: "a" } } };
    const { error } = await runStore("vectorStorePGVector", { mode: "load", options }, []);
    expect(error?.message).toContain("collections are not supported");
  });
});

it.each([
  ["vectorStoreSupabase", { mode: "insert" }, ["/rest/v1/*"]],
  ["vectorStoreSupabaseInsert", {}, ["/rest/v1/*"]],
  ["vectorStoreSupabaseLoad", {}, ["/rest/v1/rpc/*"]],
  ["vectorStoreQdrantInsert", {}, ["/collections/*", "/collections/*/exists", "/collections/*/points"]],
  ["vectorStorePinecone", { mode: "retrieve-as-tool" }, ["/indexes/*", "/data/*/query"]],
  ["vectorStorePineconeInsert", {}, ["/indexes/*", "/data/*/vectors/upsert", "/data/*/vectors/delete"]],
])("%s with %j declares the paths that it calls", (name, parameters, paths) => {
  const type = `@n8n/n8n-nodes-langchain.${name}`;
  const node = createNode({ name: "Store", type, parameters });
  const { connectors = [] } = findNodeType(type)?.needs?.(node, {} as never) ?? {};
  expect(connectors.flatMap((each) => each.paths ?? [])).toEqual(paths);
});
