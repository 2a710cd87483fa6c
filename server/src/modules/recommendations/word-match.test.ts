import { beforeAll, expect, test } from "vitest";
import { useTestDatabase } from "../../../../tests/harness/database.ts";
import { someAccount, someAgent } from "../catalog/catalog.fixture.ts";
import { matchNames, matchWords } from "./word-match-store.ts";

const database = useTestDatabase();
const ids = { reader: 0, writer: 0, planner: 0 };

beforeAll(async () => {
  const { db } = database();
  const { accountId } = await someAccount(db, "maker");
  ids.reader = await someAgent(db, accountId, {
    name: "Invoice Reader",
    description: "Reads bills",
    price: 5_000n,
  });
  ids.writer = await someAgent(db, accountId, {
    name: "Letter Writer",
    description: "Writes about invoices and more",
    documentation: "It knows many words about gardens, and it has a documentation that is long enough.",
    category: "content",
  });
  ids.planner = await someAgent(db, accountId, {
    name: "Trip Planner",
    description: "Plans a trip, writes a list",
  });
});

const search = (...words: string[]) => ({ words, accountId: "", category: undefined, maxPrice: undefined });
const found = async (...words: string[]) => matchWords(database().db, search(...words));

test("a word in the name counts more than one in the description, which counts more than one in the documentation", async () => {
  const [first, second, ...others] = await found("invoice");
  expect(first).toMatchObject({ agentId: ids.reader, share: 1, words: ["invoice"] });
  expect(second).toMatchObject({ agentId: ids.writer, share: 0.9 });
  expect(others).toEqual([]);
  expect(await found("gardens")).toMatchObject([{ agentId: ids.writer, share: 0.5 }]);
});

test("a rare word weighs more than a common one, and a word that no agent has weighs most", async () => {
  const both = await found("write", "trip");
  expect(both[0]).toMatchObject({ agentId: ids.planner, words: ["trip", "write"] });
  expect(both[1]?.share).toBeLessThan(0.5);
  const half = await found("trip", "zeppelin");
  expect(half[0]?.share).toBeLessThan(0.5);
});

test("a mistyped word matches the nearest known one, with a lower weight", async () => {
  expect(await found("invioce")).toMatchObject([{ agentId: ids.reader, share: 0.7 }]);
});

test("only the first five unknown words are corrected", async () => {
  const unknown = ["qqqqa", "qqqqb", "qqqqc", "qqqqd", "qqqqe"];
  expect(await found(...unknown.slice(0, 4), "invioce")).not.toEqual([]);
  expect(await found(...unknown, "invioce")).toEqual([]);
});

test("stop words and empty searches find nothing", async () => {
  expect(await found()).toEqual([]);
  expect(await found("the", "of", "a")).toEqual([]);
});

test("matches are filtered by category, by price to the nano-dollar and by visibility", async () => {
  const { db } = database();
  const reads = async (change: object) =>
    (await matchWords(db, { ...search("invoices"), ...change })).map(({ agentId }) => agentId);
  expect(await reads({ category: "content" })).toEqual([ids.writer]);
  expect(await reads({ maxPrice: 0.000005 })).toEqual([ids.reader]);
  expect(await reads({ maxPrice: 0.000004 })).toEqual([]);
});

test("names are found by misspelled words, but not by stop words", async () => {
  const names = await matchNames(database().db, search("invoce", "zebra"));
  expect([...names.keys()]).toEqual([ids.reader]);
  expect([...(await matchNames(database().db, search("a", "of", "it"))).keys()]).toEqual([]);
});
