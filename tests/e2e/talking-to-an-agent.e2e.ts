import type { Route } from "playwright-core";
import { beforeAll, expect, inject, test } from "vitest";
import { Client, type Person } from "../harness/client.ts";
import { Window } from "./browser.ts";
import { COUNTER } from "./counter-agent.ts";
import { isFocused } from "./keyboard.ts";
import { uploadAgent } from "./upload-agent.ts";

/** Answers with the number of earlier turns and the new message. */
const REMEMBERS = `
def run(message: str, history: list[dict] = []):
    asked = [turn for turn in history if turn["role"] == "user"]
    return f"You have asked me {len(asked)} times before. Now: **{message}**"
`;

const server = inject("sharedServer");
let person: Person;
let remembering: number;
let counter: number;

beforeAll(async () => {
  const client = new Client(server.url);
  person = await client.register();
  const developer = await client.register();
  remembering = await uploadAgent(client, developer, "Rememberer", REMEMBERS);
  counter = await uploadAgent(client, developer, "Patient counter", COUNTER);
});

test("a user talks to an agent that remembers, edits a message, and returns to the first version", async () => {
  const window = await Window.open(server.url, person);
  const { page } = window;
  await page.goto(`/agent/${remembering}?tab=chat`);
  const message = page.getByRole("textbox", { name: "Message to Rememberer" });
  await message.fill("one");
  await message.press("Enter");
  await page.getByText("You have asked me 0 times before. Now: one").first().waitFor();
  await page.waitForURL("**chat=conv_**");
  expect(await isFocused(message)).toBe(true);

  await page.getByRole("button", { name: "Send" }).waitFor();
  await message.fill("two");
  await message.press("Enter");
  await page.getByText("You have asked me 1 times before. Now: two").first().waitFor();
  await page.reload();
  const log = page.getByRole("log");
  await log.getByText("You have asked me 1 times before. Now: two").waitFor();

  await message.press("ArrowUp");
  expect(await message.inputValue()).toBe("two");
  await message.fill("three");
  await message.press("Enter");
  await log.getByText("You have asked me 1 times before. Now: three").waitFor();
  await log.getByText("2 of 2").waitFor();
  await log.getByRole("button", { name: "Previous version" }).click();
  await log.getByText("Now: two").waitFor();
  expect(await log.getByText("Now: three").count()).toBe(0);
  expect(window.problems).toEqual([]);
});

test("an answer is stored on the screen although the first list of turns arrives after its end", async () => {
  const window = await Window.open(server.url, person);
  const { page } = window;
  let endRun = () => {};
  const runEnded = new Promise<void>((resolve) => {
    endRun = resolve;
  });
  const holdFirstList = async (route: Route) => {
    const list = await route.fetch();
    await runEnded;
    await route.fulfill({ response: list });
  };
  await page.route(/\/conversations\/[^/]+\/turns/, holdFirstList, { times: 1 });
  await page.goto(`/agent/${remembering}?tab=chat`);
  const message = page.getByRole("textbox", { name: "Message to Rememberer" });
  await message.fill("one");
  await message.press("Enter");
  await page.getByText("You have asked me 0 times before. Now: one").first().waitFor();
  await page.getByRole("button", { name: "Send" }).waitFor();
  endRun();
  await page.getByRole("log").getByRole("button", { name: "Copy the answer" }).waitFor();
  expect(window.problems).toEqual([]);
});

test("an answer survives a reload, and Escape stops it", async () => {
  const window = await Window.open(server.url, person);
  const { page } = window;
  await page.goto(`/agent/${counter}?tab=chat`);
  const message = page.getByRole("textbox", { name: "Message to Patient counter" });
  await message.fill("count 400");
  await message.press("Enter");
  const log = page.getByRole("log");
  await log.getByText("1 2 3").waitFor();
  await page.waitForURL("**chat=conv_**");
  await page.reload();
  await log.getByText("1 2 3").waitFor();
  await page.getByRole("button", { name: "Stop" }).waitFor();
  await message.focus();
  await message.press("Escape");
  await log.getByText("You stopped this answer.").waitFor();
  await page.getByRole("button", { name: "Send" }).waitFor();
  expect(window.problems).toEqual([]);
});

test("a user finds, renames, shares and deletes a chat", async () => {
  const window = await Window.open(server.url, person);
  const { page } = window;
  await page.goto(`/agent/${remembering}?tab=chat`);
  const message = page.getByRole("textbox", { name: "Message to Rememberer" });
  await message.fill("A chat about larch trees");
  await message.press("Enter");
  await page.getByRole("log").getByText("Now: A chat about larch trees").waitFor();

  const openMenu = async (item: string) => {
    await page.getByRole("button", { name: "More actions for this chat" }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  await openMenu("Rename");
  await page.getByLabel("Title").fill("Larches");
  await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
  await page.getByRole("heading", { name: "Larches" }).waitFor();

  await openMenu("Share");
  await page.getByRole("button", { name: "Create link" }).click();
  const link = new URL(await page.getByLabel("Link").inputValue());
  await page.getByRole("button", { name: "Done" }).click();
  const visitor = await Window.open(server.url);
  await visitor.page.goto(link.pathname);
  await visitor.page.getByRole("heading", { name: "Larches" }).waitFor();
  await visitor.page.getByText("Now: A chat about larch trees").waitFor();
  expect(visitor.problems).toEqual([]);

  await openMenu("Share");
  await page.getByRole("button", { name: "Stop sharing" }).click();
  await page.getByRole("button", { name: "Stop sharing" }).waitFor({ state: "hidden" });
  await page.keyboard.press("Escape");
  await visitor.page.reload();
  await visitor.page.getByText("Shared chat not found").waitFor();

  await page.goto("/chats?search=larches");
  await page.getByRole("link", { name: "Larches" }).click();
  await page.getByRole("heading", { name: "Larches" }).waitFor();
  await openMenu("Delete");
  await page.getByRole("dialog").getByRole("button", { name: "Delete chat" }).click();
  await page.getByText("Chat deleted").waitFor();
  await page.goto("/chats?search=larches");
  await page.getByText("No matching chats").waitFor();
  expect(window.problems).toEqual([]);
});
