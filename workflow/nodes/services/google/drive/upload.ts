import { randomUUID } from "node:crypto";
import type { JsonObject } from "../../../../model/item.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import type { ServiceQuery } from "../../service-call.ts";
import { askGoogle } from "../ask-google.ts";
import { ALL_DRIVES } from "./drive-api.ts";

/** A connector sends requests of 10 MiB at most; beside the file there is what is said of it. */
const MAX_FILE_BYTES = 9 * 1024 * 1024;

export const UPLOAD_PATHS = ["/upload/drive/v3/files/**"] as const;

/** A file's content with what is to be known of it; the content of one that is there already, where an id is given. */
export async function upload(
  context: NodeContext,
  itemIndex: number,
  {
    id,
    metadata,
    bytes,
    mimeType,
    query,
  }: { id?: string; metadata: JsonObject; bytes: Uint8Array; mimeType: string; query?: ServiceQuery },
): Promise<JsonObject> {
  if (bytes.byteLength > MAX_FILE_BYTES)
    throw context.failure(
      `A file of up to ${MAX_FILE_BYTES / 1_048_576} MB can be uploaded; this one has ${Math.ceil(bytes.byteLength / 1_048_576)} MB`,
      { itemIndex },
    );
  const boundary = randomUUID();
  const part = (type: string) => `--${boundary}\r\nContent-Type: ${type}\r\n\r\n`;
  const body = Buffer.concat([
    Buffer.from(`${part("application/json; charset=UTF-8")}${JSON.stringify(metadata)}\r\n`),
    Buffer.from(part(mimeType.replace(/[\r\n]/g, ""))),
    bytes,
    Buffer.from(`\r\n--${boundary}--`),
  ]);
  return askGoogle(context, itemIndex, {
    method: id === undefined ? "POST" : "PATCH",
    path: `/upload/drive/v3/files${id === undefined ? "" : `/${encodeURIComponent(id)}`}`,
    query: { uploadType: "multipart", ...ALL_DRIVES, ...query },
    content: { type: `multipart/related; boundary=${boundary}`, bytes: body },
  });
}
