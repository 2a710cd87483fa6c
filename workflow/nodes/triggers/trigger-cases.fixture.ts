import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../model/item.ts";
import type { NodeType } from "../../model/node-type.ts";
import { type ItemInput, runNode } from "../../testing/run-node.ts";

/** A trigger with a caller's input and the expected output. */
interface Fixture {
  name: string;
  version?: number;
  parameters?: JsonObject;
  items?: ItemInput[];
  outputs: unknown[][];
}

/** Matches a timestamp in Luxon's ISO format. */
export const ISO = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(Z|[+-]\d\d:\d\d)$/);

/** Declares a test for each fixture, by default with the latest version. */
export function fixtures(type: NodeType, all: readonly Fixture[]) {
  describe(`${type.types[0]}`, () => {
    test.each(all)("$name", async ({ version, parameters = {}, items = [{}], outputs }) => {
      const ran = await runNode({ type, version: version ?? type.versions.at(-1) ?? 1, parameters, items });
      expect(ran.error).toBeUndefined();
      expect(ran.outputs).toEqual(outputs);
    });
  });
}
