import { describe, expect, it } from "vitest";
import { splitBySeparator, splitRecursively } from "../../../ai/split-text.ts";
import type { JsonObject } from "../../../model/item.ts";
import { createMemoryStorage } from "../../../testing/scripted-services.ts";
import { MODEL, runAi, type SubNodeOptions } from "../ai-file.fixture.ts";
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
  parameters: {
    jsonMode: "expressionData",
    jsonData: "={{ $json.chatInput }}",
    options: { metadata: { metadataValues: [{ name: "by", value: "me" }] } },
  },
};
const KEY = { memoryKey: { __rl: true, mode: "list", value: "shelf" } };

async function insertDocuments(texts: readonly string[]) {
  const storage = createMemoryStorage();
  for (const chatInput of texts)
    await runAi({
      node: { type: "vectorStoreInMemory", version: 1.2, parameters: { mode: "insert", ...KEY } },
      subNodes: [EMBEDDING, LOADER],
      input: { chatInput },
      services: { gateway: createScriptedModels().gateway, storage },
    });
  return storage;
}

describe("A text splitter", () => {
  it.each([
    ["short", 10, 0, ["short"]],
    ["one two three four", 9, 0, ["one two", "three", "four"]],
    ["one two three four", 10, 4, ["one two", "two three", "four"]],
    ["first\n\nsecond part\nthird", 12, 0, ["first", "second part", "third"]],
    ["abcdefghij", 4, 0, ["abcd", "efgh", "ij"]],
    ["", 4, 0, []],
  ])(
    "splits '%s' into chunks of at most %d characters with an overlap of %d",
    (text, size, overlap, chunks) => {
      expect(splitRecursively(text, { size, overlap })).toEqual(chunks);
    },
  );

  it("splits at one separator", () => {
    expect(splitBySeparator("a;b;c;d", ";", { size: 3, overlap: 0 })).toEqual(["a;b", "c;d"]);
  });
});

describe("Simple Vector Store", () => {
  it("stores and returns documents", async () => {
    const ran = await runAi({
      node: { type: "vectorStoreInMemory", version: 1.3, parameters: { mode: "insert", ...KEY } },
      subNodes: [EMBEDDING, LOADER],
      services: { gateway: createScriptedModels().gateway },
    });
    expect(ran.nodes.Tested).toEqual([
      [
        {
          metadata: { source: "blob", blobType: "text/plain", loc: { lines: { from: 1, to: 1 } }, by: "me" },
          pageContent: "Hello",
        },
      ],
    ]);
  });

  it("finds the most similar document that an earlier run stored", async () => {
    const storage = await insertDocuments(["aaa", "eee", "ooo"]);
    const load = (more: JsonObject) =>
      runAi({
        node: {
          type: "vectorStoreInMemory",
          version: 1.2,
          parameters: { mode: "load", ...KEY, prompt: "={{ $json.chatInput }}", ...more },
        },
        subNodes: [EMBEDDING],
        input: { chatInput: "ee a" },
        services: { gateway: createScriptedModels().gateway, storage },
      });
    const found = (await load({ topK: 2 })).nodes.Tested?.[0] as {
      document: { pageContent: string };
      score: number;
    }[];
    expect(found.map(({ document }) => document.pageContent)).toEqual(["eee", "aaa"]);
    expect(found[0]?.score).toBeCloseTo(2 / Math.sqrt(5));
    const plain = (await load({ topK: 1, includeDocumentMetadata: false })).nodes.Tested?.[0];
    expect(plain).toMatchObject([{ document: { pageContent: "eee" } }]);
    const filtered = await load({
      options: { metadata: { metadataValues: [{ name: "by", value: "you" }] } },
    });
    expect(filtered.nodes.Tested).toEqual([[]]);
  });

  it("works as an agent's tool", async () => {
    const storage = await insertDocuments(["aaa", "eee"]);
    const { gateway, requests } = createScriptedModels(
      { calls: [{ name: "books", args: { input: "e" } }] },
      "done",
    );
    await runAi({
      node: { type: "agent", version: 2 },
      subNodes: [
        MODEL,
        {
          name: "Store",
          type: "vectorStoreInMemory",
          kind: "ai_tool",
          version: 1.2,
          parameters: {
            mode: "retrieve-as-tool",
            toolName: "books",
            toolDescription: "Books",
            topK: 1,
            ...KEY,
          },
        },
        { ...EMBEDDING, to: "Store" },
      ],
      services: { gateway, storage },
    });
    const messages = requests.filter(({ path }) => path === "/v1/chat/completions").at(-1)?.body.messages as {
      content: string;
    }[];
    expect(JSON.parse(messages.at(-1)?.content ?? "")).toMatchObject([{ type: "text" }]);
    expect(messages.at(-1)?.content).toContain("eee");
  });

  it.each([
    [1.4, { response: { text: "By the book." } }],
    [1.5, { response: "By the book." }],
  ])("answers questions through a chain of version %s", async (version, json) => {
    const storage = await insertDocuments(["aaa"]);
    const { gateway, requests } = createScriptedModels("By the book.");
    const ran = await runAi({
      node: { type: "chainRetrievalQa", version },
      subNodes: [
        MODEL,
        { name: "Retriever", type: "retrieverVectorStore", kind: "ai_retriever" },
        {
          name: "Store",
          type: "vectorStoreInMemory",
          kind: "ai_vectorStore",
          version: 1,
          parameters: { memoryKey: "shelf" },
          to: "Retriever",
        },
        { ...EMBEDDING, to: "Store" },
      ],
      services: { gateway, storage },
    });
    expect(ran.nodes.Tested).toEqual([[json]]);
    expect(JSON.stringify(requests.at(-1)?.body.messages)).toContain("aaa");
  });

  it("names the missing sub-node", async () => {
    const ran = await runAi({
      node: { type: "vectorStoreInMemory", version: 1, parameters: { mode: "load" } },
      subNodes: [],
    });
    expect(ran.error).toMatchObject({ node: "Tested", field: "ai_embedding" });
  });
});
