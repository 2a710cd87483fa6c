import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "clients",
    root: import.meta.dirname,
    include: ["*.test.ts"],
    /** A Python process imports its client for a second or two on a busy machine. */
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
