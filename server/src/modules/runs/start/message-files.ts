import { FILE_LIMITS, formatBytes, getMessageFileKind, MESSAGE_FILE_LIMITS } from "@stoa/contract";
import type { HistoryMessage, JobFile } from "@stoa/runtime/protocol";
import { invalidField } from "../../../platform/http/app-error.ts";
import type { Caller } from "../../../platform/http/caller.ts";
import type { RunFiles } from "../run-files.ts";

const FIELD = "input_data.files";

/**
 * Checks the files that become parts of a message.
 * @throws AppError 400 for a file that no model can read, for a text that is too large, and for images that are too large
 * together
 */
export function checkMessageFiles(files: readonly JobFile[]): void {
  let imageBytes = 0;
  for (const { name, type, bytes } of files) {
    const kind = getMessageFileKind(type);
    if (kind === undefined)
      throw invalidField(
        FIELD,
        `This agent reads texts and images (PNG, JPEG, GIF, WebP) with a message. ${name} is of the type ${type}. Convert it to one of these`,
      );
    if (kind === "text" && bytes > MESSAGE_FILE_LIMITS.textBytes)
      throw createTooLargeError(name, "A text", MESSAGE_FILE_LIMITS.textBytes);
    if (kind === "image") imageBytes += bytes;
    if (imageBytes > MESSAGE_FILE_LIMITS.imageBytes)
      throw createTooLargeError(name, "All images of a message together", MESSAGE_FILE_LIMITS.imageBytes);
  }
}

function createTooLargeError(name: string, what: string, limit: number) {
  return invalidField(
    FIELD,
    `${name} is too large. ${what} can have ${formatBytes(limit)}. Send smaller or fewer files`,
  );
}

/** The history of a conversation, and the files of earlier messages that the run receives again. */
export interface HistoryWithFiles {
  history: HistoryMessage[];
  files: JobFile[];
}

/**
 * Chooses which files of earlier messages a run receives again: the newest ones, as far as they fit into the limits of a
 * message together with `given`. In place of the others, their messages get a note with the name.
 * @param given the files of the new message
 */
export async function receiveEarlierFiles(
  { findFiles }: Pick<RunFiles, "findFiles">,
  caller: Caller,
  history: readonly HistoryMessage[],
  given: readonly JobFile[],
): Promise<HistoryWithFiles> {
  const ids = [...new Set(history.flatMap(({ files = [] }) => files))];
  if (ids.length === 0) return { history: [...history], files: [] };
  const found = new Map((await findFiles(caller, ids)).map((file) => [file.id, file]));
  const room = new Room(given);
  const chosen = new Map<string, JobFile>();
  const newestFirst = [...history].reverse().map((message): HistoryMessage => {
    const { files = [], ...said } = message;
    const notes: string[] = [];
    const received = files.filter((id) => {
      const file = found.get(id);
      const fits = file !== undefined && room.take(file);
      if (fits) chosen.set(id, file);
      else notes.push(describeMissing(file));
      return fits;
    });
    const content = [said.content, ...notes].filter((text) => text !== "").join("\n");
    return { ...said, content, ...(received.length > 0 && { files: received }) };
  });
  return { history: newestFirst.reverse(), files: [...chosen.values()].filter(({ id }) => !room.has(id)) };
}

function describeMissing(file: JobFile | undefined): string {
  if (!file) return "[a file that no longer exists]";
  return `[${getMessageFileKind(file.type) === "image" ? "image" : "file"}: ${file.name}]`;
}

/** The room that the files of a new message leave for those of earlier messages. */
class Room {
  readonly #given: ReadonlySet<string>;
  readonly #taken = new Set<string>();
  readonly #left = { image: MESSAGE_FILE_LIMITS.imageBytes, text: MESSAGE_FILE_LIMITS.textBytes };

  constructor(given: readonly JobFile[]) {
    this.#given = new Set(given.map(({ id }) => id));
    for (const file of given) this.take(file);
  }

  /** Whether a file is one of the new message, too. */
  has(id: string): boolean {
    return this.#given.has(id);
  }

  /** Returns whether there is room for a file. Each mention of it is sent to the model, and takes up room. */
  take({ id, type, bytes }: JobFile): boolean {
    const kind = getMessageFileKind(type);
    const isFull = this.#taken.size >= FILE_LIMITS.perRun && !this.#taken.has(id);
    if (kind === undefined || isFull || this.#left[kind] < bytes) return false;
    this.#taken.add(id);
    this.#left[kind] -= bytes;
    return true;
  }
}
