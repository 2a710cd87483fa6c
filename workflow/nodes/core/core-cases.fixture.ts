import { expect, it } from "vitest";
import type { JsonObject } from "../../model/item.ts";
import type { NodeType } from "../../model/node-type.ts";
import { type NodeOptions, runNode } from "../../testing/run-node.ts";

/** A node with its input and expected output. */
export interface NodeCase extends Omit<NodeOptions, "type"> {
  name: string;
  /** The expected items, one list per output. */
  gives?: JsonObject[][];
  /** The expected error message, with the field if the error names one. */
  fails?: string | { message: string; field: string };
}

/** Declares a test for each case, which compares the node's items or error with the expected result. */
export function nodeCases(type: NodeType, cases: readonly NodeCase[]): void {
  it.each(cases.map(({ name, ...each }) => [name, each] as const))(
    "%s",
    async (_, { gives, fails, ...options }) => {
      const ran = await runNode({ type, ...options });
      if (fails === undefined) {
        expect(ran.error).toBeUndefined();
        expect(ran.outputs).toEqual(gives);
      } else expect(ran.error).toMatchObject(typeof fails === "string" ? { message: fails } : fails);
    },
  );
}
