import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import type { ContentPlace, ContentVault } from "../../platform/crypto/content-vault.ts";
import type { ByteRange, ByteStream, FileStorage } from "./storage/file-storage.ts";
import { type ChunkKey, openChunks, sealChunks, toSealedRange } from "./storage/sealed-chunks.ts";

const KEY_BYTES = 32;

/** What is needed to read or write a content. */
export interface StoredContent {
  account_id: string;
  /** The key of the storage under which the file's content is. */
  storage_key: string;
  /** The key that encrypts the file, sealed; null for a file that was stored before files were encrypted. */
  sealed_key: Buffer | null;
}

/** Where a new file is stored, and the key that encrypts it. */
export interface NewContent {
  storageKey: string;
  sealedKey: Buffer;
}

/** Returns the place of a file's key, which is bound to the content that it encrypts. */
export function placeFileKey({ account_id, storage_key }: Omit<StoredContent, "sealed_key">): ContentPlace {
  return { column: "files.sealed_key", scope: account_id, row: storage_key, owner: account_id };
}

/** Encrypts the contents of files on their way to the storage. Each file has a key of its own, which the vault seals. */
export class FileContents {
  readonly #storage: FileStorage;
  readonly #vault: ContentVault;

  constructor(storage: FileStorage, vault: ContentVault) {
    this.#storage = storage;
    this.#vault = vault;
  }

  /** Returns the place and the key of a content that will be stored for an account. */
  create(accountId: string): NewContent {
    const storageKey = randomBytes(16).toString("hex");
    const place = placeFileKey({ account_id: accountId, storage_key: storageKey });
    return { storageKey, sealedKey: this.#vault.seal(randomBytes(KEY_BYTES).toString("base64"), place) };
  }

  async write(file: StoredContent, content: ByteStream): Promise<void> {
    await this.#storage.write(file.storage_key, this.#seal(file, content, 0));
  }

  /** Writes one part of an upload, which begins at `offset`. @returns the tag of the part */
  writePart(
    file: StoredContent & { storage_upload: string | null },
    { number, offset }: { number: number; offset: number },
    content: ByteStream,
  ): Promise<string> {
    const { storage_key: key, storage_upload: upload } = file;
    return this.#storage.writePart(key, upload ?? undefined, number, this.#seal(file, content, offset));
  }

  /** Opens a file, or a range of it. */
  read(file: StoredContent & { bytes: bigint }, range?: ByteRange): Promise<Readable> {
    const whole = { start: 0, end: Number(file.bytes) - 1 };
    return this.#open(file, "content", file.storage_key, range ?? whole);
  }

  async writePreview(file: StoredContent, key: string, content: ByteStream): Promise<void> {
    const chunkKey = this.#getKey(file, "preview");
    await this.#storage.write(key, chunkKey ? sealChunks(content, chunkKey) : content);
  }

  readPreview(file: StoredContent, key: string, range: ByteRange): Promise<Readable> {
    return this.#open(file, "preview", key, range);
  }

  async #open(
    file: StoredContent,
    purpose: ChunkKey["purpose"],
    key: string,
    range: ByteRange,
  ): Promise<Readable> {
    const chunkKey = this.#getKey(file, purpose);
    if (!chunkKey) return this.#storage.read(key, range);
    const sealed = await this.#storage.read(key, toSealedRange(range));
    const opened = Readable.from(openChunks(sealed, chunkKey, range), { objectMode: false });
    // The reader may end before it has read anything, and the storage may fail before the first read. A failure later
    // reaches the reader through the chunks.
    sealed.on("error", () => {});
    opened.once("close", () => sealed.destroy());
    return opened;
  }

  #seal(file: StoredContent, content: ByteStream, offset: number): ByteStream {
    const chunkKey = this.#getKey(file, "content");
    return chunkKey ? sealChunks(content, chunkKey, offset) : content;
  }

  #getKey(file: StoredContent, purpose: ChunkKey["purpose"]): ChunkKey | undefined {
    if (file.sealed_key === null) return undefined;
    const key = Buffer.from(this.#vault.open(file.sealed_key, placeFileKey(file)), "base64");
    return { key, purpose };
  }
}
