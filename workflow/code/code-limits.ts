/** The time limits of one execution in milliseconds, which tests may shorten. */
export interface CodeLimits {
  cpuMs: number;
  wallMs: number;
}

/** The limits of one execution of an author's code. */
export const CODE_LIMITS = {
  /** The time in the engine in milliseconds, excluding waits. A pass over 10,000 items takes 100 ms. */
  cpuMs: 10_000,
  /** The total time in milliseconds, including waits for responses and timers. n8n has the same limit for a task. */
  wallMs: 60_000,
  /** The size of the engine's heap, which holds all items of a run and a copy of them. */
  memoryBytes: 160 * 1024 * 1024,
  /**
   * The size of the engine's stack. It is far below the thread's stack of 1 MB, because each call in the engine takes
   * more of the thread's stack than the engine counts.
   */
  stackBytes: 160 * 1024,
  /** The maximum size of the result as JSON, which is also the limit for one item of a run. */
  answerCharacters: 32 * 1024 * 1024,
  /** The maximum numbers of console lines and characters that are kept. */
  logLines: 1_000,
  logCharacters: 200_000,
  /** The maximum number of requests and timers: at the same time (`waiting`) and in total (`calls`). */
  waiting: 50,
  calls: 1_000,
  /**
   * The maximum length of the source. Neither people nor models write this much, and the engine's parser takes 1 s for
   * 5 MB.
   */
  sourceCharacters: 1_000_000,
} as const;
