import type { NodeType } from "../../model/node-type.ts";
import { GOOGLE_NODES } from "./google/index.ts";
import { SLACK_NODES } from "./slack/index.ts";

/** Services of other people, asked with the connector of whoever runs the agent. */
export const SERVICE_NODES: readonly NodeType[] = [...GOOGLE_NODES, ...SLACK_NODES];
