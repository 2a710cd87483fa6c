import { NoPairedItem } from "../expressions/index.ts";
import type { Item, PairedItem } from "../model/item.ts";
import type { ExecutionRecords, Source } from "./execution-records.ts";

/**
 * The maximum number of steps when an item is traced back. A loop of four nodes with 2,500 iterations has 10,000 steps.
 */
const MAX_STEPS = 100_000;

function getPairs({ pairedItem }: Item): readonly PairedItem[] {
  if (pairedItem === undefined) return [];
  return Array.isArray(pairedItem) ? pairedItem : [pairedItem];
}

/**
 * Adds a pairing to items that have none, if their position makes the pairing unambiguous. Returns the same lists if
 * there is nothing to add.
 */
export function pairByIndex(
  outputs: readonly (readonly Item[])[],
  inputs: readonly (readonly Item[] | undefined)[],
): readonly (readonly Item[])[] {
  const [first] = inputs;
  if (inputs.length !== 1 || !first) return outputs;
  const isSingle = first.length === 1;
  const isSameNumber = outputs.length === 1 && outputs[0]?.length === first.length;
  if (!isSingle && !isSameNumber) return outputs;
  return outputs.map((items) =>
    items.every((item) => item.pairedItem !== undefined)
      ? items
      : items.map((item, index) =>
          item.pairedItem === undefined ? { ...item, pairedItem: { item: isSingle ? 0 : index } } : item,
        ),
  );
}

interface Origin {
  item: Item;
  source: Source;
}

/** `none` if all paths lead back to a trigger without an item of the node, `broken` if an item on a path has no pairing. */
type Found = Item | "unclear" | "none" | "broken";

/** Traces items back to the item of a node from which they were made. */
export class PairedItems {
  readonly #records: ExecutionRecords;
  /** The results, keyed by item, because many items are often created from the same item. */
  readonly #found = new WeakMap<Item, Map<string, Found>>();

  constructor(records: ExecutionRecords) {
    this.#records = records;
  }

  /**
   * Returns the item of `target` from which `item` was made.
   * @param isBefore whether the target is before the current node
   * @throws NoPairedItem if the target is before the current node but this item was not created from any of its items
   * @throws Error if the item of the target is not unique or not known
   */
  find(
    target: string,
    item: Item,
    sources: readonly (Source | undefined)[],
    { itemIndex, isBefore }: { itemIndex: number; isBefore: boolean },
  ): Item {
    const origins = this.#findOrigins(item, sources);
    const [only] = origins;
    const found = only && origins.length === 1 ? this.#findOnce(target, only) : this.#follow(target, origins);
    if (found === "unclear")
      throw new Error(
        `Multiple matches found: item ${itemIndex} was made from several items of '${target}'. Use .first(), .last() or .all()[index] instead of .item`,
      );
    if (found !== "none" && found !== "broken") return found;
    const hasRun = this.#records.getRuns(target).length > 0;
    if (found === "none" && isBefore && hasRun)
      throw new NoPairedItem(`no item of '${target}' led to this item`);
    throw new Error(
      !hasRun
        ? `Node '${target}' hasn't been executed`
        : `Paired item data for item from node '${target}' is unavailable: item ${itemIndex} does not lead back to it. Use .first(), .last() or .all()[index] instead of .item`,
    );
  }

  #findOnce(target: string, origin: Origin): Found {
    const cached = this.#found.get(origin.item) ?? new Map<string, Found>();
    const found = cached.get(target) ?? this.#follow(target, [origin]);
    cached.set(target, found);
    this.#found.set(origin.item, cached);
    return found;
  }

  #follow(target: string, origins: readonly Origin[]): Found {
    let found: Item | undefined;
    let isBroken = false;
    const visited = new Set<Item>();
    const open = [...origins];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (visited.has(next.item)) continue;
      visited.add(next.item);
      if (visited.size > MAX_STEPS) return "unclear";
      if (next.source.node === target) {
        if (found) return "unclear";
        found = next.item;
        continue;
      }
      const run = this.#records.getRuns(next.source.node)[next.source.run];
      const before = this.#findOrigins(next.item, run?.sources ?? [], next.source.node);
      if (before.length === 0 && run?.sources.some((source) => source !== undefined)) isBroken = true;
      for (const origin of before) open.push(origin);
    }
    return found ?? (isBroken ? "broken" : "none");
  }

  #findOrigins(output: Item, sources: readonly (Source | undefined)[], producer?: string): Origin[] {
    const origins: Origin[] = [];
    for (const { item: index, input = 0, run } of getPairs(output)) {
      const isOfOtherRun = run !== undefined && producer !== undefined;
      const source = (isOfOtherRun ? this.#records.getRuns(producer)[run]?.sources : sources)?.[input];
      const item = source && this.#records.getRuns(source.node)[source.run]?.outputs[source.output]?.[index];
      if (source && item) origins.push({ item, source });
    }
    return origins;
  }
}
