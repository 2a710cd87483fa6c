const KEY = "stoa.return";

/** Keeps in this tab where to go after a provider has sent the person back. */
export function rememberWayBack(path: string): void {
  try {
    sessionStorage.setItem(KEY, path);
  } catch {
    // Then they land on the dashboard.
  }
}

/** The path that was kept, once. */
export function takeWayBack(): string | undefined {
  try {
    const path = sessionStorage.getItem(KEY) ?? undefined;
    sessionStorage.removeItem(KEY);
    return path;
  } catch {
    return undefined;
  }
}
