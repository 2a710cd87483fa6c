import type { Connection } from "./connection.ts";
import type { Item, JsonObject } from "./item.ts";
import type { WorkflowNode } from "./workflow-node.ts";

/** A workflow as it was read from an export: every name that a connection gives is a node's. */
export interface Workflow {
  id: string;
  name: string;
  /** By name, in the file's order. Sticky notes are left out. */
  nodes: ReadonlyMap<string, WorkflowNode>;
  connections: readonly Connection[];
  /** `v0` where the file says nothing: the order of before 2023. */
  order: "v0" | "v1";
  /** IANA name; UTC where the file says none. */
  timezone: string;
  /** Output that the author fixed, by node. It counts in the author's own test run alone. */
  pinned: ReadonlyMap<string, Item[]>;
  staticData: JsonObject;
}
