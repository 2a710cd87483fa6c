import { Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { FILE_LIMITS } from "@stoa/contract";
import { readBlocks } from "../byte-stream.ts";
import { BufferSlots } from "./buffer-slots.ts";
import type { ByteRange, ByteStream, FileStorage, FindUsedKeys, StoredPart } from "./file-storage.ts";
import type { S3Settings } from "./s3-settings.ts";
import { getSealedBytes } from "./sealed-chunks.ts";
import { StorageUnavailable } from "./storage-failures.ts";

/** A store in the same region connects within milliseconds, and takes a part of 5 MiB within a second. */
const TIMEOUTS = { connectionTimeout: 5_000, requestTimeout: 30_000, throwOnRequestTimeout: true };

/** The size of a part of an upload as it is stored. */
const STORED_PART_BYTES = getSealedBytes(FILE_LIMITS.partBytes);

/**
 * Stores contents in an S3-compatible store. Each request to the store sends at most one part, from memory, so that the
 * client can calculate its checksum and repeat the request.
 */
export class S3Storage implements FileStorage {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #folder: string;
  readonly #slots = new BufferSlots();

  /** @param folder the folder of this installation within the bucket */
  constructor({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Settings, folder: string) {
    this.#bucket = bucket;
    this.#folder = folder;
    this.#client = new S3Client({
      region,
      credentials: { accessKeyId, secretAccessKey },
      // A store of its own usually has no host name per bucket.
      ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
      // Other stores than Amazon's do not know all checksums.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
      requestHandler: TIMEOUTS,
    });
  }

  async write(key: string, content: ByteStream): Promise<void> {
    await this.#slots.use(async () => {
      const blocks = readBlocks(content, STORED_PART_BYTES);
      const first = (await blocks.next()).value ?? Buffer.alloc(0);
      if (first.length < STORED_PART_BYTES)
        await call(() => this.#client.send(new PutObjectCommand({ ...this.#name(key), Body: first })));
      else await this.#writeBlocks(key, first, blocks);
    });
  }

  async startParts(key: string): Promise<string> {
    const started = await call(() => this.#client.send(new CreateMultipartUploadCommand(this.#name(key))));
    if (started.UploadId === undefined) throw new StorageUnavailable("the store returned no upload ID");
    return started.UploadId;
  }

  async writePart(key: string, upload: string | undefined, number: number, content: ByteStream) {
    return this.#slots.use(async () => {
      const block = (await readBlocks(content, STORED_PART_BYTES).next()).value ?? Buffer.alloc(0);
      return this.#sendPart(key, upload, number, block);
    });
  }

  async completeParts(key: string, upload: string | undefined, parts: readonly StoredPart[]): Promise<void> {
    const Parts = parts.map(({ number, tag }) => ({ PartNumber: number, ETag: tag }));
    const command = { ...this.#name(key), UploadId: upload, MultipartUpload: { Parts } };
    try {
      await call(() => this.#client.send(new CompleteMultipartUploadCommand(command)));
    } catch (error) {
      // An earlier call may have completed the upload, even if its response was lost.
      if (!(await this.#exists(key))) throw error;
    }
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    const Range = range && `bytes=${range.start}-${range.end}`;
    const found = await call(() => this.#client.send(new GetObjectCommand({ ...this.#name(key), Range })));
    if (!(found.Body instanceof Readable)) throw new StorageUnavailable("the store returned no content");
    return found.Body;
  }

  async remove(key: string, upload: string | undefined): Promise<void> {
    if (upload !== undefined) await this.#abort(key, upload);
    await call(() => this.#client.send(new DeleteObjectCommand(this.#name(key))));
  }

  async removeUnused(before: Date, findUsed: FindUsedKeys): Promise<void> {
    await this.#removeUnusedObjects(before, findUsed);
    await this.#abortUnusedUploads(before, findUsed);
  }

  close(): void {
    this.#client.destroy();
  }

  async #writeBlocks(key: string, first: Buffer, rest: AsyncGenerator<Buffer, undefined>): Promise<void> {
    const upload = await this.startParts(key);
    try {
      const parts = [{ number: 1, tag: await this.#sendPart(key, upload, 1, first) }];
      for await (const block of rest) {
        const number = parts.length + 1;
        parts.push({ number, tag: await this.#sendPart(key, upload, number, block) });
      }
      await this.completeParts(key, upload, parts);
    } catch (error) {
      // If this fails too, the removal of the deleted row is not told about the upload, but that of unused uploads is.
      await this.#abort(key, upload).catch(() => {});
      throw error;
    }
  }

  async #sendPart(key: string, upload: string | undefined, number: number, block: Buffer): Promise<string> {
    const command = { ...this.#name(key), UploadId: upload, PartNumber: number, Body: block };
    const sent = await call(() => this.#client.send(new UploadPartCommand(command)));
    if (sent.ETag === undefined) throw new StorageUnavailable("the store returned no tag for a part");
    return sent.ETag;
  }

  async #abort(key: string, upload: string): Promise<void> {
    try {
      const command = { ...this.#name(key), UploadId: upload };
      await call(() => this.#client.send(new AbortMultipartUploadCommand(command)));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  async #exists(key: string): Promise<boolean> {
    try {
      await call(() => this.#client.send(new HeadObjectCommand(this.#name(key))));
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  async #removeUnusedObjects(before: Date, findUsed: FindUsedKeys): Promise<void> {
    for (let ContinuationToken: string | undefined; ; ) {
      const command = { Bucket: this.#bucket, Prefix: `${this.#folder}/`, ContinuationToken };
      const page = await call(() => this.#client.send(new ListObjectsV2Command(command)));
      const keys = (page.Contents ?? [])
        .filter(({ LastModified }) => LastModified !== undefined && LastModified < before)
        .map(({ Key }) => this.#toKey(Key));
      const used = await findUsed(keys);
      for (const key of keys) if (!used.has(key)) await this.remove(key, undefined);
      ContinuationToken = page.NextContinuationToken;
      if (ContinuationToken === undefined) return;
    }
  }

  /** Aborts the first thousand unused uploads. More of them are left to the next call. */
  async #abortUnusedUploads(before: Date, findUsed: FindUsedKeys): Promise<void> {
    const command = { Bucket: this.#bucket, Prefix: `${this.#folder}/` };
    const page = await call(() => this.#client.send(new ListMultipartUploadsCommand(command)));
    const old = (page.Uploads ?? []).filter(({ Initiated }) => Initiated !== undefined && Initiated < before);
    const used = await findUsed(old.map(({ Key }) => this.#toKey(Key)));
    for (const { Key, UploadId } of old)
      if (UploadId !== undefined && !used.has(this.#toKey(Key)))
        await this.#abort(this.#toKey(Key), UploadId);
  }

  #name(key: string) {
    return { Bucket: this.#bucket, Key: `${this.#folder}/${key}` };
  }

  #toKey(name = ""): string {
    return name.slice(this.#folder.length + 1);
  }
}

/** Whether the store does not have an object or an upload. */
const isMissing = (error: unknown) =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;

/** Makes a request. @throws StorageUnavailable unless the store replied that something is missing */
async function call<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (isMissing(error)) throw error;
    throw new StorageUnavailable(
      `the S3 store failed: ${error instanceof Error ? error.message : "unknown"}`,
      {
        cause: error,
      },
    );
  }
}
