import { useSyncExternalStore } from "react";
import { forgetUser } from "./user-cache.ts";

const KEY = "stoa.token";
const listeners = new Set<() => void>();

/** Returns the stored bearer token; `null` if signed out or if storage is blocked. */
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

/** Removes the token, the cached user and their list of background runs, in all tabs. No request is sent. */
export function endSession(): void {
  forgetUser();
  try {
    localStorage.removeItem(KEY);
    localStorage.removeItem(BACKGROUND_RUNS_KEY);
  } catch {
    // If storage is blocked, there is no token to remove.
  }
  announce();
}

/** Ends the session whose token the server refused. A session that started after the request was sent continues. */
export function endRefusedSession(token: string): void {
  if (readToken() === token) endSession();
}

function announceFromOtherTab({ key }: StorageEvent): void {
  if (key === KEY || key === null) announce();
}

/**
 * Subscribes to the session with one listener for the whole page: React renders after each listener, and all components
 * must change together.
 */
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener("storage", announceFromOtherTab);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener("storage", announceFromOtherTab);
  };
}

/**
 * Calls back when another tab has replaced the session with another one. The event for the end of the first session
 * can arrive when the second one is already stored, so the stored token decides.
 * @returns a function that stops listening.
 */
export function onSessionReplacedElsewhere(listener: () => void): () => void {
  const onStorage = ({ key, oldValue }: StorageEvent) => {
    const token = readToken();
    if (key === KEY && oldValue !== null && token !== null && token !== oldValue) listener();
  };
  addEventListener("storage", onStorage);
  return () => removeEventListener("storage", onStorage);
}

/** Returns false, because prerendered pages have no session. */
const getBuildSnapshot = () => false;

/** Returns whether a token is stored, which means that the user is signed in. Also follows changes in other tabs. */
export function useSignedIn(): boolean {
  return useSyncExternalStore(subscribe, () => readToken() !== null, getBuildSnapshot);
}
