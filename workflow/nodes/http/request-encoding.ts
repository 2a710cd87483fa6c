import type { JsonValue } from "@stoa/runtime/protocol";
import { stringify } from "qs";
import type { BinaryFile } from "../../model/item.ts";
import { asText } from "./name-value-pairs.ts";
import type { FormPart, RequestBody } from "./planned-request.ts";

export interface EncodedBody {
  bytes: Uint8Array | string;
  /** Undefined: nobody has said what it is. */
  type: string | undefined;
}

function isFile(value: JsonValue | BinaryFile): value is BinaryFile {
  return typeof value === "object" && value !== null && "bytes" in value && value.bytes instanceof Uint8Array;
}

async function encodeMultipart(parts: readonly FormPart[]): Promise<EncodedBody> {
  const form = new FormData();
  for (const { name, value } of parts)
    if (isFile(value))
      form.append(
        name,
        new Blob([Buffer.from(value.bytes)], { type: value.mimeType }),
        value.fileName ?? "file",
      );
    else for (const each of Array.isArray(value) ? value : [value]) form.append(name, asText(each));
  const encoded = new Response(form);
  return {
    bytes: new Uint8Array(await encoded.arrayBuffer()),
    type: encoded.headers.get("content-type") ?? undefined,
  };
}

/** A body as it goes over the line. */
export async function encodeBody(body: RequestBody): Promise<EncodedBody> {
  switch (body.kind) {
    case "json":
      return { bytes: JSON.stringify(body.value), type: "application/json" };
    case "urlencoded":
      return {
        bytes: stringify(body.fields, { arrayFormat: "indices", format: "RFC1738" }),
        type: "application/x-www-form-urlencoded",
      };
    case "multipart":
      return encodeMultipart(body.parts);
    case "bytes":
      return { bytes: body.bytes, type: body.type || undefined };
  }
}
