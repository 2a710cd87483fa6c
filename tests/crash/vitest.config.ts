import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "crash",
    root: import.meta.dirname,
    include: ["*.test.ts"],
    /** The tests kill one server at a time, because its load uses both cores. */
    fileParallelism: false,
  },
});
