import { gunzipSync } from "node:zlib";
import { unzipSync } from "fflate";

/** What is unpacked must fit into the run beside what it was packed in. */
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;
/** More files than anyone looks at one by one. */
const MAX_FILES = 2_000;

const tooLarge = () =>
  new Error(`The archive would unpack to more than ${MAX_UNPACKED_BYTES / 1_048_576} MB`);

/** The files of a zip archive by their paths. @throws Error where it is none, or unpacks to too much. */
export function unzipFiles(bytes: Uint8Array): Record<string, Uint8Array> {
  let files = 0;
  let total = 0;
  // An entry that is longer than it says is cut off by the library, so what they say is what they take.
  return unzipSync(bytes, {
    filter({ originalSize, size }) {
      files += 1;
      total += Math.max(originalSize, size);
      if (files > MAX_FILES) throw new Error(`The archive has more than ${MAX_FILES} files`);
      if (total > MAX_UNPACKED_BYTES) throw tooLarge();
      return true;
    },
  });
}

/** What a gzip file holds. @throws Error where it is none, or holds too much. */
export function gunzipFile(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_UNPACKED_BYTES });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE") throw tooLarge();
    throw error;
  }
}
