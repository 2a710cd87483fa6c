import type { Connection } from "./connection.ts";
import type { Item, JsonObject } from "./item.ts";
import type { WorkflowNode } from "./workflow-node.ts";

/** A workflow read from an export. Every name in a connection is the name of a node. */
export interface Workflow {
  id: string;
  name: string;
  /** The nodes, keyed by name, in the file's order. Sticky notes are left out. */
  nodes: ReadonlyMap<string, WorkflowNode>;
  connections: readonly Connection[];
  /** `v0` if the file does not name an order: files from before 2023 rely on this default. */
  order: "v0" | "v1";
  /** An IANA name; UTC if the file does not name a time zone. */
  timezone: string;
  /** Pinned output by node. It is used only in the author's own test run. */
  pinned: ReadonlyMap<string, Item[]>;
  staticData: JsonObject;
}
