import { gunzipSync } from "node:zlib";
import { unzipSync } from "fflate";

/** Unpacked files must fit in the run's memory together with the archive. */
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;
/** The maximum number of files. Nobody processes more files one by one. */
const MAX_FILES = 2_000;

const createTooLargeError = () =>
  new Error(
    `The archive would unpack to more than ${MAX_UNPACKED_BYTES / 1_048_576} MB. Use a smaller archive`,
  );

/** Returns the files of a zip archive, keyed by path. @throws Error if the archive is invalid or unpacks to too much */
export function unzipFiles(bytes: Uint8Array): Record<string, Uint8Array> {
  let files = 0;
  let total = 0;
  // The library truncates entries at their declared size, so the declared sizes are the limit.
  return unzipSync(bytes, {
    filter({ originalSize, size }) {
      files += 1;
      total += Math.max(originalSize, size);
      if (files > MAX_FILES) throw new Error(`The archive has more than ${MAX_FILES} files. Split it`);
      if (total > MAX_UNPACKED_BYTES) throw createTooLargeError();
      return true;
    },
  });
}

/** Returns the content of a gzip file. @throws Error if the file is invalid or its content is too large */
export function gunzipFile(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_UNPACKED_BYTES });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE")
      throw createTooLargeError();
    throw error;
  }
}
