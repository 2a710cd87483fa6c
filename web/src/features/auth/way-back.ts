const KEY = "stoa.return";

/** Stores in this tab the path to return to after signing in with a provider. */
export function rememberWayBack(path: string): void {
  try {
    sessionStorage.setItem(KEY, path);
  } catch {
    // Without storage, the user lands on the dashboard.
  }
}

/** Returns the stored path and removes it; undefined if there is none. */
export function takeWayBack(): string | undefined {
  try {
    const path = sessionStorage.getItem(KEY) ?? undefined;
    sessionStorage.removeItem(KEY);
    return path;
  } catch {
    return undefined;
  }
}
