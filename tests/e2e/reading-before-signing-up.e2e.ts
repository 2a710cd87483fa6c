import { expect, inject, test } from "vitest";
import { Window } from "./browser.ts";

const server = inject("sharedServer");

const RECORD_SHIFTS = `
  globalThis.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) globalThis.shifted += entry.value;
  }).observe({ type: "layout-shift", buffered: true });`;

/** Waits until the current state of the page has been drawn. A frame's layout shifts are known in the next frame. */
const NEXT_FRAME = "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))";

test("the landing page is readable before any script runs, and hydration does not move its content", async () => {
  const { page: before } = await Window.openWithoutScripts(server.url);
  await before.goto("/");
  expect(await before.getByRole("heading", { level: 1 }).textContent()).toMatch(
    /The App Store\s*for AI Agents/,
  );
  for (const plan of ["Free", "Creator", "Business"])
    expect(await before.getByRole("heading", { name: plan, exact: true }).count()).toBe(1);

  const window = await Window.open(server.url);
  const { page } = window;
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.addInitScript(RECORD_SHIFTS);
  await page.addInitScript(`
    new MutationObserver((_, observer) => {
      const heading = document.querySelector("h1");
      if (heading === null) return;
      heading.stoodBefore = true;
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });`);
  await page.goto("/");
  const run = page.getByRole("figure", { name: "A recorded run" });
  const press = async (label: string) => {
    await run.getByRole("button", { name: label, exact: true }).focus();
    await page.keyboard.press("Enter");
  };
  await press("Pause the recording");
  await press("Play the recording");
  await run.getByRole("button", { name: "Play the recording again" }).waitFor();
  expect(await run.textContent()).toContain("$0.000438");
  await page.getByRole("article").first().waitFor();
  expect(await page.evaluate("document.querySelector('h1').stoodBefore")).toBe(true);
  expect(await page.evaluate("globalThis.shifted")).toBeLessThanOrEqual(0.02);
  expect(await page.evaluate("document.querySelector('link[rel=canonical]').href")).toBe(`${server.url}/`);
  expect(window.problems).toEqual([]);
});

test.each([
  ["a desktop", { width: 1280, height: 900 }],
  ["a phone", { width: 360, height: 740 }],
])("on %s the landing page does not move when its fonts arrive after the first paint", async (_, size) => {
  const { page } = await Window.open(server.url);
  await page.setViewportSize(size);
  let sendFonts = () => {};
  const painted = new Promise<void>((resolve) => {
    sendFonts = resolve;
  });
  await page.route("**/*.woff2", (route) => painted.then(() => route.continue()));
  await page.addInitScript(RECORD_SHIFTS);
  await page.goto("/", { waitUntil: "commit" });
  await page.getByRole("article").first().waitFor();
  await page.evaluate(NEXT_FRAME);
  sendFonts();
  await page.evaluate("document.fonts.ready.then(() => {})");
  await page.evaluate(NEXT_FRAME);
  expect(await page.evaluate("globalThis.shifted")).toBeLessThanOrEqual(0.02);
});

test("every link in the footer and the sitemap leads to a page with a title and description", async () => {
  const window = await Window.open(server.url);
  const { page } = window;
  for (const [link, heading] of [
    ["About", "About Stoa"],
    ["Terms", "Terms of use"],
    ["Privacy", "Privacy"],
    ["Status", "Operational"],
    ["Documentation", "Documentation"],
    ["Call an agent by API", "Call an agent by API"],
    ["Upload an agent", "Upload an agent"],
  ] as const) {
    await page.goto("/");
    const target = page.getByRole("contentinfo").getByRole("link", { name: link, exact: true });
    await target.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
  }
  await page.getByText("ChatPromptTemplate.from_template").waitFor();
  expect(await page.title()).toBe("Upload an agent · Stoa");
  expect(window.problems).toEqual([]);

  const map = await (await fetch(`${server.url}/sitemap.xml`)).text();
  const addresses = [...map.matchAll(/<loc>(.*?)<\/loc>/g)].map((match) => match[1] ?? "");
  const { port } = new URL(server.url);
  expect(addresses).toContain(`http://localhost:${port}/agent/1`);
  const answers = await Promise.all(
    addresses.map((address) => fetch(server.url + new URL(address).pathname + new URL(address).search)),
  );
  expect(answers.filter((answer) => !answer.ok)).toEqual([]);
});

test("a link to an agent shows its description without scripts, and opens the agent in the marketplace for visitors", async () => {
  const page = await (await fetch(`${server.url}/agent/1`)).text();
  expect(page).toContain("<title>Customer Support Bot · Stoa</title>");
  expect(page).toMatch(/<meta name="description" content="[^"]*customer/i);
  expect(page).toContain("<noscript><h1>Customer Support Bot</h1>");
  const [, image = ""] = /<meta property="og:image" content="https?:\/\/[^/]+([^"]+)"/.exec(page) ?? [];
  const preview = await fetch(server.url + image);
  expect([preview.status, preview.headers.get("content-type")]).toEqual([200, "image/png"]);
  const bytes = Buffer.from(await preview.arrayBuffer());
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);

  const robots = await (await fetch(`${server.url}/robots.txt`)).text();
  const map = await (await fetch(`${server.url}/sitemap.xml`)).text();
  const forbidden = [...robots.matchAll(/^Disallow: (.+)$/gm)].map(([, path = ""]) => path);
  const named = [...map.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = ""]) => new URL(url).pathname);
  expect(named).toContain("/agent/1");
  expect(named.filter((path) => forbidden.some((start) => path.startsWith(start)))).toEqual([]);

  const window = await Window.open(server.url);
  await window.page.goto("/agent/1");
  await window.page.waitForURL("**/marketplace?agent=1");
  await window.page.getByRole("dialog", { name: "Customer Support Bot" }).waitFor();
  expect(await window.page.evaluate("document.querySelector('link[rel=canonical]').href")).toBe(
    `${server.url}/agent/1`,
  );
  expect(window.problems).toEqual([]);
});

test.each([
  ["/agent/999999", "text/html"],
  ["/no-such-page", "text/html"],
  ["/v1/no-such-call", "application/json"],
  ["/api/no-such-call", "application/problem+json"],
])("%s returns 404 with the content type %s", async (path, type) => {
  const answer = await fetch(server.url + path, { headers: { accept: "text/html" } });
  expect([answer.status, answer.headers.get("content-type")?.split(";")[0]]).toEqual([404, type]);
});
