import type { Item } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { passedOn } from "../pass-on.ts";

/** The items of every input, in the order of the inputs. */
export function appended(context: NodeContext): Item[] {
  return context.inputs.flatMap((items = [], input) =>
    items.map((item, index) => passedOn(item, index, input)),
  );
}
