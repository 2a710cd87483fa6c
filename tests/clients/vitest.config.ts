import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "clients",
    root: import.meta.dirname,
    include: ["*.test.ts"],
    /** On a busy machine, a Python process takes a second or two to import its client. */
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
