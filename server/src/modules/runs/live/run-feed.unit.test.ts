import { expect, test } from "vitest";
import { RunFeed, type RunLogEntry } from "./run-feed.ts";

const line = (message: string) => ({ kind: "log", payload: { level: "info", message } }) as const;
const signal = () => new AbortController().signal;

async function readAll(feed: RunFeed, after = 0): Promise<RunLogEntry[]> {
  const entries: RunLogEntry[] = [];
  for await (const entry of feed.follow(after, signal())) entries.push(entry);
  return entries;
}

const joinText = (entries: readonly RunLogEntry[]) =>
  entries.map((entry) => (entry.kind === "output" ? entry.payload.text : "")).join("");

test("chunks of output that arrive together become one entry without losing text", async () => {
  const feed = new RunFeed();
  for (let chunk = 0; chunk < 1_000; chunk += 1) feed.appendOutput(`${chunk} `);
  const reading = readAll(feed);
  feed.close();
  const entries = await reading;
  expect(joinText(entries)).toBe(Array.from({ length: 1_000 }, (_, chunk) => `${chunk} `).join(""));
  expect(entries.length).toBeLessThan(10);
  expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
});

test("output stays before entries that are added after it", async () => {
  const feed = new RunFeed();
  feed.appendOutput("a");
  feed.appendOutput("b");
  feed.append({ kind: "progress", payload: { message: "half" } });
  feed.appendOutput("c");
  feed.close();
  const kinds = (await readAll(feed)).map((entry) =>
    entry.kind === "output" ? entry.payload.text : entry.kind,
  );
  expect(kinds).toEqual(["a", "b", "progress", "c"]);
});

test("a follower can resume after any entry and receives the entries that follow", async () => {
  const feed = new RunFeed();
  feed.append(line("1"));
  feed.append(line("2"));
  const reading = readAll(feed, 1);
  await Promise.resolve();
  feed.append(line("3"));
  feed.close();
  expect((await reading).map((entry) => (entry.kind === "log" ? entry.payload.message : ""))).toEqual([
    "2",
    "3",
  ]);
});

test("following a run ends when the follower disconnects", async () => {
  const feed = new RunFeed();
  const gone = new AbortController();
  const reading = feed.follow(0, gone.signal).next();
  gone.abort();
  expect((await reading).done).toBe(true);
});

test("returns only the entries that have not been saved", () => {
  const feed = new RunFeed();
  feed.append(line("1"));
  feed.append(line("2"));
  feed.markSaved(1);
  expect(feed.getUnsaved().map(({ seq }) => seq)).toEqual([2]);
});

test("an agent that reports progress endlessly gets at most 1,000 progress entries in the log", () => {
  const feed = new RunFeed();
  for (let step = 0; step < 5_000; step += 1)
    feed.append({ kind: "progress", payload: { message: String(step) } });
  feed.append(line("still heard"));
  expect(feed.lastSeq).toBe(1_001);
});

test("nothing is added to a run's log after its end", async () => {
  const feed = new RunFeed();
  feed.close();
  feed.appendOutput("late");
  feed.append(line("late"));
  expect(await readAll(feed)).toEqual([]);
});

test("a late start event does not show a waiting node as running, but the start of the node's next run does", async () => {
  const feed = new RunFeed();
  const told = {
    node: "Ask",
    within: null,
    serves: null,
    duration_ms: 0,
    items_in: [],
    items_out: [],
    items: [],
  };
  const note = (state: "running" | "waiting" | "done", run = 0) =>
    feed.append({ kind: "node", payload: { ...told, error: null, run, state } });
  note("waiting");
  note("running");
  note("done");
  note("running", 1);
  feed.close();
  const states = (await readAll(feed)).map((entry) => (entry.kind === "node" ? entry.payload.state : ""));
  expect(states).toEqual(["waiting", "done", "running"]);
});
