import { useSyncExternalStore } from "react";
import { forgetUser } from "./user-cache.ts";

const KEY = "stoa.token";
const listeners = new Set<() => void>();

/** The stored bearer token, `null` when signed out or where storage is closed. */
export function readToken(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function announce(): void {
  for (const listener of listeners) listener();
}

/** Stores the token of a new session. */
export function startSession(token: string): void {
  forgetUser();
  localStorage.setItem(KEY, token);
  announce();
}

/** The storage key of background runs. They are deleted with the session. */
export const BACKGROUND_RUNS_KEY = "stoa.background-runs";

/** Forgets the token, the cached user and their list of background runs, in all tabs. No call is made. */
export function endSession(): void {
  forgetUser();
  try {
    localStorage.removeItem(KEY);
    localStorage.removeItem(BACKGROUND_RUNS_KEY);
  } catch {
    // Blocked storage has no token.
  }
  announce();
}

/** Ends the session whose token the server refused. A session that started after the call was sent continues. */
export function endRefusedSession(token: string): void {
  if (readToken() === token) endSession();
}

function announceFromOtherTab({ key }: StorageEvent): void {
  if (key === KEY || key === null) announce();
}

/** One listener for the whole page: React renders after each one, and all components must change together. */
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener("storage", announceFromOtherTab);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener("storage", announceFromOtherTab);
  };
}

/**
 * Calls when another tab has replaced the session with another one. The event for the end of the first session can
 * arrive when the second one is stored already, so what is stored now decides.
 * @returns what ends listening.
 */
export function onSessionReplacedElsewhere(listener: () => void): () => void {
  const onStorage = ({ key, oldValue }: StorageEvent) => {
    const token = readToken();
    if (key === KEY && oldValue !== null && token !== null && token !== oldValue) listener();
  };
  addEventListener("storage", onStorage);
  return () => removeEventListener("storage", onStorage);
}

/** Prerendered pages have no session. */
const knownAtBuild = () => false;

/** Returns whether a token is stored, which is what signed in means here; follows other tabs. */
export function useSignedIn(): boolean {
  return useSyncExternalStore(subscribe, () => readToken() !== null, knownAtBuild);
}
