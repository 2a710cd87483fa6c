import { expect, test } from "vitest";
import type { NodeEvent } from "../live/run-feed.ts";
import { traceEntries } from "./trace-entries.ts";
import type { TracedEvent } from "./trace-store.ts";

const START = new Date("2026-11-22T12:00:00Z");

const nodeEvent = (seconds: number, changes: Partial<NodeEvent>): TracedEvent => ({
  kind: "node",
  at: new Date(START.getTime() + seconds * 1000),
  tokens: null,
  cost: null,
  payload: {
    node: "Ask",
    within: null,
    serves: null,
    run: 0,
    state: "done",
    duration_ms: 500,
    items_in: [1],
    items_out: [1],
    items: [[{ text: "my secret" }]],
    error: null,
    ...changes,
  },
});

const view = (mayReadAll: boolean) => ({
  words: (text: string) => (mayReadAll ? text : null),
  mayReadItems: mayReadAll,
});
const shown = (events: TracedEvent[], mayReadAll = true) => traceEntries(START, events, [], view(mayReadAll));

test("keeps the order of nodes that are reported within a millisecond", () => {
  const shownNodes = shown([
    nodeEvent(1, { node: "First", duration_ms: 0 }),
    nodeEvent(1, { node: "Second", duration_ms: 5 }),
  ]);
  expect(shownNodes).toMatchObject([
    { node: "First", at: 1 },
    { node: "Second", at: 1 },
  ]);
});

test("shows a node as one entry, at the time of its start", () => {
  const entries = shown([
    nodeEvent(1, { state: "running", duration_ms: 0 }),
    nodeEvent(2, { duration_ms: 1_000 }),
    nodeEvent(3, { state: "running", run: 1, duration_ms: 0 }),
  ]);
  expect(entries).toMatchObject([
    { at: 1, state: "done", run: 0, duration: 1, items: [[{ text: "my secret" }]] },
    { at: 3, state: "running", run: 1 },
  ]);
});

test("distinguishes a node of a called workflow from a node with the same name", () => {
  const entries = shown([
    nodeEvent(1, { state: "running", duration_ms: 0 }),
    nodeEvent(2, { within: "Call" }),
  ]);
  expect(entries.map((entry) => entry.type === "node" && entry.state)).toEqual(["running", "done"]);
});

test("shows only names from the file to a reader who is not allowed to see items and other text", () => {
  const failed = { state: "failed", error: "my secret is wrong" } as const;
  const entries = shown(
    [nodeEvent(1, failed), nodeEvent(2, { within: "my call", node: "my secret", serves: "me" })],
    false,
  );
  expect(entries).toMatchObject([
    { node: "Ask", state: "failed", error: null, items: null },
    { node: null, within: "Withheld", serves: "Withheld", items: null },
  ]);
});
