import { FILE_LIMITS, FileId, formatBytes } from "@stoa/contract";
import type { EntryPoint, InputParameter, JobFile, JsonValue } from "@stoa/runtime/protocol";
import { invalidField } from "../../../platform/http/app-error.ts";
import type { Caller } from "../../../platform/http/caller.ts";
import type { RunFiles } from "../run-files.ts";

/**
 * Returns the IDs of the files that a checked input refers to, each once. Declared parameters say which values are files.
 * For an agent that takes the whole `input_data`, every value of the form of a file ID is one, and every list of them.
 * @param readable the files that the calling run may pass on; undefined if a person starts the run
 * @throws AppError 400 for too many files, or for a file that the calling run may not pass on
 */
export function findFileIds(
  { entry, inputParameters }: { entry: Pick<EntryPoint, "takes">; inputParameters: InputParameter[] },
  input: Readonly<Record<string, JsonValue>>,
  readable?: ReadonlyMap<string, JobFile>,
): string[] {
  const types = new Map(inputParameters.map(({ name, type }) => [name, type]));
  const ids = new Set<string>();
  for (const [name, value] of Object.entries(input)) {
    const type = types.get(name);
    const isFile =
      type === "file" || type === "files" || (type === undefined && entry.takes === "input_data");
    if (!isFile) continue;
    for (const item of Array.isArray(value) ? value : [value]) {
      const id = FileId.safeParse(item);
      if (!id.success) continue;
      if (readable && !readable.has(id.data))
        throw invalidField(`input_data.${name}`, `${name} must be a file that this run has received`);
      ids.add(id.data);
    }
  }
  if (ids.size > FILE_LIMITS.perRun)
    throw invalidField(
      "input_data",
      `A run can receive at most ${FILE_LIMITS.perRun} files, not ${ids.size}`,
    );
  return [...ids];
}

/**
 * Returns the files of a run, and keeps them as long as its contents.
 * @throws AppError 400 for a file that the caller does not have, or for files that are too large together
 */
export async function requireFiles(
  files: Pick<RunFiles, "requireFiles">,
  caller: Caller,
  ids: readonly string[],
): Promise<JobFile[]> {
  if (ids.length === 0) return [];
  const found = await files.requireFiles(caller, ids, "input_data");
  const bytes = found.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes > FILE_LIMITS.bytesPerRun)
    throw invalidField(
      "input_data",
      `A run can receive at most ${formatBytes(FILE_LIMITS.bytesPerRun)} of files, not ${formatBytes(bytes)}. Send fewer or smaller files`,
    );
  return found;
}
