import { describe, expect, test } from "vitest";
import type { JsonObject } from "../model/item.ts";
import type { NodeType } from "../model/node-type.ts";
import { createWorkflowFile, PLAIN_TYPES } from "../testing/node-types.ts";
import { runWorkflowFile } from "../testing/run-workflow.ts";

const TRIGGER = "n8n-nodes-base.manualTrigger";
const endless = createWorkflowFile({ Start: TRIGGER, A: "own.pass", B: "own.pass" }, [
  "Start -> A",
  "A -> B",
  "B -> A",
]);

const giving = (make: () => JsonObject[]): NodeType => ({
  types: ["own.heavy"],
  versions: [1],
  execute: () => [make().map((json) => ({ json }))],
});
const heavy = createWorkflowFile({ Start: TRIGGER, Heavy: "own.heavy" }, ["Start -> Heavy"]);
const runHeavy = (make: () => JsonObject[]) => runWorkflowFile({ file: heavy, types: [giving(make)] });

function createNested(depth: number): JsonObject {
  let value: JsonObject = {};
  for (let level = 0; level < depth; level++) value = { in: value };
  return value;
}

describe("limiting a run", () => {
  test("stops an endless loop and names the node", async () => {
    const { error } = await runWorkflowFile({
      file: endless,
      types: PLAIN_TYPES,
      limits: { nodeRuns: 1_000 },
    });
    expect(error?.node).toMatch(/^[AB]$/);
    expect(error?.message).toMatch(/1000 node runs\. Check the workflow for an endless loop/);
  });

  test("stops an endless loop at the default limit of 100,000 node runs within 20 seconds", async () => {
    const begun = performance.now();
    const { error, traces } = await runWorkflowFile({ file: endless, types: PLAIN_TYPES });
    expect(error?.message).toMatch(/100000 node runs/);
    // The loop reports the first 25 runs and the last run of each of its two nodes. The trigger reports its run.
    expect(traces).toHaveLength(53);
    expect(Math.max(...traces.map(({ runIndex }) => runIndex))).toBeGreaterThan(49_000);
    expect(performance.now() - begun).toBeLessThan(20_000);
  });

  test("stops a run at its time limit", async () => {
    const { error } = await runWorkflowFile({
      file: endless,
      types: PLAIN_TYPES,
      limits: { wallMs: 50, nodeRuns: 1e9 },
    });
    expect(error?.message).toMatch(/longer than/);
  });

  test("refuses an item of 50 MB", async () => {
    const { error } = await runHeavy(() => [{ text: "x".repeat(50 * 1024 * 1024) }]);
    expect(error).toEqual({ node: "Heavy", message: "the node returned an item larger than 32 MB" });
  });

  test("refuses items that are larger than 96 MB in total", async () => {
    const { error } = await runHeavy(() => Array.from({ length: 10 }, () => ({ text: "x".repeat(1 << 24) })));
    expect(error?.message).toMatch(/more than 96 MB of items/);
  });

  test("refuses a million items", async () => {
    const { error } = await runHeavy(() => Array.from({ length: 1_000_000 }, () => ({})));
    expect(error?.message).toMatch(/more than 500000 items/);
  });

  test.each([201, 100_000])("refuses an item that is nested %i levels deep", async (depth) => {
    const { error } = await runHeavy(() => [createNested(depth)]);
    expect(error).toEqual({
      node: "Heavy",
      message: "the node returned an item that is nested more than 200 levels deep",
    });
  });

  test("refuses an item that contains itself", async () => {
    const round: JsonObject = {};
    round.self = round;
    expect((await runHeavy(() => [round])).error?.node).toBe("Heavy");
  });

  test("counts an item only once, however many nodes pass it on", async () => {
    const names = Array.from({ length: 20 }, (_, index) => `N${index}`);
    const file = createWorkflowFile(
      { Start: TRIGGER, ...Object.fromEntries(names.map((name) => [name, "own.pass"])) },
      ["Start -> N0", ...names.slice(1).map((name, index) => `${names[index]} -> ${name}`)],
    );
    const { error } = await runWorkflowFile({
      file,
      types: PLAIN_TYPES,
      input: { text: "x".repeat(1 << 24) },
    });
    expect(error).toBeUndefined();
  });

  test("refuses a wait immediately if it is longer than the run's remaining time", async () => {
    const waiting: NodeType = {
      types: ["own.heavy"],
      versions: [1],
      execute: async (context) => {
        await context.sleep(86_400_000);
        return [context.items];
      },
    };
    const { error } = await runWorkflowFile({ file: heavy, types: [waiting] });
    expect(error?.message).toMatch(/would wait for 86400 seconds, but the run has only 299 seconds left/);
  });

  test("counts responses that a node holds before it turns them into items", async () => {
    let requestCount = 0;
    const file = createWorkflowFile(
      {
        Start: TRIGGER,
        Many: "own.heavy",
        Ask: {
          type: "n8n-nodes-base.httpRequest",
          typeVersion: 4.2,
          parameters: { url: "https://a.example" },
        },
      },
      ["Start -> Many", "Many -> Ask"],
    );
    const { error } = await runWorkflowFile({
      file,
      types: [giving(() => Array.from({ length: 40 }, () => ({})))],
      limits: { bytes: 4 << 20 },
      services: {
        http: {
          send: () => {
            requestCount += 1;
            const headers = { "content-type": "application/octet-stream" };
            return Promise.resolve({ status: 200, statusText: "OK", headers, body: Buffer.alloc(1 << 20) });
          },
        },
      },
    });
    expect(error).toEqual({
      node: "Ask",
      message: "the node received more than 4 MB of responses from servers: request fewer or smaller ones",
    });
    expect(requestCount).toBe(8);
  });

  test("refuses text that is too large to parse at once", async () => {
    const file = createWorkflowFile(
      {
        Start: TRIGGER,
        Ask: {
          type: "n8n-nodes-base.httpRequest",
          typeVersion: 4.2,
          parameters: { url: "https://a.example" },
        },
      },
      ["Start -> Ask"],
    );
    const headers = { "content-type": "application/json" };
    const body = Buffer.alloc(17 << 20, "1");
    const { error } = await runWorkflowFile({
      file,
      services: { http: { send: () => Promise.resolve({ status: 200, statusText: "OK", headers, body }) } },
    });
    expect(error).toEqual({
      node: "Ask",
      message: "The text is larger than 16 MB. Pass it as a file instead",
    });
  });

  test("stops the run regardless of the node's error setting", async () => {
    const file = createWorkflowFile(
      { Start: TRIGGER, Heavy: { type: "own.heavy", onError: "continueRegularOutput" } },
      ["Start -> Heavy"],
    );
    const { error } = await runWorkflowFile({ file, types: [giving(() => [createNested(300)])] });
    expect(error?.node).toBe("Heavy");
  });
});

test("a cancellation ends an endless loop within 2 seconds", async () => {
  const cancel = new AbortController();
  setTimeout(() => cancel.abort(new Error("cancelled by the caller")), 30);
  const begun = performance.now();
  const ran = runWorkflowFile({
    file: endless,
    types: PLAIN_TYPES,
    signal: cancel.signal,
    limits: { nodeRuns: 1e9 },
  });
  await expect(ran).rejects.toThrow("cancelled by the caller");
  expect(performance.now() - begun).toBeLessThan(2_000);
});
