import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { hasPreview } from "@stoa/contract";
import { AppError } from "../../../platform/http/app-error.ts";
import type { SentFile } from "../content-reply.ts";
import type { FileRow } from "../file-store.ts";
import type { FilesContext } from "../files-context.ts";
import { findPreview, type StoredPreview, setPreview } from "./preview-store.ts";
import { MAX_IMAGE_BYTES, type Previewer, PreviewsUnavailable } from "./previewer.ts";

type PreviewsContext = Pick<FilesContext, "db" | "storage" | "contents"> & {
  previewer: Pick<Previewer, "reduce">;
  log: { warn(fields: object, message: string): void };
};

/** Before another attempt, the images that wait now have their previews. */
const RETRY_AFTER_SECONDS = 10;

/** Makes previews when they are first shown, and stores them beside their files. */
export class Previews {
  readonly #context: PreviewsContext;
  /** The previews that are being made on this node, by file, so that a page that shows an image twice makes one. */
  readonly #active = new Map<string, Promise<StoredPreview | undefined>>();

  constructor(context: PreviewsContext) {
    this.#context = context;
  }

  /** Returns the preview of a file as a file of its own, or undefined if there can be none. @throws as `get` */
  async open(row: FileRow): Promise<SentFile | undefined> {
    const preview = await this.get(row);
    return (
      preview && {
        ...{ id: `${row.id}_preview`, name: `${row.name}.webp`, type: "image/webp" },
        bytes: BigInt(preview.bytes),
        read: (range) => this.#context.contents.readPreview(row, preview.key, range),
      }
    );
  }

  /**
   * Returns the preview of a file, or undefined if there can be none.
   * @throws AppError 503 if previews cannot be made right now
   */
  async get(row: FileRow): Promise<StoredPreview | undefined> {
    if (!hasPreview(row)) return undefined;
    if (row.preview_bytes !== null) return toPreview(row);
    let active = this.#active.get(row.id);
    if (!active) {
      active = this.#make(row).finally(() => this.#active.delete(row.id));
      this.#active.set(row.id, active);
    }
    return active;
  }

  async #make(row: FileRow): Promise<StoredPreview | undefined> {
    const { db, storage, contents } = this.#context;
    const isTooLarge = row.bytes > MAX_IMAGE_BYTES;
    const image = isTooLarge ? undefined : await this.#reduce(row);
    if (image === undefined) {
      await setPreview(db, row.id, undefined);
      return undefined;
    }
    const preview = { key: randomBytes(16).toString("hex"), bytes: image.length };
    await contents.writePreview(row, preview.key, toStream(image));
    if (await setPreview(db, row.id, preview)) return preview;
    // Another node was faster, or the file was deleted.
    await storage.remove(preview.key, undefined);
    return findPreview(db, row.id);
  }

  async #reduce(row: FileRow): Promise<Buffer | undefined> {
    const { contents, previewer, log } = this.#context;
    try {
      return await previewer.reduce(row.account_id, async () => buffer(await contents.read(row)));
    } catch (error) {
      if (!(error instanceof PreviewsUnavailable)) throw error;
      log.warn({ err: error }, "an image has no preview");
      throw new AppError(503, "at_capacity", "Previews cannot be made right now. Open the file itself.", {
        cause: error,
        headers: { "retry-after": String(RETRY_AFTER_SECONDS) },
      });
    }
  }
}

async function* toStream(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}

function toPreview({ preview_key: key, preview_bytes: bytes }: FileRow): StoredPreview | undefined {
  return key === null || bytes === null ? undefined : { key, bytes };
}
