import type { NodeType } from "../../model/node-type.ts";

/** Files, and the formats that they and texts come in. */
export const FILE_NODES: readonly NodeType[] = [];
