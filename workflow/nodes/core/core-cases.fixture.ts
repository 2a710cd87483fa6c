import { expect, it } from "vitest";
import type { JsonObject } from "../../model/item.ts";
import type { NodeType } from "../../model/node-type.ts";
import { type NodeOptions, runNode } from "../../testing/run-node.ts";

/** A node with its input, and what comes out of it. */
export interface NodeCase extends Omit<NodeOptions, "type"> {
  name: string;
  /** By output. */
  gives?: JsonObject[][];
  /** The message, and the field where one is named. */
  fails?: string | { message: string; field: string };
}

/** Tests that a node gives, item by item, what each case says. */
export function nodeCases(type: NodeType, cases: readonly NodeCase[]): void {
  it.each(cases.map(({ name, ...each }) => [name, each] as const))(
    "%s",
    async (_, { gives, fails, ...wish }) => {
      const ran = await runNode({ type, ...wish });
      if (fails === undefined) {
        expect(ran.error).toBeUndefined();
        expect(ran.outputs).toEqual(gives);
      } else expect(ran.error).toMatchObject(typeof fails === "string" ? { message: fails } : fails);
    },
  );
}
