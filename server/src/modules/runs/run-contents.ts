import type { CallContent } from "@stoa/gateway";
import type { JsonValue } from "@stoa/runtime/protocol";
import { type ContentPlace, type ContentVault, placeTitle } from "../../platform/crypto/content-vault.ts";

/** A run, and the account that started it. */
export interface RunOwner {
  id: string;
  accountId: string;
}

/** A column of run_contents with a text. Those with JSON are `input` and `output`. */
type TextColumn = "error_detail" | "developer_detail" | "state";
type JsonColumn = "input" | "output";

/** Seals and opens what people and agents wrote in runs. */
export class RunContents {
  readonly #vault: ContentVault;

  constructor(vault: ContentVault) {
    this.#vault = vault;
  }

  sealTask(run: RunOwner, task: string | null): Buffer | null {
    return task === null ? null : this.#vault.seal(task, placeContent("task", run));
  }

  /**
   * Returns null for a task whose key is missing, because lists and figures of runs are useful without tasks. The run's page
   * shows the error.
   */
  openTask(run: RunOwner, sealed: Buffer | null): string | null {
    return sealed === null ? null : this.#vault.openIfKnown(sealed, placeContent("task", run));
  }

  sealTitle(conversation: { id: string; userId: string }, title: string | null): Buffer | null {
    return title === null ? null : this.#vault.seal(title, placeTitle(conversation));
  }

  sealText(column: TextColumn, run: RunOwner, text: string | null): Buffer | null {
    return text === null ? null : this.#vault.seal(text, placeContent(column, run));
  }

  openText(column: TextColumn, run: RunOwner, sealed: Buffer | null): string | null {
    return sealed === null ? null : this.#vault.open(sealed, placeContent(column, run));
  }

  /** Null is stored as NULL, as for a run without an output. */
  sealJson(column: JsonColumn, run: RunOwner, value: JsonValue): Buffer | null {
    return value === null ? null : this.#vault.seal(JSON.stringify(value), placeContent(column, run));
  }

  openJson(column: JsonColumn, run: RunOwner, sealed: Buffer | null): JsonValue {
    return sealed === null
      ? null
      : (JSON.parse(this.#vault.open(sealed, placeContent(column, run))) as JsonValue);
  }

  openInput(run: RunOwner, sealed: Buffer | null): { [key: string]: JsonValue } | null {
    return sealed === null
      ? null
      : (JSON.parse(this.#vault.open(sealed, placeContent("input", run))) as { [key: string]: JsonValue });
  }

  /** Returns the JSON text of an input or an output exactly as it was written. */
  openJsonText(column: JsonColumn, run: RunOwner, sealed: Buffer | null): string | null {
    return sealed === null ? null : this.#vault.open(sealed, placeContent(column, run));
  }

  sealEvent(run: RunOwner, seq: number, payload: unknown): Buffer {
    return this.#vault.seal(JSON.stringify(payload), placeEvent(run, seq));
  }

  /** Returns the JSON text of an event's payload. */
  openEvent(run: RunOwner, seq: number, sealed: Buffer): string {
    return this.#vault.open(sealed, placeEvent(run, seq));
  }

  sealCall(run: RunOwner, callId: string, content: CallContent): Buffer {
    return this.#vault.seal(JSON.stringify(content), placeCall(run, callId));
  }

  /** Returns the JSON text of a model call's content. */
  openCall(run: RunOwner, callId: string, sealed: Buffer): string {
    return this.#vault.open(sealed, placeCall(run, callId));
  }
}

/** Tasks share a key per account, because lists and searches open many of them. */
export function placeContent(
  column: "task" | TextColumn | JsonColumn,
  { id, accountId }: RunOwner,
): ContentPlace {
  const place = { column: `run_contents.${column}`, owner: accountId } as const;
  return column === "task" ? { ...place, scope: accountId, row: id } : { ...place, scope: id, row: "" };
}

export function placeEvent({ id, accountId }: RunOwner, seq: number): ContentPlace {
  return { column: "run_events.payload", scope: id, row: String(seq), owner: accountId };
}

export function placeCall({ id, accountId }: RunOwner, callId: string): ContentPlace {
  return { column: "model_call_contents.content", scope: id, row: callId, owner: accountId };
}
