import { Conversation } from "@stoa/contract";
import type { Page } from "playwright-core";
import { beforeAll, expect, inject, test } from "vitest";
import { Client, type Person, parseAnswer } from "../harness/client.ts";
import { findViolations } from "../screens/accessibility.ts";
import { Window } from "./browser.ts";
import { FaultyCalls } from "./faulty-calls.ts";
import { uploadAgent } from "./upload-agent.ts";

/** Answers with a heading, a table and code, which are about 60 elements. */
const TABLES = `
def run(message: str):
    rows = "".join(f"| {message} {row} | {row} |\\n" for row in range(8))
    return f"## Table for {message}\\n\\n| Name | Row |\\n|---|---|\\n{rows}\\n\`\`\`python\\nprint(1)\\n\`\`\`"
`;

/** Each turn is a run, so a thousand of them take about a minute. */
const TURNS = process.env.STOA_TEST_LONG ? 1000 : 70;
/** The most elements besides one for each turn: about 25 turns with all their elements, however long the chat is. */
const ELEMENTS_MAX = 2500;

const server = inject("sharedServer");
let person: Person;
let conversationId: string;
let path: string;

beforeAll(async () => {
  const client = new Client(server.url);
  person = await client.register();
  const { token } = person;
  const agentId = await uploadAgent(client, await client.register(), "Tables", TABLES, "0.000001");
  const created = await client.post("/api/v1/conversations", { agent_id: agentId }, { token });
  conversationId = parseAnswer(Conversation, created).id;
  for (let turn = 1; turn <= TURNS; turn += 1) {
    const input_data = { message: `question ${turn}` };
    const answer = await client.post(
      "/api/v1/execute/run",
      { agent_id: agentId, conversation_id: conversationId, input_data },
      { token },
    );
    if (answer.status !== 200) throw new Error(`turn ${turn} answered ${answer.status}`);
  }
  path = `/agent/${agentId}?tab=chat&chat=${conversationId}`;
}, 300_000);

const countTurns = (page: Page) => page.getByRole("log").locator("> ol > li").count();
const countElements = (page: Page) => page.getByRole("log").locator("*").count();

/**
 * Presses Home until all earlier turns have loaded. Turns that load keep what the reader sees in its place, also just after
 * a Home, so each page can need more than one.
 */
async function loadAll(page: Page): Promise<void> {
  const goUp = async () => {
    await page.keyboard.press("Home");
    return countTurns(page);
  };
  for (let loaded = await countTurns(page); loaded < TURNS; loaded = await countTurns(page))
    await expect.poll(goUp).toBeGreaterThan(loaded);
}

test("a long chat formats only the turns near the view, and keeps its place, its end and its search", async () => {
  const window = await Window.open(server.url, person);
  const { page } = window;
  const loads = await FaultyCalls.intercept(page, `/conversations/${conversationId}/turns`);
  await page.goto(path);
  const log = page.getByRole("log");
  const box = page.getByRole("region", { name: "Messages" });
  const getEnd = () => box.evaluate((each) => each.scrollHeight - each.scrollTop - each.clientHeight);
  await log.getByRole("heading", { name: `Table for question ${TURNS}` }).waitFor();
  await expect.poll(getEnd).toBeLessThanOrEqual(1);

  // Chromium scrolls to where the beginning or the end was when the key was pressed. Turns on the way grow as they are
  // formatted, so that a key can need a second press.
  const press = async (key: "Home" | "End") => {
    await page.keyboard.press(key);
    return key === "Home" ? box.evaluate((each) => each.scrollTop) : getEnd();
  };

  // When older turns load above, what the reader sees stays in its place.
  await box.focus();
  const loaded = await countTurns(page);
  expect(loaded).toBeLessThan(TURNS);
  const heading = log.getByRole("heading", { name: `Table for question ${TURNS - loaded + 1}`, exact: true });
  await loads.go("hold");
  await expect.poll(() => press("Home"), { interval: 500 }).toBe(0);
  await heading.waitFor();
  const getTop = async () => (await heading.boundingBox())?.y ?? Number.NaN;
  const before = await getTop();
  await loads.go("pass");
  await expect.poll(() => countTurns(page)).toBeGreaterThan(loaded);
  expect(Math.abs((await getTop()) - before)).toBeLessThan(100);

  await loadAll(page);
  await expect.poll(() => press("Home"), { interval: 500 }).toBeLessThanOrEqual(1);
  await log.getByRole("heading", { name: "Table for question 1", exact: true }).waitFor();
  expect((await countElements(page)) - TURNS).toBeLessThan(ELEMENTS_MAX);
  expect(await findViolations(page)).toEqual([]);

  for (let pressed = 0; pressed < 10; pressed += 1) await page.keyboard.press("PageDown");
  expect((await countElements(page)) - TURNS).toBeLessThan(ELEMENTS_MAX);
  await expect.poll(() => press("End"), { interval: 500 }).toBeLessThanOrEqual(1);
  await log.getByRole("heading", { name: `Table for question ${TURNS}`, exact: true }).waitFor();

  // The browser's search finds a turn that is not formatted. The turn is formatted when the search scrolls to it.
  const found = Math.floor(TURNS / 2);
  const row = log.getByRole("cell", { name: `question ${found} 5`, exact: true });
  expect(await row.count()).toBe(0);
  expect(await page.evaluate(`window.find("question ${found} 5", true, true)`)).toBe(true);
  await page.evaluate("getSelection().anchorNode.parentElement.scrollIntoView()");
  await row.waitFor();
  expect(window.problems).toEqual([]);
});
