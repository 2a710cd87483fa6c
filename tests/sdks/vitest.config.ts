import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "sdks",
    root: import.meta.dirname,
    include: ["*.test.ts"],
    globalSetup: ["shared-server.global.ts"],
    /** npm and pip install packages, and Python starts a dozen times, on a busy machine. */
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
