import { Readable } from "node:stream";
import { FILE_TEXTS, type StoredFile, type StoredFileList } from "@stoa/contract";
import type { JobFile } from "@stoa/runtime/protocol";
import { AppError, invalidField, notFound, unauthorized } from "../../platform/http/app-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { type FileLinkPair, FileLinks } from "./file-links.ts";
import {
  deleteArtifacts,
  deleteFile,
  type FileRow,
  findAndKeepFiles,
  findAnyFile,
  findFile,
  findReturnedFile,
  listFiles,
  publishArtifacts,
} from "./file-store.ts";
import type { FilesContext } from "./files-context.ts";
import { createArtifactTooLargeError, createTooLargeError, readFileLimits } from "./limits.ts";
import type { TextMask } from "./mask-content.ts";
import { readFileSpace } from "./own-limit.ts";
import { presentFile } from "./present.ts";
import { storeContent } from "./store-content.ts";

interface ListQuery {
  limit: number;
  cursor?: string | undefined;
  run_id?: string | undefined;
}

/** The part of a link that proves that this server created it. */
export interface LinkProof {
  expires?: number | undefined;
  signature?: string | undefined;
}

/** A file that an agent returns. */
export interface NewArtifact {
  /** The caller of the run, to whom the file belongs. */
  accountId: string;
  userId: string;
  runId: string;
  name: string;
  stream: Readable;
  /** The size that the run declares. The actual size may differ. */
  declaredBytes?: number;
  /** Masks the secrets of the agent's developer; undefined if it has none. */
  mask?: TextMask | undefined;
}

/** Manages the files of accounts. Every member of an account sees its files. */
export class Files {
  readonly #context: FilesContext;
  readonly #links: FileLinks;

  constructor(context: FilesContext) {
    this.#context = context;
    this.#links = new FileLinks(context);
  }

  async list({ accountId }: Caller, { limit, cursor, run_id }: ListQuery): Promise<StoredFileList> {
    const { db } = this.#context;
    const { used, quota, setBy } = await readFileSpace(this.#context, accountId);
    const rows = await listFiles(db, accountId, { runId: run_id, after: cursor, limit: limit + 1 });
    const page = rows.slice(0, limit);
    return {
      files: page.map((row) => presentFile(row, this.#links)),
      next_cursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
      used_bytes: used,
      limit_bytes: quota,
      limit_set_by: setBy,
    };
  }

  /** @throws AppError 404 if the account has no such file */
  async get({ accountId }: Pick<Caller, "accountId">, id: string): Promise<StoredFile> {
    const row = await findFile(this.#context.db, accountId, id);
    if (!row) throw notFound("File");
    return presentFile(row, this.#links);
  }

  /** Deletes a file or ends an incomplete upload. @throws AppError 404 if the account has none with this ID */
  async remove({ accountId }: Pick<Caller, "accountId">, id: string): Promise<void> {
    if (!(await deleteFile(this.#context.db, accountId, id))) throw notFound("File");
  }

  /**
   * Finds the file that a link or a caller may download.
   * @throws AppError 401 without a link or a credential, 403 for a link that is forged or has expired, 404 for an unknown
   * file
   */
  async findDownload(
    id: string,
    { expires, signature }: LinkProof,
    caller: Caller | undefined,
  ): Promise<FileRow> {
    const hasLink = expires !== undefined || signature !== undefined;
    if (hasLink && !this.#links.isValid(id, expires ?? 0, signature ?? ""))
      throw new AppError(403, "link_invalid", FILE_TEXTS.linkInvalid);
    if (!hasLink && !caller) throw unauthorized(FILE_TEXTS.linkNeeded);
    const row = await findAnyFile(this.#context.db, id);
    if (!row || !(hasLink || row.account_id === caller?.accountId)) throw notFound("File");
    return row;
  }

  /**
   * Returns stored files of the caller's account in the order of the IDs, and keeps each as long as the content of a run
   * that starts now.
   * @param field the field of the request that names the files
   * @throws AppError 400 that names the first file that is unknown, incomplete or of another account, all with the same
   * text
   */
  async requireFiles(
    caller: Pick<Caller, "accountId">,
    ids: readonly string[],
    field: string,
  ): Promise<JobFile[]> {
    if (ids.length === 0) return [];
    const found = new Map((await this.findFiles(caller, ids)).map((file) => [file.id, file]));
    return ids.map((id) => {
      const file = found.get(id);
      if (!file) throw invalidField(field, FILE_TEXTS.unknownFile(id));
      return file;
    });
  }

  /** Returns those of the files that the caller's account has, and keeps them as `requireFiles` does. The order differs. */
  async findFiles({ accountId }: Pick<Caller, "accountId">, ids: readonly string[]): Promise<JobFile[]> {
    const { db, days } = this.#context;
    return (await findAndKeepFiles(db, accountId, ids, days)).map(toJobFile);
  }

  /** Opens the content of a stored file of any account. @throws AppError 404 for an unknown or removed file */
  async openContent(id: string): Promise<JobFile & { stream: Readable }> {
    const row = await findAnyFile(this.#context.db, id);
    if (!row) throw notFound("File");
    return { ...toJobFile(row), stream: await this.#context.contents.read(row) };
  }

  /**
   * Stores a file that a run returns, until `publishArtifacts` shows it to the caller, within the quota of the caller's account.
   * @throws AppError 400 for an empty file, 413 for one that is larger than the plan allows or than the space that is left
   */
  async storeArtifact({ stream, ...file }: NewArtifact): Promise<JobFile> {
    const { db, days } = this.#context;
    const { fileMax: limit, ...space } = await readFileLimits(this.#context, file.accountId);
    const id = await storeContent(this.#context, {
      ...file,
      content: stream,
      space: { ...space, wanted: limit, least: 1 },
      maxBytes: limit,
      refuse: () => createArtifactTooLargeError(limit),
      days,
    });
    const row = await findReturnedFile(db, id);
    if (!row) throw notFound("File");
    return toJobFile(row);
  }

  /**
   * Stores a file that a request contains.
   * @throws AppError 400 for an empty file, 413 for one that is larger than the plan allows or than the space that is left
   */
  async storeFile(
    { accountId, userId }: Caller,
    { name, content }: { name: string; content: Buffer },
  ): Promise<JobFile> {
    const { db, days } = this.#context;
    const { fileMax: limit, ...space } = await readFileLimits(this.#context, accountId);
    const id = await storeContent(this.#context, {
      ...{ accountId, userId, name },
      content: Readable.from([content]),
      space: { ...space, wanted: content.length, least: content.length },
      maxBytes: limit,
      refuse: () => createTooLargeError(limit),
      days,
    });
    const row = await findAnyFile(db, id);
    if (!row) throw notFound("File");
    return toJobFile(row);
  }

  /** Returns links to a file and to its preview that need no credential and work for a short time. */
  createLinks(file: Pick<JobFile, "id" | "type">): FileLinkPair {
    return this.#links.create(file);
  }

  /** Shows the files that a completed run returned to its caller. */
  async publishArtifacts(runId: string): Promise<void> {
    const { db, days } = this.#context;
    await publishArtifacts(db, runId, days);
  }

  /** Deletes the files that a run returned. */
  async removeArtifacts(runId: string): Promise<void> {
    await deleteArtifacts(this.#context.db, runId);
  }
}

const toJobFile = ({ id, name, type, bytes }: FileRow): JobFile => ({ id, name, type, bytes: Number(bytes) });
