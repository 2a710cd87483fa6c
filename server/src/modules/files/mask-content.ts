import type { ByteStream } from "./storage/file-storage.ts";

/** Masks a developer's secrets in texts. */
export interface TextMask {
  maskText(text: string): string;
  /** Returns a masker for text that arrives in chunks. */
  openPieces(): { push(chunk: string): string; end(): string };
}

/** The largest text that is masked: the search takes a tenth of a second of the server's time. */
export const MAX_MASKED_BYTES = 5_000_000;

/** The types of texts that do not begin with `text/`. */
const TEXTS: readonly string[] = [
  "application/json",
  "application/xhtml+xml",
  "application/xml",
  "image/svg+xml",
];

/** Returns whether a content of this media type is text, in which secrets can be masked. */
export const isMaskable = (type: string): boolean => type.startsWith("text/") || TEXTS.includes(type);

/**
 * Masks secrets in a text while it is read. Each byte becomes one character, so that bytes that are no UTF-8 stay as they
 * are; secrets of other characters than ASCII are therefore not found.
 */
export async function* maskContent(content: ByteStream, mask: TextMask): AsyncGenerator<Buffer> {
  const pieces = mask.openPieces();
  for await (const chunk of content) yield Buffer.from(pieces.push(chunk.toString("latin1")), "latin1");
  yield Buffer.from(pieces.end(), "latin1");
}
