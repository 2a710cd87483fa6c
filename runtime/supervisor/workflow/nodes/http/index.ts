import type { NodeType } from "../../model/node-type.ts";

/** Requests to other servers. */
export const HTTP_NODES: readonly NodeType[] = [];
