import { defineConfig } from "vitest/config";
import { LongestFirst } from "./longest-first.ts";

export default defineConfig({
  test: {
    name: "e2e",
    root: import.meta.dirname,
    include: ["*.e2e.ts"],
    globalSetup: ["shared-server.global.ts"],
    /** The files of a worker share one browser, whose launch takes longer than many tests. */
    isolate: false,
    sequence: { sequencer: LongestFirst },
    testTimeout: 120_000,
    hookTimeout: 180_000,
    /** A change takes up to five seconds to reach another server, and the machine may be busy. */
    expect: { poll: { timeout: 15_000 } },
    /**
     * The test machines have two cores, and each page renders in its own process. In the short suite, two workers leave the
     * cores idle for a quarter of the time. The long suite looks at hundreds of screens, which take both.
     */
    maxWorkers: process.env.STOA_TEST_LONG ? 2 : 3,
  },
});
