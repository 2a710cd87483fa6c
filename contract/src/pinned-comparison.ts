import * as z from "zod";
import { Json } from "./values.ts";

/**
 * The result of one node: `equal` or `different` from its pinned data; `pinned` if it calls a service, so that its
 * pinned data was used; `not_pinned` if there is nothing to compare with.
 */
export const ComparedNodeState = z
  .enum(["equal", "different", "pinned", "not_pinned", "failed", "not_reached"])
  .meta({ id: "ComparedNodeState" });
export type ComparedNodeState = z.infer<typeof ComparedNodeState>;

const Count = z.int().nonnegative();

export const PinnedDifference = z
  .object({
    path: z.string().meta({ description: "Where the outputs differ, such as `items[2].json.total`" }),
    actual: z
      .string()
      .nullable()
      .meta({ description: "The value on Stoa as JSON text, shortened; null if it is missing" }),
    pinned: z
      .string()
      .nullable()
      .meta({ description: "The pinned value as JSON text, shortened; null if it is missing" }),
  })
  .meta({ id: "PinnedDifference" });
export type PinnedDifference = z.infer<typeof PinnedDifference>;

const ComparedNode = z.object({
  name: z.string(),
  type: z.string(),
  state: ComparedNodeState.meta({
    description:
      "`equal`, `different`: its output compared with its pinned data; `pinned`: it calls a service, so its pinned data was used; `not_pinned`: it ran, but has no pinned data; `failed`; `not_reached`",
  }),
  message: z
    .string()
    .nullable()
    .meta({ description: "Why the node failed or was not reached; null if it was" }),
  runs: Count.meta({
    description: "How often the node ran. A node that ran several times is equal if one of its runs is",
  }),
  item_counts: z.array(Count).meta({ description: "Number of items of each output" }),
  items: z.array(z.array(Json)).meta({ description: "First items of each output, shortened" }),
  pinned_count: Count.nullable().meta({ description: "Number of pinned items; null without pinned data" }),
  pinned_items: z.array(Json).meta({ description: "First pinned items, shortened" }),
  differences: z
    .array(PinnedDifference)
    .meta({ description: "The first differences, in the order of the items" }),
  has_more_differences: z.boolean(),
});
export type ComparedNode = z.infer<typeof ComparedNode>;

/** What each node of an n8n workflow returned on Stoa, beside the data that was pinned in n8n. */
export const PinnedComparison = z
  .object({
    trigger: z.object({
      name: z.string(),
      is_pinned: z.boolean().meta({
        description:
          "Whether the workflow got the trigger's pinned data. Otherwise it got the file's example, or a greeting",
      }),
    }),
    pinned_nodes: Count.meta({ description: "Number of nodes after the trigger that have pinned data" }),
    equal_nodes: Count.meta({ description: "Number of these nodes whose output equals their pinned data" }),
    nodes: z.array(ComparedNode).meta({
      description: "The nodes in the order in which they ran, followed by those that did not run",
    }),
    is_cut: z.boolean().meta({ description: "Whether the workflow has more nodes than the response" }),
    error: z.string().nullable().meta({ description: "Why the comparison ended early; null if it did not" }),
  })
  .meta({ id: "PinnedComparison" });
export type PinnedComparison = z.infer<typeof PinnedComparison>;
