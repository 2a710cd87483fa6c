import { useSyncExternalStore } from "react";
import { BACKGROUND_RUNS_KEY as KEY } from "./session.ts";

/** A run that was started or left running in the background. */
export interface BackgroundRun {
  readonly runId: string;
  readonly agentId: number;
  readonly task: string;
}

/** The number of stored runs: as many as a user can keep track of. The usage logs have all of them. */
const KEPT = 10;
/** The number of characters of the message that are enough to recognize a run. */
const TASK_MAX_LENGTH = 120;

const listeners = new Set<() => void>();

function isBackgroundRun(value: unknown): value is BackgroundRun {
  if (typeof value !== "object" || value === null) return false;
  const { runId, agentId, task } = value as Partial<Record<keyof BackgroundRun, unknown>>;
  return typeof runId === "string" && typeof agentId === "number" && typeof task === "string";
}

/** Reads the stored list of background runs; anything unreadable is an empty list. */
export function parseRuns(stored: string | null): readonly BackgroundRun[] {
  try {
    const value: unknown = JSON.parse(stored ?? "[]");
    return Array.isArray(value) ? value.filter(isBackgroundRun).slice(0, KEPT) : [];
  } catch {
    return [];
  }
}

function readStored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function save(runs: readonly BackgroundRun[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(runs.slice(0, KEPT)));
  } catch {
    // If storage is blocked or full, the run still continues and is in the usage logs.
  }
  for (const listener of listeners) listener();
}

/** Adds a run to this browser's list, newest first. */
export function keepInBackground(run: BackgroundRun): void {
  const others = parseRuns(readStored()).filter(({ runId }) => runId !== run.runId);
  save([{ ...run, task: run.task.slice(0, TASK_MAX_LENGTH) }, ...others]);
}

/** Removes a run from the list; the run itself does not change. */
export function dismissFromBackground(runId: string): void {
  save(parseRuns(readStored()).filter((run) => run.runId !== runId));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const onStorage = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) listener();
  };
  addEventListener("storage", onStorage);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", onStorage);
  };
}

/** Returns an agent's background runs, active and ended. Also follows changes in other tabs. */
export function useBackgroundRuns(agentId: number): readonly BackgroundRun[] {
  const stored = useSyncExternalStore(subscribe, readStored);
  return parseRuns(stored).filter((run) => run.agentId === agentId);
}
