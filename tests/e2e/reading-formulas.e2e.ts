import { beforeAll, expect, inject, test } from "vitest";
import { Client, type Person } from "../harness/client.ts";
import { findViolations } from "../screens/accessibility.ts";
import { Window } from "./browser.ts";
import { FORMULA_AGENT, FORMULAS, HOSTILE_FORMULAS } from "./formula-agent.ts";
import { uploadAgent } from "./upload-agent.ts";

const server = inject("sharedServer");
let reader: Person;
let agentId: number;

beforeAll(async () => {
  const client = new Client(server.url);
  reader = await client.register();
  agentId = await uploadAgent(client, await client.register(), "Mathematician", FORMULA_AGENT);
});

/** Opens the chat and sends a message, which the agent repeats. Returns the log once the answer is complete. */
async function readAnswer(text: string) {
  const window = await Window.open(server.url, reader);
  const { page } = window;
  await page.goto(`/agent/${agentId}?tab=chat`);
  const message = page.getByRole("textbox", { name: "Message to Mathematician" });
  await message.fill(text);
  await message.press("Enter");
  const log = page.getByRole("log");
  await log.getByRole("button", { name: "Copy the answer" }).waitFor();
  return { window, page, log };
}

test("formulas in an answer are shown as MathML, and prices stay text", async () => {
  const { window, page, log } = await readAnswer(FORMULAS);
  await log.getByText("It costs $5 and $10.").last().waitFor();
  const readFormulas = () =>
    log.locator("math").evaluateAll((all) => all.map((each) => each.textContent?.replace(/\s/g, "")));
  // Formulas that arrived before the renderer appear later than those after it.
  await expect.poll(readFormulas).toEqual(["eiπ+1=0", "a1∗b2∗c", "∫01x2dx=13", "∑k=1nk=n(n+1)2", "|x|"]);
  expect(await log.locator("li li math[display=block]").count()).toBe(1);
  expect(await log.locator("td math").count()).toBe(1);
  await log.getByText("A wrong one is $\\frac{1$, and").last().waitFor();
  expect(await log.locator("code", { hasText: "$x$" }).count()).toBe(1);
  expect(await findViolations(page)).toEqual([]);
  expect(window.problems).toEqual([]);
});

test("formulas cannot load anything, run scripts, cover the page or keep the browser busy", async () => {
  const text = HOSTILE_FORMULAS.map((formula) => `Formula: ${formula}`).join("\n\n");
  const { window, page, log } = await readAnswer(`${text}\n\nRight: $x$. The end.`);
  await log.locator("math").last().waitFor();
  expect(await page.evaluate("globalThis.owned ?? null")).toBe(null);
  const answer = log.locator(".prose");
  expect(await answer.locator("script, img, a, style, [href], [src], [id], math [data-turbo]").count()).toBe(
    0,
  );
  const styles = await answer
    .locator("[style]")
    .evaluateAll((all) => all.map((each) => each.getAttribute("style") ?? ""));
  expect(styles.filter((style) => /url|position|inset/.test(style))).toEqual([]);
  // What is wrong, forbidden or too large appears as the agent wrote it.
  for (const formula of HOSTILE_FORMULAS.filter((each) => /href|def|includegraphics/.test(each)))
    await answer.getByText(formula).waitFor();
  expect(await answer.locator("*").count()).toBeLessThan(5000);
  const outside = await answer
    .locator(".formula")
    .evaluateAll((all) =>
      all.filter((each) => each.getBoundingClientRect().height > 900).map((each) => each.outerHTML),
    );
  expect(outside).toEqual([]);
  expect(window.problems).toEqual([]);
});
