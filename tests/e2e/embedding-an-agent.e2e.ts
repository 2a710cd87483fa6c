import { PublishableKey, WIDGET_TEXTS } from "@stoa/contract";
import { expect, inject, test } from "vitest";
import { Client, parseAnswer } from "../harness/client.ts";
import { Window } from "./browser.ts";
import { serveEmbeddingPage } from "./embedding-page.ts";
import { uploadAgent } from "./upload-agent.ts";

const NAME = "Tea adviser";
const AGENT = `def run(message: str, history: list[dict]):
    yield f"**{len(history) // 2 + 1}**: "
    yield message
`;

/** Serves a shop's page that embeds an agent with a new owner's key. */
async function embed(fields: Record<string, unknown>, attributes = "") {
  const { url } = inject("sharedServer");
  const client = new Client(url);
  const [owner, developer] = [await client.register(), await client.register()];
  const agentId = await uploadAgent(client, developer, NAME, AGENT);
  let key = "";
  const describe = () => ({ store: url, agentId, key, attributes });
  const origin = await serveEmbeddingPage(describe);
  const body = { name: "Shop", agent_id: agentId, origins: [origin], ...fields };
  const created = await client.post("/api/v1/users/publishable-keys", body, { token: owner.token });
  key = parseAnswer(PublishableKey, created).publishable_key;
  return { origin, otherOrigin: await serveEmbeddingPage(describe) };
}

/** The chat within the page of another site. */
function findChat({ page }: Window) {
  const frame = page.frameLocator(`iframe[title="Chat with ${NAME}"]`);
  return {
    launcher: page.getByRole("button", { name: `Chat with ${NAME}` }),
    panel: page.getByRole("dialog", { name: `Chat with ${NAME}` }),
    message: frame.getByRole("textbox", { name: `Message to ${NAME}` }),
    focusedMessage: frame.locator("textarea:focus"),
    answer: (text: string) => frame.getByRole("log").getByText(text),
    /** Is there again once an answer is complete. */
    sendButton: frame.getByRole("button", { name: "Send" }),
    alert: frame.getByRole("alert"),
    newConversation: frame.getByRole("button", { name: "New conversation" }),
    close: frame.getByRole("button", { name: "Close chat" }),
  };
}

test("a visitor of another site chats, comes back to the conversation, and the daily budget ends it", async () => {
  const { origin, otherOrigin } = await embed({ limit_per_day: 0.004 });
  const window = await Window.open(origin);
  const { page } = window;
  const chat = findChat(window);
  const { launcher, panel, message, answer, sendButton, alert, newConversation, close } = chat;
  await page.goto("/");
  await launcher.click();
  await message.fill("Hello");
  await page.keyboard.press("Enter");
  await answer("1: Hello").waitFor();

  await close.click();
  await panel.waitFor({ state: "hidden" });
  expect(await page.evaluate("document.activeElement.shadowRoot.activeElement.ariaLabel")).toBe(
    `Chat with ${NAME}`,
  );
  await page.keyboard.press("Enter");
  await answer("1: Hello").waitFor();
  await chat.focusedMessage.waitFor();
  await page.keyboard.type("And milk?");
  await page.keyboard.press("Enter");
  await answer("2: And milk?").waitFor();
  await sendButton.waitFor();
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "hidden" });

  // On a phone, the chat covers the page and its button.
  await page.setViewportSize({ width: 390, height: 800 });
  await page.reload();
  await launcher.click();
  await answer("2: And milk?").waitFor();
  await newConversation.click();
  expect(await answer("2: And milk?").count()).toBe(0);
  await message.fill("Anew");
  await sendButton.click();
  await answer("1: Anew").waitFor();
  await sendButton.waitFor();
  await message.fill("tea ".repeat(90));
  await page.keyboard.press("Enter");
  await alert.getByText(WIDGET_TEXTS.budgetUsedUp).waitFor();
  expect(await message.inputValue()).toBe("tea ".repeat(90).trim());

  // The refused message is the only error.
  expect(window.problems).toEqual([expect.stringContaining("403")]);
  expect(await page.evaluate("Object.keys(localStorage)")).toEqual([
    expect.stringMatching(/^stoa\.visitor\.stoa_pk_/),
  ]);
  // The frame's own origin is opaque, so it has no storage, and the store's is out of its reach.
  const [, frame] = page.frames();
  expect(await frame?.evaluate("self.origin")).toBe("null");
  await expect(frame?.evaluate("localStorage.length")).rejects.toThrow("allow-same-origin");

  const other = await Window.open(otherOrigin);
  await other.page.goto("/");
  await expect
    .poll(() => other.problems)
    .toContainEqual(`Stoa widget: ${WIDGET_TEXTS.originNotAllowed(otherOrigin)}`);
  expect(await other.page.locator("iframe").count()).toBe(0);
  expect(await findChat(other).launcher.count()).toBe(0);
});
