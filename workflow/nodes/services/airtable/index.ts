import type { NodeType } from "../../../model/node-type.ts";
import { createServiceNode } from "../service-node.ts";
import { VERSION_1 } from "./airtable-v1.ts";
import { recordOperations } from "./read-records.ts";

const MODERN = new Map([2, 2.1].map((version) => [version, recordOperations(version)]));

/** Airtable, called with the connector `airtable`. */
export const AIRTABLE_NODES: readonly NodeType[] = [
  createServiceNode({
    types: ["n8n-nodes-base.airtable"],
    versions: [1, 2, 2.1],
    service: "airtable",
    operations: (version) => MODERN.get(version) ?? VERSION_1,
    standard: (version) => ({
      resource: "record",
      operations: version < 2 ? { record: "read" } : { base: "getMany", record: "get" },
    }),
  }),
];
