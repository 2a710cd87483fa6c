import { expect, it } from "vitest";
import { describeOutcome } from "./packaged-samples.ts";

const DONE = { seeded: true as const, created: [], changed: [], unchanged: [], skipped: [] };

it("says that samples wait for the package index, with the reason", () => {
  const reason = "The package index does not answer.";
  const line = `Sample agents with packages from the package index are not listed yet; the next start tries again. ${reason}`;
  expect(describeOutcome({ seeded: false, reason })).toBe(line);
});

it("names the first sample that waits for the package index if the others are listed", () => {
  const skipped = [{ slug: "invoice-reader", name: "Invoice Reader", reason: "No wheel." }];
  expect(describeOutcome({ ...DONE, created: ["a"], skipped })).toContain("Invoice Reader: No wheel.");
});

it("says how many samples were listed, or nothing if all of them already were", () => {
  expect(describeOutcome({ ...DONE, created: ["a"], changed: ["b"] })).toContain("Listed 2 sample agents");
  expect(describeOutcome({ ...DONE, created: ["a"] })).toContain("Listed 1 sample agent with");
  expect(describeOutcome({ ...DONE, unchanged: ["a"] })).toBeUndefined();
});
