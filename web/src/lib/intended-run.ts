const KEY = "stoa.intended-run";
/**
 * A user who takes longer than this to sign up probably no longer expects the run, and must not be charged
 * unexpectedly.
 */
const KEPT_MS = 10 * 60_000;

/** Stores in this tab that the user wants to run this agent. It is never in a URL, because anyone could send one. */
export function intendRun(agentId: number): void {
  try {
    sessionStorage.setItem(KEY, `${agentId} ${Date.now()}`);
  } catch {
    // Without storage, the user presses Run themselves.
  }
}

/** Returns whether the user recently wanted to run this agent before they had an account. Also removes that intent. */
export function takeIntendedRun(agentId: number): boolean {
  try {
    const [id, at] = (sessionStorage.getItem(KEY) ?? "").split(" ").map(Number);
    if (id !== agentId || at === undefined) return false;
    sessionStorage.removeItem(KEY);
    return Date.now() - at < KEPT_MS;
  } catch {
    return false;
  }
}
