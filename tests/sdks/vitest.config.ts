import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "sdks",
    root: import.meta.dirname,
    include: ["*.test.ts"],
    /** npm and pip install, and Python starts a dozen times, on a machine that has other things to do. */
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
