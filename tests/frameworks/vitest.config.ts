import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "frameworks",
    root: import.meta.dirname,
    include: ["*.test.ts"],
    globalSetup: ["../harness/postgres.global.ts"],
    /** Before the first run, a warm parent imports its framework, which keeps both cores busy for a second or two. */
    testTimeout: 60_000,
    hookTimeout: 60_000,
    /** Each file starts a server with three warm parents, so two files at a time would only wait for each other. */
    fileParallelism: false,
    /** The tests in server/seed/tests run the samples in the same environments, without a server. */
    exclude: process.env.STOA_TEST_LONG ? [] : ["samples-*.test.ts", "templates*.test.ts"],
    /** All test files import the same server, which takes seconds. */
    isolate: false,
  },
});
