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

/** Keeps the token of a new session (section 4: stored locally). */
export function startSession(token: string): void {
  forgetUser();
  localStorage.setItem(KEY, token);
  announce();
}

/** Forgets the token and the cached user; no call is made (section 4). */
export function endSession(): void {
  forgetUser();
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Closed storage holds no token.
  }
  announce();
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

/** Calls when another tab ends or replaces the session that was stored until then. @returns what ends listening. */
export function onSessionEndedElsewhere(listener: () => void): () => void {
  const onStorage = ({ key, oldValue, newValue }: StorageEvent) => {
    if (key === null || (key === KEY && oldValue !== null && newValue !== oldValue)) listener();
  };
  addEventListener("storage", onStorage);
  return () => removeEventListener("storage", onStorage);
}

/** Pages that are rendered at the build know nobody. */
const knownAtBuild = () => false;

/** Whether a token is stored (section 6: that is what signed in means here); follows other tabs. */
export function useSignedIn(): boolean {
  return useSyncExternalStore(subscribe, () => readToken() !== null, knownAtBuild);
}
