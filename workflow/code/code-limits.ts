/** What a test may make shorter. */
export interface CodeLimits {
  cpuMs: number;
  wallMs: number;
}

/** What one call of an author's code may use. */
export const CODE_LIMITS = {
  /** Time in the engine, waits not counted. A pass over 10,000 items takes 0.1 s. */
  cpuMs: 10_000,
  /** From the beginning to the end, waits for answers and timers counted: n8n's own bound for a task. */
  wallMs: 60_000,
  /** The engine's heap: all items of a run at once, and a copy. */
  memoryBytes: 160 * 1024 * 1024,
  /** A thread has a stack of 1 MB, and each call within the engine takes more of it than the engine counts. */
  stackBytes: 160 * 1024,
  /** What it returns, as JSON: what one item of a run may weigh. */
  answerCharacters: 32 * 1024 * 1024,
  /** Lines and characters of the console that are kept. */
  logLines: 1_000,
  logCharacters: 200_000,
  /** Requests and timers in progress at once, and in all. */
  waiting: 50,
  calls: 1_000,
  /** Source that a person, or a model, would write; the engine's parser takes 1 s for 5 MB. */
  sourceCharacters: 1_000_000,
} as const;
