import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "clients",
    root: import.meta.dirname,
    include: ["*.test.ts"],
    /** A Python process takes a second or two to import its client on a busy machine. */
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
