import type { NodeType } from "../../../model/node-type.ts";
import { eachRow } from "./row-operations.ts";

/** Data Table: rows that an agent keeps between its runs. */
export const dataTable: NodeType = {
  types: ["n8n-nodes-base.dataTable"],
  versions: [1, 1.1],
  execute: async (context) => [await eachRow(context)],
  unsupported: ({ parameters }) =>
    parameters.resource === "table"
      ? "makes or deletes data tables themselves; here a table is there as soon as a row is written to it"
      : undefined,
};
