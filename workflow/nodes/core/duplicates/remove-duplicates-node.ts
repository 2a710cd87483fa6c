import { createHash } from "node:crypto";
import type { JsonValue } from "@stoa/runtime/protocol";
import type { Item } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeType, Outputs } from "../../../model/node-type.ts";
import { convert } from "../conditions/field-type.ts";
import { continueOnFail, toPairedItem } from "../continue-on-fail.ts";
import { getTextOr, parseFieldNames } from "../fields/field-path.ts";

import { removeDuplicateItems } from "./within-input.ts";

/** The maximum number of remembered values, which is n8n's default. More would not fit in a stored value. */
const MAX_HISTORY = 10_000;

function getStorageKey(context: NodeContext): string {
  const isShared = context.text("options.scope", 0, "node") === "workflow";
  return `seen:${context.workflow.id}${isShared ? "" : `:${context.node.id || context.node.name}`}`;
}

/** Clears the values that earlier runs have stored. */
async function clearSeen(context: NodeContext): Promise<void> {
  await context.services.storage.write("static", getStorageKey(context), null);
}

/** Returns the items that the node has not seen before on the first output, and all others on the second. */
async function withoutSeen(context: NodeContext): Promise<Outputs> {
  const logic = context.text("logic", 0, "removeItemsWithAlreadySeenKeyValues");
  switch (logic) {
    case "removeItemsWithAlreadySeenKeyValues":
      return withNewValues(context);
    case "removeItemsUpToStoredIncrementalKey":
      return createPeakFilter(context, (index) => getIncrementalValue(context, index));
    case "removeItemsUpToStoredDate":
      return createPeakFilter(context, (index) => getDateValue(context, index));
    default:
      throw context.failure(
        `Unknown logic '${logic}'. Use removeItemsWithAlreadySeenKeyValues, removeItemsUpToStoredIncrementalKey or removeItemsUpToStoredDate`,
        { field: "logic" },
      );
  }
}

function divideItems(context: NodeContext, isNew: (index: number) => boolean): Item[][] {
  const newItems: Item[] = [];
  const discarded: Item[] = [];
  for (const [index, item] of context.items.entries())
    (isNew(index) ? newItems : discarded).push(toPairedItem(item, index));
  return [newItems, discarded];
}

async function withNewValues(context: NodeContext): Promise<Outputs> {
  const key = getStorageKey(context);
  const seenHashes = getSeenHashes(await context.services.storage.read("static", key));
  const before = new Set(seenHashes);
  const hashes = context.items.map((_, index) => {
    const value = context.parameter("dedupeValue", index);
    if (value === undefined || value === null || value === "")
      throw context.failure("The value to dedupe on is empty", { field: "dedupeValue", itemIndex: index });
    return createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 22);
  });
  const all = [...new Set([...seenHashes, ...hashes])];
  const most = Math.min(context.number("options.historySize", 0, MAX_HISTORY), MAX_HISTORY);
  await context.services.storage.write("static", key, { hashes: all.slice(-most) });
  return divideItems(context, (index) => !before.has(hashes[index] ?? ""));
}

function getSeenHashes(stored: JsonValue | undefined): string[] {
  if (stored === null || typeof stored !== "object" || Array.isArray(stored)) return [];
  return Array.isArray(stored.hashes) ? stored.hashes.map(String) : [];
}

async function createPeakFilter(
  context: NodeContext,
  valueOfItem: (index: number) => number,
): Promise<Outputs> {
  const key = getStorageKey(context);
  const stored = await context.services.storage.read("static", key);
  const peak =
    stored !== null && typeof stored === "object" && !Array.isArray(stored) && typeof stored.peak === "number"
      ? stored.peak
      : Number.NEGATIVE_INFINITY;
  const values = context.items.map((_, index) => valueOfItem(index));
  const highest = values.reduce((high, value) => Math.max(high, value), peak);
  if (highest > peak) await context.services.storage.write("static", key, { peak: highest });
  return divideItems(context, (index) => (values[index] ?? peak) > peak);
}

function getIncrementalValue(context: NodeContext, itemIndex: number): number {
  const value = context.parameter("incrementalDedupeValue", itemIndex);
  const number = value === "" || value === null ? Number.NaN : Number(value);
  if (!Number.isNaN(number)) return number;
  throw context.failure(
    `The value '${getTextOr("", value)}' is not a number. Please provide a number to dedupe on`,
    {
      field: "incrementalDedupeValue",
      itemIndex,
    },
  );
}

function getDateValue(context: NodeContext, itemIndex: number): number {
  const value = context.parameter("dateDedupeValue", itemIndex);
  const converted = convert(value, "dateTime");
  if (converted.fits && typeof converted.value === "number") return converted.value;
  throw context.failure(`The value '${getTextOr("", value)}' is not a valid date`, {
    field: "dateDedupeValue",
    itemIndex,
  });
}

const SEEN = "removeItemsSeenInPreviousExecutions";

/** Removes items that occurred before, in the same input or in earlier runs. */
export const REMOVE_DUPLICATES_NODE: NodeType = {
  types: ["n8n-nodes-base.removeDuplicates"],
  versions: [1, 1.1, 2],
  outputs: (node) => (node.version >= 2 && node.parameters.operation === SEEN ? 2 : 1),
  async execute(context) {
    const operation = context.node.version < 2 ? "" : context.text("operation", 0);
    if (operation === SEEN) return withoutSeen(context);
    if (operation === "clearDeduplicationHistory") {
      await clearSeen(context);
      return [context.items.map((item, index) => toPairedItem(item, index))];
    }
    const remove = () =>
      removeDuplicateItems(context, {
        names: (field) => parseFieldNames(context.parameter(field, 0)),
        allowsNull: context.node.version > 1,
      });
    if (context.node.version < 2) return [remove()];
    return [continueOnFail(context, remove, ({ message }) => [{ json: { error: message }, failed: true }])];
  },
};
