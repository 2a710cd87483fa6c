import type { JsonValue } from "@stoa/runtime/protocol";
import type { BinaryFile, Item, PairedItem } from "../model/item.ts";

/** The fields of an item as they are saved: the numbers of its JSON and of its files. */
interface SavedItem {
  json: number;
  binary?: Record<string, number>;
  pairedItem?: PairedItem | PairedItem[];
  failed?: true;
}

/** A saved file, with its bytes in base64. */
interface SavedFile extends Omit<BinaryFile, "bytes"> {
  bytes: string;
}

/** The contents of saved items, each once. */
export interface SavedContents {
  /** Each value as JSON. */
  jsons: readonly string[];
  files: readonly SavedFile[];
  items: readonly SavedItem[];
}

/** Returns the number of an entry in a list, which gets the entry if it is new. */
function toNumber<Key, Entry>(known: Map<Key, number>, list: Entry[], key: Key, create: () => Entry): number {
  const number = known.get(key);
  if (number !== undefined) return number;
  const entry = create();
  known.set(key, list.length);
  return list.push(entry) - 1;
}

/**
 * Collects items to save. Items, JSON and files that occur several times are saved once and are the same objects again
 * when they are read: paired items are traced by their identity, and the run's limits count shared data once.
 */
export class ItemWriter implements SavedContents {
  readonly jsons: string[] = [];
  readonly files: SavedFile[] = [];
  readonly items: SavedItem[] = [];
  readonly #jsonNumbers = new Map<JsonValue, number>();
  readonly #fileNumbers = new Map<Uint8Array, number>();
  readonly #itemNumbers = new Map<Item, number>();
  readonly #count: (chars: number) => void;

  /** @param count is called with the length of each value before the next one is added; it throws at the limit */
  constructor(count: (chars: number) => void) {
    this.#count = count;
  }

  addAll(items: readonly Item[]): number[] {
    return items.map((item) => this.#add(item));
  }

  #add(item: Item): number {
    return toNumber(this.#itemNumbers, this.items, item, () => {
      const { json, binary, pairedItem, failed } = item;
      return {
        json: toNumber(this.#jsonNumbers, this.jsons, json, () => this.#write(json)),
        ...(binary && { binary: mapValues(binary, (file) => this.#addFile(file)) }),
        ...(pairedItem && { pairedItem }),
        ...(failed && { failed }),
      };
    });
  }

  #write(json: JsonValue): string {
    const text = JSON.stringify(json) ?? "null";
    this.#count(text.length);
    return text;
  }

  #addFile({ bytes, ...file }: BinaryFile): number {
    return toNumber(this.#fileNumbers, this.files, bytes, () => {
      // Bytes that are certainly too many are not encoded first.
      this.#count(Math.ceil((bytes.byteLength * 4) / 3));
      return { ...file, bytes: Buffer.from(bytes).toString("base64") };
    });
  }
}

/** Reads saved items. */
export class ItemReader {
  readonly #items: readonly Item[];

  /** @throws Error if the contents are not complete */
  constructor({ jsons, files, items }: SavedContents) {
    const values = jsons.map((text) => JSON.parse(text) as Item["json"]);
    const opened = files.map(({ bytes, ...file }) => ({
      ...file,
      bytes: new Uint8Array(Buffer.from(bytes, "base64")),
    }));
    this.#items = items.map(({ json, binary, ...item }) => ({
      ...item,
      json: find(values, json),
      ...(binary && { binary: mapValues(binary, (number) => find(opened, number)) }),
    }));
  }

  getAll(numbers: readonly number[]): Item[] {
    return numbers.map((number) => find(this.#items, number));
  }
}

function find<Entry>(list: readonly Entry[], number: number): Entry {
  const entry = list[number];
  if (entry === undefined) throw new Error(`the saved run has no entry ${number}`);
  return entry;
}

function mapValues<From, To>(record: Record<string, From>, map: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}
