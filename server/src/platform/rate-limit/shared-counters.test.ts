import { afterEach, expect, test } from "vitest";
import { useTestDatabase } from "../../../../tests/harness/database.ts";
import { computeSlack, type RateReport } from "./rate-bucket.ts";
import { createRatePolicy } from "./rate-policy.ts";
import { addReports, deleteEndedWindows } from "./rate-store.ts";
import { SharedCounters } from "./shared-counters.ts";

const database = useTestDatabase();
const POLICY = createRatePolicy("runs", 1_000, 60);
/** A fixed time in the middle of every bucket's window, so that no window ends during a test. */
const NOON = Date.UTC(2030, 0, 1, 12);

const failures: unknown[] = [];
let clock = NOON;
afterEach(() => {
  failures.length = 0;
  clock = NOON;
});

function node(report?: (reports: readonly RateReport[]) => Promise<RateReport[]>): SharedCounters {
  return new SharedCounters({
    report: report ?? ((reports) => addReports(database().db, reports)),
    onFailure: (error) => failures.push(error),
    now: () => clock,
  });
}

async function taken(counters: SharedCounters, caller: string, times: number): Promise<number> {
  const verdicts = Array.from({ length: times }, async () => counters.take([{ policy: POLICY, caller }]));
  return (await Promise.all(verdicts)).filter(({ refusal }) => !refusal).length;
}

async function readRows(caller: string): Promise<{ used: number }[]> {
  const { rows } = await database().pool.query("SELECT used FROM rate_windows WHERE bucket = $1", [
    `runs:${caller}`,
  ]);
  return rows;
}

test("nodes that are flooded at the same time exceed the limit by at most their slack", async () => {
  const nodes = [node(), node(), node()];
  const counts = await Promise.all(nodes.map((each) => taken(each, "flood", 2_000)));
  const through = counts.reduce((sum, count) => sum + count, 0);
  expect(through).toBeGreaterThanOrEqual(POLICY.limit);
  expect(through).toBeLessThanOrEqual(POLICY.limit + nodes.length * computeSlack(POLICY.limit));
  expect(failures).toEqual([]);
});

test("requests that one node has allowed count toward the limit on another node", async () => {
  const [one, other] = [node(), node()];
  expect(await taken(one, "moving", 2_000)).toBe(POLICY.limit);
  const slack = computeSlack(POLICY.limit);
  expect(await taken(other, "moving", 2_000)).toBeLessThanOrEqual(slack);
});

test("a single node allows exactly the limit, in every window", async () => {
  const counters = node();
  expect(await taken(counters, "alone", 1_500)).toBe(POLICY.limit);
  clock += 60_000;
  expect(await taken(counters, "alone", 1_500)).toBe(POLICY.limit);
});

test("a caller with few requests is not stored, and a refused request needs no query", async () => {
  const asked: (readonly RateReport[])[] = [];
  const counters = node((reports) => {
    asked.push(reports);
    return addReports(database().db, reports);
  });
  await taken(counters, "quiet", computeSlack(POLICY.limit) / 2 - 1);
  expect(await readRows("quiet")).toEqual([]);
  await taken(counters, "loud", 1_500);
  const before = asked.length;
  expect(before).toBeLessThan(100);
  await taken(counters, "loud", 10_000);
  expect(asked).toHaveLength(before);
});

test.each([
  ["does not respond", () => new Promise<RateReport[]>(() => {})],
  ["fails", () => Promise.reject(new Error("gone"))],
])("each node uses its local counts while the database %s", async (_, report) => {
  const counters = node(report);
  const small = createRatePolicy("small", 40, 60);
  const take = () => counters.take([{ policy: small, caller: "someone" }]);
  let through = 0;
  for (let n = 0; n < 60; n += 1) if (!(await take()).refusal) through += 1;
  expect(through).toBe(40);
  expect(failures).toHaveLength(1);
});

test("a request with two policies counts toward both or neither", async () => {
  const counters = node();
  const [whole, key] = [createRatePolicy("reads", 10, 60), createRatePolicy("reads_key", 8, 60)];
  const asKey = () =>
    counters.take([
      { policy: whole, caller: "person" },
      { policy: key, caller: "key" },
    ]);
  for (let n = 0; n < 12; n += 1) await asKey();
  const { refusal, standings } = await asKey();
  expect(refusal?.policy.name).toBe("reads_key");
  expect(standings.map(({ remaining }) => remaining)).toEqual([2, 0]);
});

test("ended windows are deleted", async () => {
  await addReports(database().db, [
    { bucket: "over", endsAt: Math.floor(Date.now() / 1000) - 3_600, used: 1 },
    { bucket: "open", endsAt: Math.floor(Date.now() / 1000) + 60, used: 1 },
  ]);
  await deleteEndedWindows(database().db);
  const { rows } = await database().pool.query(
    "SELECT bucket FROM rate_windows WHERE bucket IN ('over', 'open')",
  );
  expect(rows).toEqual([{ bucket: "open" }]);
});
