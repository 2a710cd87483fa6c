import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "corpus",
    root: import.meta.dirname,
    include: ["*.test.ts"],
    globalSetup: ["../harness/postgres.global.ts"],
    /** Before an agent's first run, its packages are installed from the package index. */
    testTimeout: 180_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
});
