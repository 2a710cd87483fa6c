import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { programFromSources, TooMuchWork, WorkFailed, WorkPool } from "@stoa/gateway";
import { AppError } from "../../../platform/http/app-error.ts";

/** Sources up to this length are checked on the event loop, which takes at most 2 ms. */
const INLINE_CHARS = 4_096;

/** Returns the bundled program next to the server, or a program built from the sources. */
function getProgram(): string {
  const bundled = fileURLToPath(new URL("./upload-worker.js", import.meta.url));
  return existsSync(bundled) ? bundled : programFromSources(new URL("./upload-worker.ts", import.meta.url));
}

/** One thread is enough: an account may have 240 files checked per hour, and one takes at most a second. */
const uploadPool = new WorkPool(getProgram, 1);

/**
 * Runs a task of `upload-worker.ts` on a file's source. Short sources are checked here, longer sources on a thread on
 * which accounts take turns.
 * @throws AppError 503 if too many files of one account are waiting; 413 if a file takes too long.
 */
export async function runInUploadPool<T>(
  task: { name: "readJsonAgent" | "scanForSecrets"; work: (source: string) => T },
  source: string,
  accountId: string,
): Promise<T> {
  if (source.length <= INLINE_CHARS) return task.work(source);
  try {
    return await uploadPool.run<T>(task.name, source, accountId);
  } catch (cause) {
    if (cause instanceof TooMuchWork)
      throw new AppError(
        503,
        "at_capacity",
        "Too many of your files are being checked at once. Please try again in a moment.",
        {
          headers: { "retry-after": "5" },
          cause,
        },
      );
    if (cause instanceof WorkFailed)
      throw new AppError(
        413,
        "too_large",
        "This file takes too long to check. Make it smaller and try again.",
        { cause },
      );
    throw cause;
  }
}
