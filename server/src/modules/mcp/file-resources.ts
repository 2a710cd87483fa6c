import {
  type ListResourcesResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
} from "@modelcontextprotocol/server";
import { FileId, formatBytes } from "@stoa/contract";
import { AppError } from "../../platform/http/app-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { createFileUri, parseFileUri } from "./file-uri.ts";
import { MCP_TEXTS } from "./texts.ts";

/** The files of accounts. The files module provides them. */
export interface ClientFiles {
  list(
    caller: Caller,
    query: { limit: number; cursor?: string | undefined },
  ): Promise<{ files: StoredFile[]; next_cursor: string | null }>;
  /** @throws AppError 404 if the caller's account has no such file */
  get(caller: Caller, id: string): Promise<StoredFile>;
  openContent(id: string): Promise<{ stream: AsyncIterable<Uint8Array> }>;
}

interface StoredFile {
  id: string;
  name: string;
  type: string;
  size: number;
  url: string;
}

/** The number of files per page, as in the web app. */
const PAGE = 50;
/**
 * The largest file that a resource returns. It is in one message, in base64, and clients keep the whole message in memory.
 * Larger files have a link.
 */
const READ_MAX_BYTES = 5_000_000;

/** Lists the caller's files, the latest first. */
export async function listFileResources(
  files: ClientFiles,
  caller: Caller,
  cursor: string | undefined,
): Promise<ListResourcesResult> {
  if (cursor !== undefined && !FileId.safeParse(cursor).success)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Invalid cursor");
  const page = await files.list(caller, { limit: PAGE, cursor });
  return {
    resources: page.files.map(({ id, name, type, size }) => ({
      uri: createFileUri(id),
      name,
      mimeType: type,
      size,
    })),
    ...(page.next_cursor !== null && { nextCursor: page.next_cursor }),
  };
}

/** Returns the content of one of the caller's files: as text if it is text, otherwise in base64. */
export async function readFileResource(
  files: ClientFiles,
  caller: Caller,
  uri: string,
): Promise<ReadResourceResult> {
  const file = await findFile(files, caller, uri);
  if (file.size > READ_MAX_BYTES)
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      MCP_TEXTS.fileTooLarge(formatBytes(READ_MAX_BYTES), file.url),
    );
  const { stream } = await files.openContent(file.id);
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const about = { uri, mimeType: file.type };
  return {
    contents: [
      isText(file.type)
        ? { ...about, text: bytes.toString("utf8") }
        : { ...about, blob: bytes.toString("base64") },
    ],
  };
}

async function findFile(files: ClientFiles, caller: Caller, uri: string): Promise<StoredFile> {
  const id = parseFileUri(uri);
  if (id === undefined) throw new ResourceNotFoundError(uri, MCP_TEXTS.unknownFile);
  try {
    return await files.get(caller, id);
  } catch (error) {
    if (error instanceof AppError && error.status === 404)
      throw new ResourceNotFoundError(uri, MCP_TEXTS.unknownFile);
    throw error;
  }
}

const isText = (type: string) => type.startsWith("text/") || /^application\/(json|xml)\b/.test(type);
