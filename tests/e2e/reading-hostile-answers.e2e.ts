import type { Locator } from "playwright-core";
import { beforeAll, expect, inject, test } from "vitest";
import { Client, type Person } from "../harness/client.ts";
import { Window } from "./browser.ts";
import { EVIL, HOSTILE_MARKDOWN } from "./hostile-markdown.ts";
import { uploadAgent } from "./upload-agent.ts";

/**
 * An agent that repeats its message a few characters at a time, so that incomplete Markdown is on the screen for a
 * moment.
 */
const PARROT = `import stoa


def run(message: str):
    if message == "Good morning":
        yield "Good morning"
        return
    if message.startswith("fail"):
        raise ValueError(message)
    stoa.log(message)
    stoa.progress(message[:200], 0.5)
    for start in range(0, len(message), 60):
        yield message[start:start + 60]
`;

const server = inject("sharedServer");
let reader: Person;
let agentId: number;

beforeAll(async () => {
  const client = new Client(server.url);
  reader = await client.register();
  agentId = await uploadAgent(client, await client.register(), "Parrot", PARROT);
});

interface WatchedWindow {
  readonly window: Window;
  /** The requests that the page sent to other servers. */
  readonly left: string[];
  /** Returns the harmful events, which must never occur. */
  readonly getHarm: () => Promise<unknown>;
}

/** Opens a window that records every external request and every injected script. */
async function openWatched(): Promise<WatchedWindow> {
  const window = await Window.open(server.url, reader);
  const { page } = window;
  const left: string[] = [];
  const dialogs: string[] = [];
  await page.context().route(
    (url) => url.origin !== server.url,
    (route) => {
      left.push(route.request().url());
      return route.fulfill({ status: 200, contentType: "text/html", body: "evil" });
    },
  );
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.addInitScript(`
    globalThis.violations = [];
    addEventListener("securitypolicyviolation", (event) => violations.push(event.violatedDirective + " " + event.blockedURI));`);
  const getHarm = async () => ({
    dialogs,
    owned: await page.evaluate("globalThis.owned ?? null"),
    violations: await page.evaluate("globalThis.violations"),
  });
  return { window, left, getHarm };
}

const NO_HARM = { dialogs: [], owned: null, violations: [] };

/** Elements and attributes that no answer may add to the page. */
const FORBIDDEN = [
  "script, style, link, meta, base, iframe, object, embed, form, input, button:not(pre + button), video, audio, source, svg, math, template",
  "img, picture, [srcset], [style*=url], [autofocus], [contenteditable]",
].join(", ");

async function findForbidden(answer: Locator): Promise<string[]> {
  const found = await answer.locator(FORBIDDEN).evaluateAll((all) => all.map((each) => each.outerHTML));
  const handlers = await answer
    .locator("*")
    .evaluateAll((all) =>
      all
        .filter((each) => each.getAttributeNames().some((name: string) => name.startsWith("on")))
        .map((each) => each.outerHTML),
    );
  return [...found, ...handlers];
}

test("an agent's answer cannot run scripts or load anything while it streams, when it is complete or in its trace", async () => {
  expect(HOSTILE_MARKDOWN.length).toBeGreaterThanOrEqual(25);
  const { window, left, getHarm } = await openWatched();
  const { page } = window;
  await page.goto(`/agent/${agentId}?tab=tryit`);
  await page.getByLabel("Message").fill(`${HOSTILE_MARKDOWN.join("\n\n")}\n\nThe end.`);
  await page.getByRole("button", { name: "Run agent" }).click();
  const answer = page.getByRole("region", { name: "Answer" });
  await answer.getByText("The end.").waitFor();
  await page.getByRole("region", { name: "Receipt" }).waitFor();
  await page.getByRole("button", { name: "Trace" }).press("Enter");
  const trace = page.getByRole("list", { name: "Steps" });
  await trace.locator("summary").first().press("Enter");
  await trace.getByText("The end.").first().waitFor();

  expect(await findForbidden(answer)).toEqual([]);
  // Each code block has our own button that copies it, and there are no other buttons.
  expect(await answer.getByRole("button", { name: "Copy code" }).count()).toBe(
    await answer.locator("pre").count(),
  );
  expect(await trace.locator("script, img, iframe, a").count()).toBe(0);
  const protocols = await answer
    .locator("a[href]")
    .evaluateAll((links) =>
      links.map((link) => new URL(link.getAttribute("href") ?? "", "https://here.example").protocol),
    );
  expect(new Set(protocols)).toEqual(new Set(["https:"]));

  // Clicking links from which the URL was removed must have no effect.
  await page.getByText("run", { exact: true }).first().click();
  await page.keyboard.press("Escape");
  expect(await getHarm()).toEqual(NO_HARM);
  expect(left).toEqual([]);

  const leaving = page.context().waitForEvent("page");
  await answer.getByRole("link", { name: "[Picture at evil.example: seen]" }).first().click();
  const opened = await leaving;
  await opened.waitForLoadState();
  expect(left).toEqual([`${EVIL}/seen.png`]);
  expect(await opened.evaluate("[window.opener, document.referrer]")).toEqual([null, ""]);
  expect(window.problems).toEqual([]);
});

test("an agent's error is shown as plain text everywhere", async () => {
  const { window, left, getHarm } = await openWatched();
  const { page } = window;
  await page.goto(`/agent/${agentId}?tab=tryit`);
  await page.getByLabel("Message").fill(`fail ${HOSTILE_MARKDOWN[2]} ${HOSTILE_MARKDOWN[4]}`);
  await page.getByRole("button", { name: "Run agent" }).click();
  await page.getByRole("alert").filter({ hasText: "fail" }).waitFor();
  await page.goto("/settings/logs");
  await page.getByRole("button", { name: "Parrot" }).first().press("Enter");
  await page.getByRole("dialog").getByText("onerror").first().waitFor();
  expect(await page.getByRole("dialog").locator("img, script").count()).toBe(0);
  expect(await getHarm()).toEqual(NO_HARM);
  expect(left).toEqual([]);
});
