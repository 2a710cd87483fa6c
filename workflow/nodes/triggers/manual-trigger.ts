import type { NodeType } from "../../model/node-type.ts";
import { EVERY_VERSION } from "./every-version.ts";
import { withGivenFiles } from "./given-files.ts";
import { referencedFiles } from "./referenced-files.ts";

/** Hands on what the caller gave; nothing: one empty item, as a press of the button does. */
export const manualTrigger: NodeType = {
  types: ["n8n-nodes-base.manualTrigger", "n8n-nodes-base.start"],
  versions: EVERY_VERSION,
  trigger: true,
  execute({ node, workflow, items }) {
    const files = referencedFiles(workflow, node);
    return [items.map((item) => withGivenFiles(files, item))];
  },
};
