const KEY = "stoa.intended-run";
/** A person who takes longer than this to sign up has turned to other things, and must not be charged by surprise. */
const KEPT_MS = 10 * 60_000;

/** Keeps in this tab, never in an address that a stranger could send, that the person wants to run this agent. */
export function intendRun(agentId: number): void {
  try {
    sessionStorage.setItem(KEY, `${agentId} ${Date.now()}`);
  } catch {
    // Then they press Run themselves.
  }
}

/** Returns once whether the user wanted to run this agent before they had an account. */
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
