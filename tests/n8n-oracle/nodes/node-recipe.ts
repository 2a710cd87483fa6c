import type { JsonObject } from "../../../workflow/model/item.ts";
import type { Random } from "../random.ts";

/** Describes how to generate nodes of a type. */
export interface NodeRecipe {
  type: string;
  versions: readonly number[];
  /** How often the type is used, relative to the others. */
  weight: number;
  /** Returns random parameters. `sources` names nodes that have run before. */
  create(random: Random, version: number, sources: readonly string[]): JsonObject;
  /** The number of inputs; 1 by default. */
  inputs?(parameters: JsonObject, version: number): number;
  /** The number of outputs; 1 by default. */
  outputs?(parameters: JsonObject, version: number): number;
}
