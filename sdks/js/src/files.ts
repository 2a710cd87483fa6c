import type { FileListQuery, FileUpload, Ok, StoredFile, StoredFileList } from "./api-types.gen.ts";
import { ConflictError } from "./errors.ts";
import type { CallOptions } from "./run-calls.ts";
import type { Transport } from "./transport.ts";

/** A file to upload: a `File` of the browser, or a name with a content. */
export type NewFile = File | { name: string; content: Blob | string | Uint8Array };

/** Larger files are uploaded in parts, so that a broken connection costs only one part. */
const WHOLE_UPLOAD_BYTES = 4 * 1024 * 1024;

/** Uploads, lists, downloads and deletes files. To give a file to an agent, pass its `id` as the value of an input. */
export class Files {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Uploads a file. A large file is sent in parts, and continues after a broken connection. */
  async upload(file: NewFile, { signal }: CallOptions = {}): Promise<StoredFile> {
    const { name } = file;
    const content = file instanceof Blob ? file : toBlob(file.content);
    if (content.size > WHOLE_UPLOAD_BYTES) return this.#uploadParts(name, content, signal);
    const form = new FormData();
    form.append("file", content, name);
    // The call is not repeatable, because a second one would store a second file.
    return this.#transport.request({ method: "POST", path: "/files", form, repeatable: false, signal });
  }

  /** Yields your files, newest first. `limit` is the page size, and `run_id` yields only the files of a run. */
  async *list(
    query: FileListQuery = {},
    { signal }: CallOptions = {},
  ): AsyncGenerator<StoredFile, void, undefined> {
    let next: FileListQuery = query;
    for (;;) {
      const page = await this.#transport.request<StoredFileList>({
        method: "GET",
        path: "/files",
        query: { ...next },
        repeatable: true,
        signal,
      });
      yield* page.files;
      if (page.next_cursor === null) return;
      next = { ...query, cursor: page.next_cursor };
    }
  }

  /** Returns a file's details, with a new link to its content. */
  get(fileId: string, { signal }: CallOptions = {}): Promise<StoredFile> {
    return this.#transport.request({ method: "GET", path: toPath(fileId), repeatable: true, signal });
  }

  /** Returns the content of a file. */
  download(fileId: string, { signal }: CallOptions = {}): Promise<Blob> {
    return this.#transport.requestBlob({
      method: "GET",
      path: `${toPath(fileId)}/content`,
      headers: { accept: "*/*" },
      repeatable: true,
      signal,
    });
  }

  /** Deletes a file and its content. */
  async delete(fileId: string, { signal }: CallOptions = {}): Promise<void> {
    await this.#transport.request<Ok>({
      method: "DELETE",
      path: toPath(fileId),
      repeatable: true,
      signal,
    });
  }

  async #uploadParts(name: string, content: Blob, signal: AbortSignal | undefined): Promise<StoredFile> {
    let upload = await this.#transport.request<FileUpload>({
      method: "POST",
      path: "/files/uploads",
      json: { name, size: content.size },
      repeatable: false,
      signal,
    });
    while (upload.file === null) upload = await this.#sendPart(upload, content, signal);
    return upload.file;
  }

  async #sendPart(
    { id, offset, part_bytes }: FileUpload,
    content: Blob,
    signal: AbortSignal | undefined,
  ): Promise<FileUpload> {
    const path = `/files/uploads/${encodeURIComponent(id)}`;
    try {
      return await this.#transport.request<FileUpload>({
        method: "PUT",
        path,
        query: { offset },
        bytes: content.slice(offset, offset + part_bytes, "application/octet-stream"),
        repeatable: true,
        signal,
      });
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      // An earlier attempt has arrived, but its response has not.
      const current = await this.#transport.request<FileUpload>({
        method: "GET",
        path,
        repeatable: true,
        signal,
      });
      if (current.offset <= offset) throw error;
      return current;
    }
  }
}

function toBlob(content: Blob | string | Uint8Array): Blob {
  return content instanceof Blob ? content : new Blob([content as string | Uint8Array<ArrayBuffer>]);
}

function toPath(fileId: string): string {
  return `/files/${encodeURIComponent(fileId)}`;
}
