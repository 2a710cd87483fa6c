import type { Item, JsonObject, PairedItem } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { type MergeRules, mergeJson } from "./merge-json.ts";

/** One item of one input, as it goes into a combined item. */
export interface Part {
  item: Item;
  index: number;
  input: number;
}

/** What the author wants where inputs have fields of the same name. */
export interface Clash {
  /** `addSuffix`, `preferLast`, `preferInput2`; undefined where nothing is said. */
  resolve: string | undefined;
  rules: MergeRules;
}

const PLACE = "options.clashHandling.values";

/** How the file wants fields of the same name to be put together. */
export function clashOf(context: NodeContext): Clash {
  const resolve = context.text(`${PLACE}.resolveClash`, 0);
  return {
    resolve: resolve === "" ? undefined : resolve,
    rules: {
      isDeep: context.text(`${PLACE}.mergeMode`, 0, "deepMerge") !== "shallowMerge",
      keepsFilled: context.flag(`${PLACE}.overrideEmpty`, 0),
    },
  };
}

/** `name` becomes `name_1`. */
export function withSuffix(json: JsonObject, suffix: number): JsonObject {
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [`${key}_${suffix}`, value]));
}

/** One item out of one of each input. Without a preference the last input's fields are taken. */
export function combined(parts: readonly Part[], { resolve, rules }: Clash): Item {
  const preferred = resolve?.startsWith("preferInput")
    ? Number(resolve.slice("preferInput".length)) - 1
    : undefined;
  const ordered =
    preferred === undefined || !parts.some(({ input }) => input === preferred)
      ? parts
      : [
          ...parts.filter(({ input }) => input !== preferred),
          ...parts.filter(({ input }) => input === preferred),
        ];
  const jsons = ordered.map(({ item, input }) =>
    resolve === "addSuffix" ? withSuffix(item.json, input + 1) : item.json,
  );
  const binary = Object.fromEntries(ordered.flatMap(({ item }) => Object.entries(item.binary ?? {})));
  return {
    json: mergeJson(jsons, rules),
    ...(Object.keys(binary).length > 0 && { binary }),
    pairedItem: parts.map(({ index, input }): PairedItem => ({ item: index, input })),
  };
}
