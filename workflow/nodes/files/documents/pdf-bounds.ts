import { constants, inflateSync } from "node:zlib";

/** What one part of a document may unpack to: a long book's text is a tenth of it. */
const MAX_STREAM_BYTES = 32 * 1024 * 1024;
/** Parts packed in the older way can swell by thousands; real ones are small. */
const MAX_LZW_BYTES = 256 * 1024;
/** Room for the words before a part that say how it is packed. */
const DICTIONARY_CHARS = 2_000;

const tooLarge = () =>
  new Error(`The PDF holds a part that unpacks to more than ${MAX_STREAM_BYTES / 1_048_576} MB`);

function refuseBomb(packed: Uint8Array): void {
  try {
    inflateSync(packed, { maxOutputLength: MAX_STREAM_BYTES, finishFlush: constants.Z_SYNC_FLUSH });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE") throw tooLarge();
    // What is damaged or encrypted does not unpack here: the reader says so where it matters.
  }
}

/**
 * Looks at the packed parts of a PDF before it is read: its reader knows no bounds.
 * @throws Error where one would unpack to too much.
 */
export function refuseSwellingPdf(bytes: Uint8Array): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = file.indexOf("stream"); at !== -1; at = file.indexOf("stream", at + 6)) {
    if (file.subarray(at - 3, at).toString("latin1") === "end") continue;
    const before = file.subarray(Math.max(0, at - DICTIONARY_CHARS), at).toString("latin1");
    const dictionary = before.slice(before.lastIndexOf("obj"));
    const end = file.indexOf("endstream", at);
    const begin = at + (file[at + 6] === 0x0d ? 8 : 7);
    const packed = file.subarray(begin, end === -1 ? file.length : end);
    const filters = dictionary.match(/\/(?:Fl|FlateDecode|LZWDecode|LZW)\b/g) ?? [];
    if (filters.length > 1) throw new Error("The PDF holds a part that is packed more than once");
    if (filters[0]?.startsWith("/LZW") && packed.length > MAX_LZW_BYTES) throw tooLarge();
    if (filters[0]?.startsWith("/Fl")) refuseBomb(packed);
  }
}
