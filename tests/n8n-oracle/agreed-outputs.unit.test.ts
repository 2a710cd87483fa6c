import { expect, it } from "vitest";
import { readAgreedWorkflows } from "./agreed-outputs.ts";
import { compareResults } from "./compare-results.ts";
import { runInStoa } from "./run-in-stoa.ts";

it("returns the outputs that were equal in n8n", async () => {
  const agreed = readAgreedWorkflows();
  expect(agreed.length).toBeGreaterThan(200);
  for (const { seed, workflow, result } of agreed) {
    const { differences } = compareResults(workflow, await runInStoa(workflow), result);
    expect({ seed, differences }).toEqual({ seed, differences: [] });
  }
});
