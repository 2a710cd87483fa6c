import { deflateSync, inflateSync } from "node:zlib";
import { CONVERSATION_LIMITS } from "@stoa/contract";
import { MAX_TEXT_BYTES } from "../memory/heap-bounds.ts";
import { ensureHeapRoom } from "../memory/heap-room.ts";
import type { JsonObject } from "../model/item.ts";
import { WorkflowLimit } from "../model/node-error.ts";
import type { SavedContents } from "./item-table.ts";
import { type PausedRun, type SavedRun, saveRun } from "./saved-run.ts";

/** The version of the format. A state of another version is not read. */
const FORMAT = 1;

/** The first line of a state. Each of the following lines is the JSON of an item. */
interface StateHead extends Omit<SavedContents, "jsons"> {
  format: number;
  /** Identifies the file that the run executes. */
  file: string;
  saved: SavedRun;
}

const MB = 1_048_576;

function createTooLarge(size: string): WorkflowLimit {
  return new WorkflowLimit(
    `the workflow asks a question, but has too much data to keep until the answer: ${size}. Before this node, pass on fewer and smaller items, and fewer and smaller files`,
  );
}

/**
 * Returns an execution as text that a later turn of the conversation can continue.
 * @param file identifies the workflow file
 * @throws WorkflowLimit if the execution has more data than a conversation can keep
 */
export function encodeState(paused: PausedRun, staticData: JsonObject, file: string): string {
  let chars = 0;
  const count = (added: number) => {
    chars += added;
    if (chars > MAX_TEXT_BYTES)
      throw createTooLarge(
        `its items and files take more than ${MAX_TEXT_BYTES / MB} MB before they are compressed`,
      );
  };
  ensureHeapRoom();
  const { saved, contents } = saveRun(paused, staticData, count);
  const { files, items, jsons } = contents;
  const head: StateHead = { format: FORMAT, file, saved, files, items };
  const text = [JSON.stringify(head), ...jsons].join("\n");
  count(text.length - chars);
  const state = deflateSync(text).toString("base64");
  const most = CONVERSATION_LIMITS.stateBytes;
  if (state.length > most)
    throw createTooLarge(
      `its items and files take ${(state.length / MB).toFixed(1)} MB after they are compressed, and a conversation keeps at most ${most / MB} MB`,
    );
  return state;
}

/**
 * Reads an execution of an earlier turn. Returns undefined if it belongs to another file, or to another format.
 * @throws Error if it is damaged
 */
export function decodeState(
  state: string,
  file: string,
): { saved: SavedRun; contents: SavedContents } | undefined {
  const bytes = inflateSync(Buffer.from(state, "base64"), { maxOutputLength: 4 * MAX_TEXT_BYTES });
  const [first = "", ...jsons] = bytes.toString().split("\n");
  const { format, file: ofFile, saved, files, items } = JSON.parse(first) as StateHead;
  return format === FORMAT && ofFile === file ? { saved, contents: { jsons, files, items } } : undefined;
}
