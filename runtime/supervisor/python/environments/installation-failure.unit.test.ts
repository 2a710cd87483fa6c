import { expect, it } from "vitest";
import { explainFailure } from "./installation-failure.ts";

it.each([
  [
    "uv, nobody answers",
    "error: Request failed after 3 retries\n  cause: Failed to fetch: `https://x/simple/`",
    "index",
  ],
  ["uv, no name server", "  cause: dns error: failed to lookup address information", "index"],
  ["pip, nobody answers", "ERROR: No matching distribution found for uv==0.13.9", "index"],
  ["too slow a line", "\ntimed out", "index"],
  ["a full disk", "error: failed to write: No space left on device (os error 28)", "disk is full"],
  ["a quota", "OSError: [Errno 122] Disk quota exceeded", "disk is full"],
  ["a folder of another user", "EACCES: permission denied, mkdir '/x'", "cannot be written"],
  ["a read-only disk", "error: Read-only file system (os error 30)", "cannot be written"],
])("recognizes %s", (_, output, reason) => {
  const failure = explainFailure("the base environment", output);
  expect(failure.message).toContain(reason);
  expect(failure.remedy).toContain("npx stoa environments");
  expect(failure.concernsAll).toBe(true);
});

it("an unknown failure is reported in the command's words, on one line, for this environment only", () => {
  const failure = explainFailure(
    "the base environment",
    "warning: x\nerror: Hash mismatch for `openai`.\n\nmore\n",
  );
  expect(failure.message).toBe("The base environment could not be installed: Hash mismatch for `openai`.");
  expect(failure.concernsAll).toBe(false);
});
