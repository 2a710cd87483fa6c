import type { NodeType } from "../../../model/node-type.ts";
import { serviceNode } from "../service-node.ts";
import { recordOperations } from "./read-records.ts";
import { VERSION_1 } from "./version-1.ts";

const MODERN = new Map([2, 2.1].map((version) => [version, recordOperations(version)]));

/** Airtable, asked with the connector of that name. */
export const AIRTABLE_NODES: readonly NodeType[] = [
  serviceNode({
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
