import { expect, it } from "vitest";
import { explainFailure } from "./installation-failure.ts";

it.each([
  [
    "uv without an answer from the index",
    "error: Request failed after 3 retries\n  cause: Failed to fetch: `https://x/simple/`",
    "index",
  ],
  ["uv without a name server", "  cause: dns error: failed to lookup address information", "index"],
  ["pip without an answer from the index", "ERROR: No matching distribution found for uv==0.13.9", "index"],
  ["a connection that is too slow", "\ntimed out", "index"],
  ["a full disk", "error: failed to write: No space left on device (os error 28)", "disk is full"],
  ["an exceeded quota", "OSError: [Errno 122] Disk quota exceeded", "disk is full"],
  ["a folder of another user", "EACCES: permission denied, mkdir '/x'", "is not writable"],
  ["a read-only disk", "error: Read-only file system (os error 30)", "is not writable"],
])("recognizes %s", (_, output, reason) => {
  const failure = explainFailure("the base environment", output);
  expect(failure.message).toContain(reason);
  expect(failure.remedy).toContain("npx stoa environments");
  expect(failure.concernsAll).toBe(true);
});

it("an unknown failure is reported in one line with the command's message, and only for this environment", () => {
  const failure = explainFailure(
    "the base environment",
    "warning: x\nerror: Hash mismatch for `openai`.\n\nmore\n",
  );
  expect(failure.message).toBe("Failed to install the base environment: Hash mismatch for `openai`.");
  expect(failure.concernsAll).toBe(false);
});
