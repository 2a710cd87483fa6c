import type { JsonValue } from "@stoa/runtime/protocol";
import type { BinaryFile, Item, JsonObject } from "../../model/item.ts";
import { formatSize } from "./plain-functions.ts";

/**
 * The files of a sandbox's items. The sandbox refers to them by number and requests a file's bytes when it needs them.
 */
export class SandboxFiles {
  readonly #files: BinaryFile[] = [];
  readonly #numbers = new Map<BinaryFile, number>();

  /** Returns an item as the sandbox sees it, with references instead of the bytes of its files. */
  describe({ json, binary, pairedItem }: Item): JsonObject {
    return {
      json,
      ...(pairedItem !== undefined && { pairedItem: pairedItem as unknown as JsonValue }),
      ...(binary && {
        binary: Object.fromEntries(
          Object.entries(binary).map(([name, file]) => [name, this.#describeFile(file)]),
        ),
      }),
    };
  }

  get(number: number): BinaryFile | undefined {
    return this.#files[number];
  }

  #describeFile(file: BinaryFile): JsonObject {
    let ref = this.#numbers.get(file);
    if (ref === undefined) {
      ref = this.#files.push(file) - 1;
      this.#numbers.set(file, ref);
    }
    const { mimeType, fileName, fileExtension, bytes } = file;
    return {
      ref,
      mimeType,
      fileType: mimeType.split("/")[0] ?? mimeType,
      ...(fileExtension !== undefined && { fileExtension }),
      ...(fileName !== undefined && { fileName }),
      fileSize: formatSize(bytes.byteLength),
    };
  }
}
