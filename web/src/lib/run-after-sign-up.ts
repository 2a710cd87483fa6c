const KEY = "stoa.run-after-sign-up";
/**
 * A user who takes longer than this to sign up probably no longer expects the run, and must not be charged
 * unexpectedly.
 */
const KEPT_MS = 10 * 60_000;

/**
 * Stores that the visitor wants to run this agent after signing up. This is stored in the tab and not in a URL, because
 * anyone could send a URL that starts a run.
 */
export function requestRunAfterSignUp(agentId: number): void {
  try {
    sessionStorage.setItem(KEY, `${agentId} ${Date.now()}`);
  } catch {
    // Without storage, the user presses Run themselves.
  }
}

/**
 * Returns whether the user wanted to run this agent in the last 10 minutes, before signing up. Removes what
 * `requestRunAfterSignUp` has stored for this agent.
 */
export function takeRunAfterSignUp(agentId: number): boolean {
  try {
    const [id, at] = (sessionStorage.getItem(KEY) ?? "").split(" ").map(Number);
    if (id !== agentId || at === undefined) return false;
    sessionStorage.removeItem(KEY);
    return Date.now() - at < KEPT_MS;
  } catch {
    return false;
  }
}
