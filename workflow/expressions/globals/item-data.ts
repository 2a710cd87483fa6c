import type { BinaryFile, Item } from "../../model/item.ts";
import { Facade } from "../values/facade.ts";

const UNITS = ["B", "kB", "MB", "GB"];

/** Formats a size as n8n does, with three digits, such as `1.23 kB`. */
function formatSize(bytes: number): string {
  const unit = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  return `${Number((bytes / 1000 ** unit).toPrecision(3))} ${UNITS[unit]}`;
}

function getFileType(mimeType: string): string | undefined {
  if (mimeType.startsWith("application/json")) return "json";
  if (mimeType.startsWith("text/html")) return "html";
  if (mimeType.startsWith("application/pdf")) return "pdf";
  if (mimeType.startsWith("application/javascript")) return "text";
  return /^(image|audio|video|text)\//.exec(mimeType)?.[1];
}

function createFileFacade(file: BinaryFile): Facade {
  const fields: Record<string, unknown> = {
    mimeType: file.mimeType,
    fileType: getFileType(file.mimeType),
    fileExtension: file.fileExtension,
    fileName: file.fileName,
    fileSize: formatSize(file.bytes.length),
    bytes: file.bytes.length,
  };
  return new Facade(
    "file",
    Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
  );
}

/** Returns expression facades for an item's files, keyed by the name of their binary property. */
export function createFilesFacade(item: Item | undefined): Record<string, Facade> {
  return Object.fromEntries(
    Object.entries(item?.binary ?? {}).map(([name, file]) => [name, createFileFacade(file)]),
  );
}

const seen = new WeakMap<Item, object>();

/**
 * Returns an item as expressions see it. The same item always returns the same object, so that a pass over all items
 * creates each object only once.
 */
export function createItemData(item: Item | undefined): unknown {
  if (!item) return undefined;
  const cached = seen.get(item);
  if (cached) return cached;
  const data = {
    json: item.json,
    ...(item.binary ? { binary: createFilesFacade(item) } : {}),
    ...(item.pairedItem === undefined ? {} : { pairedItem: item.pairedItem }),
  };
  seen.set(item, data);
  return data;
}

const lists = new WeakMap<readonly Item[], readonly unknown[]>();

/** Returns the items of a list in the form in which expressions see them. */
export function listItemData(items: readonly Item[]): readonly unknown[] {
  const cached = lists.get(items);
  if (cached?.length === items.length) return cached;
  const itemData = items.map(createItemData);
  lists.set(items, itemData);
  return itemData;
}
