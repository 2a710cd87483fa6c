/**
 * Returns a function that calls `create` at most once per period and otherwise returns the earlier result. A failure is
 * not kept.
 */
export function keepResult<T>(periodMs: number, create: () => Promise<T>): () => Promise<T> {
  let kept: { until: number; result: Promise<T> } | undefined;
  return () => {
    const now = performance.now();
    if (kept && now < kept.until) return kept.result;
    const created = { until: now + periodMs, result: create() };
    kept = created;
    created.result.catch(() => {
      if (kept === created) kept = undefined;
    });
    return created.result;
  };
}
