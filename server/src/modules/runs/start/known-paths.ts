import type { RunStatus } from "@stoa/contract";
import type { JsonValue } from "@stoa/runtime/protocol";
import { LRUCache } from "lru-cache";

/** A turn with what was said in it. */
export interface PathTurn {
  turn: number;
  run_id: string;
  status: RunStatus;
  message_tokens: number;
  answer_tokens: number | null;
  input: { [key: string]: JsonValue } | null;
  output: JsonValue;
}

/** The memory for the paths of all conversations: a hundred of the longest ones, or thousands of usual ones. */
const MAX_BYTES = 32 * 1024 * 1024;
/** People answer within minutes. After this time, the turns are read again, and deleted content is forgotten. */
const TTL_MS = 10 * 60_000;

/**
 * Remembers the ended turns of conversations that were continued on this node, so that each turn reads only the turn before
 * it. Turns and their contents never change after their run has ended. Which conversation belongs to whom, and which turn
 * is the current one, is read from the database for each turn.
 */
export class KnownPaths {
  readonly #paths = new LRUCache<string, readonly PathTurn[]>({ maxSize: MAX_BYTES, ttl: TTL_MS });

  /** Returns the newest known turn of a conversation and the turns before it, the newest first; empty if none is known. */
  get(conversationId: string): readonly PathTurn[] {
    return this.#paths.get(conversationId) ?? [];
  }

  /** @param bytes the size of the turns' messages and answers */
  set(conversationId: string, path: readonly PathTurn[], bytes: number): void {
    this.#paths.set(conversationId, path, { size: bytes + path.length * TURN_BYTES });
  }
}

/** The memory that a turn takes up beside its texts. */
const TURN_BYTES = 500;
