import type { NodeType } from "../../../model/node-type.ts";
import { createServiceNode, type ServiceOperations } from "../service-node.ts";
import { DATABASE_PAGES } from "./database-pages.ts";
import { DATABASES_AND_BLOCKS } from "./databases-and-blocks.ts";
import { PAGES } from "./pages.ts";

const OPERATIONS: ServiceOperations = { ...PAGES, ...DATABASE_PAGES, ...DATABASES_AND_BLOCKS };

const STANDARD = {
  resource: "page",
  operations: {
    block: "append",
    database: "get",
    databasePage: "create",
    page: "create",
    user: "get",
  },
};

/** Notion, called with the connector `notion`. */
export const NOTION_NODES: readonly NodeType[] = [
  createServiceNode({
    types: ["n8n-nodes-base.notion"],
    versions: [1, 2, 2.1, 2.2],
    service: "notion",
    operations: () => OPERATIONS,
    standard: () => STANDARD,
  }),
];
