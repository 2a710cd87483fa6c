/** Does the work in one tab of this browser at a time, and passes it on when that tab closes. */
export async function inOneTab(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  // Browsers keep locks from pages without TLS; there each tab works for itself.
  if (!("locks" in navigator)) return work();
  try {
    await navigator.locks.request(name, { signal }, work);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
