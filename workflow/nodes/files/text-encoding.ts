import iconv from "iconv-lite";
import { MAX_TEXT_BYTES } from "../../memory/heap-bounds.ts";
import { ensureHeapRoom } from "../../memory/heap-room.ts";

const isKnown = (encoding: string) => iconv.encodingExists(encoding);

/** The character set that a `Content-Type` names. */
export function charsetOf(contentType: string | undefined): string | undefined {
  const named = /charset\s*=\s*"?([\w.:-]{1,40})/i.exec(contentType ?? "")?.[1];
  return named && isKnown(named) ? named : undefined;
}

/** @throws Error for a character set that nobody knows, and for more than may be read at once; WorkflowLimit */
export function decodeText(
  bytes: Uint8Array,
  encoding = "utf-8",
  options: { keepBom?: boolean } = {},
): string {
  if (!isKnown(encoding)) throw new Error(`The encoding '${encoding.slice(0, 40)}' is not known`);
  if (bytes.byteLength > MAX_TEXT_BYTES)
    throw new Error(
      `The text is larger than ${MAX_TEXT_BYTES / 1_048_576} MB: it can be kept as a file only`,
    );
  ensureHeapRoom();
  return iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), encoding, {
    stripBOM: !options.keepBom,
  });
}

/** @throws Error for a character set that nobody knows. */
export function encodeText(text: string, encoding = "utf-8", options: { addBom?: boolean } = {}): Uint8Array {
  if (!isKnown(encoding)) throw new Error(`The encoding '${encoding.slice(0, 40)}' is not known`);
  return iconv.encode(text, encoding, { addBOM: options.addBom ?? false });
}
