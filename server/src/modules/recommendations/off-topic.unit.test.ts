import { expect, test } from "vitest";
import type { IndexedAgent } from "./agent-index.ts";
import { isOffTopic } from "./off-topic.ts";
import { computeDirection, toBytes } from "./vector.ts";

/** Returns a direction whose cosine with `QUERY` is the cosine of this angle. */
const at = (degrees: number) => {
  const angle = (degrees / 180) * Math.PI;
  return computeDirection(toBytes([Math.cos(angle), Math.sin(angle)]));
};
const QUERY = { direction: at(0), wordShare: 0, accountId: "acc_caller" };
/** Examples of which six are at an angle of 40 degrees. */
const BACKGROUND = [80, 40, 40, 40, 40, 40, 40, 80].map(at);
const FAR = [85, 85, 85].map(at);

const listed = (change: Partial<IndexedAgent>): ReadonlyMap<number, IndexedAgent> =>
  new Map([[1, { agentId: 1, isPublic: true, ownerAccountId: "acc_other", ...change } as IndexedAgent]]);
const DISTANT = listed({ direction: at(60) });

test("a query that is nearer to the background than to requests and agents is off topic", () => {
  expect(isOffTopic(QUERY, DISTANT, { background: BACKGROUND, requests: FAR })).toBe(true);
});

test("a query that is nearer to an agent is on topic", () => {
  const agents = listed({ direction: at(30) });
  expect(isOffTopic(QUERY, agents, { background: BACKGROUND, requests: FAR })).toBe(false);
});

test("a query that is nearer to typical requests is on topic, even if no agent is near", () => {
  const requests = [...FAR, ...[30, 30, 30].map(at)];
  expect(isOffTopic(QUERY, DISTANT, { background: BACKGROUND, requests })).toBe(false);
});

test("a single near example decides nothing", () => {
  const background = [at(0), ...[80, 80, 80, 80, 80].map(at)];
  expect(isOffTopic(QUERY, DISTANT, { background, requests: FAR })).toBe(false);
  const requests = [at(0), ...[80, 80].map(at)];
  expect(isOffTopic(QUERY, DISTANT, { background: BACKGROUND, requests })).toBe(true);
});

test("a query is on topic if an agent contains most of its words", () => {
  const query = { ...QUERY, wordShare: 0.6 };
  expect(isOffTopic(query, DISTANT, { background: BACKGROUND, requests: FAR })).toBe(false);
});

test("another account's private agent does not make a query on topic", () => {
  const examples = { background: BACKGROUND, requests: FAR };
  const near = { direction: at(30), isPublic: false };
  const visible = new Map([...DISTANT, [2, [...listed(near).values()][0] as IndexedAgent]] as const);
  expect(isOffTopic(QUERY, visible, examples)).toBe(true);
  expect(isOffTopic(QUERY, listed({ ...near, ownerAccountId: QUERY.accountId }), examples)).toBe(false);
});

test("nothing is off topic if no agent can be compared", () => {
  expect(isOffTopic(QUERY, new Map(), { background: BACKGROUND, requests: FAR })).toBe(false);
});
