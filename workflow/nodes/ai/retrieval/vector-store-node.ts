import { describeToolError, toToolName } from "../../../ai/tools.ts";
import { isObject } from "../../../model/is-object.ts";
import type { Item, JsonObject } from "../../../model/item.ts";
import { toText } from "../../../model/json-text.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeNeeds, NodeType } from "../../../model/node-type.ts";
import type { ConnectedTool, Document, Embedding, VectorStore } from "../../../model/sub-nodes.ts";
import type { WorkflowNode } from "../../../model/workflow-node.ts";
import { toAiTypeNames, versions } from "../ai-node-type.ts";

const STANDARD_COUNT = 4;
/** From this version on, the tool is named after its node. */
const NAMED_BY_NODE_SINCE = 1.3;

/** A store to which documents can be added. */
export interface WritableVectorStore extends VectorStore {
  /** Adds documents. If `clear` is true, they replace the existing documents. */
  add(documents: readonly Document[], clear: boolean): Promise<void>;
}

/** Opens the store of a node for one of its items. */
export type OpenStore = (
  context: NodeContext,
  itemIndex: number,
  embedding: Embedding,
) => Promise<WritableVectorStore> | WritableVectorStore;

export interface VectorStoreOptions {
  /** The name without the package, such as `vectorStoreQdrant`. */
  name: string;
  open: OpenStore;
  /** The switch that clears the store before documents are added. */
  clearParameter?: string;
  needs?: (node: WorkflowNode) => NodeNeeds;
  /** Returns the reason why the store is not supported as it is configured, or undefined if it is supported. */
  unsupported?: (node: WorkflowNode) => string | undefined;
}

export const retrieverVectorStore: NodeType = {
  types: [toAiTypeNames("retrieverVectorStore")],
  versions: [1],
  supplies: {
    async ai_retriever(context, itemIndex) {
      const [store] = await context.getSubNodes("ai_vectorStore", itemIndex);
      if (!store)
        throw context.failure("A vector store must be connected", { field: "ai_vectorStore", itemIndex });
      const count = context.number("topK", itemIndex, STANDARD_COUNT);
      return { retrieve: (query) => store.search(query, count) };
    },
  },
};

const toResult = ({ text, metadata }: Document): JsonObject => ({ pageContent: text, metadata });

function getMetadataFilter(context: NodeContext, itemIndex: number): JsonObject {
  const values = context.list("options.metadata.metadataValues", itemIndex).filter(isObject);
  return Object.fromEntries(values.map(({ name, value }) => [toText(name), value ?? ""]));
}

const MODES = ["insert", "load", "retrieve", "retrieve-as-tool"];

/** The operations of a node on its store. */
function createOperations({ open, clearParameter = "" }: VectorStoreOptions) {
  async function getStore(context: NodeContext, itemIndex: number): Promise<WritableVectorStore> {
    const [embedding] = await context.getSubNodes("ai_embedding", itemIndex);
    if (!embedding)
      throw context.failure("An Embedding sub-node must be connected and enabled", {
        field: "ai_embedding",
        itemIndex,
      });
    return open(context, itemIndex, embedding);
  }

  async function insert(context: NodeContext): Promise<Item[]> {
    const [loader] = await context.getSubNodes("ai_document", 0);
    if (!loader)
      throw context.failure("A Document sub-node must be connected and enabled", { field: "ai_document" });
    let clear = clearParameter !== "" && context.flag(clearParameter, 0);
    return context.each(async (_, index) => {
      const documents = await loader.load(index);
      await (await getStore(context, index)).add(documents, clear);
      clear = false;
      return documents.map(({ text, metadata }) => ({ json: { metadata, pageContent: text } }));
    });
  }

  async function load(context: NodeContext): Promise<Item[]> {
    return context.each(async (_, index) => {
      const store = await getStore(context, index);
      const count = context.number("topK", index, STANDARD_COUNT);
      const found = await store.search(
        context.text("prompt", index),
        count,
        getMetadataFilter(context, index),
      );
      const withMetadata = context.flag("includeDocumentMetadata", index, true);
      return found.map(({ score, ...document }) => ({
        json: { document: withMetadata ? toResult(document) : { pageContent: document.text }, score },
      }));
    });
  }

  async function searchTool(context: NodeContext, itemIndex: number): Promise<ConnectedTool> {
    const store = await getStore(context, itemIndex);
    const own = context.node.version >= NAMED_BY_NODE_SINCE ? "" : context.text("toolName", itemIndex);
    const withMetadata = context.flag("includeDocumentMetadata", itemIndex, true);
    return {
      name: toToolName(own || context.node.name),
      description: context.text("toolDescription", itemIndex),
      parameters: {
        type: "object",
        properties: { input: { type: "string", description: "What to search for" } },
        required: ["input"],
      },
      async call(args) {
        try {
          const query = toText(args.input ?? args.query);
          const count = context.number("topK", itemIndex, STANDARD_COUNT);
          const found = await store.search(query, count, getMetadataFilter(context, itemIndex));
          return JSON.stringify(
            found.map((document) => ({
              type: "text",
              text: withMetadata
                ? JSON.stringify(toResult(document))
                : JSON.stringify({ pageContent: document.text }),
            })),
          );
        } catch (error) {
          return describeToolError(context, error);
        }
      },
    };
  }
  return { getStore, insert, load, searchTool };
}

/** Creates the node of a vector store, and the two legacy nodes without modes. */
export function createVectorStoreNodes(options: VectorStoreOptions): readonly NodeType[] {
  const { name, needs } = options;
  const { getStore, insert, load, searchTool } = createOperations(options);
  const declared = needs && { needs };
  return [
    {
      types: [toAiTypeNames(name)],
      versions: versions(1, 1.3),
      unsupported: (node) => {
        const { mode, useReranker } = node.parameters;
        if (mode !== undefined && !MODES.includes(toText(mode)))
          return `the operation '${toText(mode).slice(0, 40)}' is not supported`;
        if (useReranker === true) return "reranking is not supported. Turn off 'Rerank Results'";
        return options.unsupported?.(node);
      },
      async execute(context) {
        return [
          context.text("mode", 0, "retrieve") === "insert" ? await insert(context) : await load(context),
        ];
      },
      supplies: { ai_vectorStore: getStore, ai_tool: searchTool },
      ...declared,
    },
    {
      types: [toAiTypeNames(`${name}Insert`)],
      versions: [1],
      execute: async (context) => [await insert(context)],
      ...declared,
    },
    {
      types: [toAiTypeNames(`${name}Load`)],
      versions: [1],
      supplies: { ai_vectorStore: getStore },
      ...declared,
    },
  ];
}
