import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "crash",
    root: import.meta.dirname,
    include: ["*.test.ts"],
    /** One server is killed at a time: its load wants both cores. */
    fileParallelism: false,
  },
});
