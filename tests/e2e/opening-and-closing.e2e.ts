import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { Client } from "../harness/client.ts";
import { Window } from "./browser.ts";
import { findStrayFocus, focusOn } from "./keyboard.ts";

const server = inject("sharedServer");

interface OpenedDialog {
  readonly path: string;
  readonly role: "button" | "link";
  readonly opener: string;
}

/** One dialog of each kind that covers a page until it is closed. */
const WINDOWS: readonly OpenedDialog[] = [
  { path: "/dashboard", role: "button", opener: "Search agents, pages and actions" },
  { path: "/marketplace?search=data%20analyzer", role: "link", opener: "Data Analyzer" },
  { path: "/developer-studio", role: "button", opener: "Create New Agent" },
  { path: "/settings/connectors", role: "button", opener: "Add Your First Connector" },
  { path: "/settings/api", role: "button", opener: "Refresh" },
  { path: "/settings/api?part=keys", role: "button", opener: "New key" },
  { path: "/settings/billing", role: "button", opener: "Starting credits" },
  { path: "/settings/plans", role: "button", opener: "Upgrade to Creator" },
  { path: "/settings", role: "button", opener: "Delete account" },
];
const ON_A_PHONE: readonly OpenedDialog[] = [{ path: "/marketplace", role: "button", opener: "Filters" }];

/** Opens and closes a window by keyboard and returns the problems that it has. */
async function findComplaints(page: Page, { path, role, opener }: OpenedDialog): Promise<string[]> {
  const formatComplaint = (text: string) => `${path}, ${opener}: ${text}`;
  await page.goto(path);
  const button = page.getByRole(role, { name: opener }).first();
  await button.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  const strays = await findStrayFocus(dialog);
  const locked = await page.evaluate(
    "getComputedStyle(document.documentElement).overflow + getComputedStyle(document.body).overflow",
  );
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  const returned = await focusOn(button).then(
    () => true,
    () => false,
  );
  return [
    ...strays.map((stray) => formatComplaint(`the focus leaves the window for ${stray}`)),
    ...(String(locked).includes("hidden")
      ? []
      : [formatComplaint("the page behind the window can be scrolled")]),
    ...(returned ? [] : [formatComplaint("the focus does not return to the button")]),
  ];
}

test.each([
  { size: "a desktop", viewport: { width: 1280, height: 900 }, windows: WINDOWS },
  { size: "a phone", viewport: { width: 360, height: 740 }, windows: ON_A_PHONE },
])(
  "on $size a window keeps the focus while it is open and returns it afterward",
  async ({ viewport, windows }) => {
    const window = await Window.open(server.url, await new Client(server.url).register());
    const { page } = window;
    await page.setViewportSize(viewport);
    page.setDefaultTimeout(8_000);
    const found: string[] = [];
    for (const each of windows) found.push(...(await findComplaints(page, each)));
    expect(found).toEqual([]);
    expect(window.problems).toEqual([]);
  },
);

test("non-modal menus close with Escape and return the focus to their button", async () => {
  const person = await new Client(server.url).register();
  const window = await Window.open(server.url, person);
  const { page } = window;
  await page.goto("/dashboard");
  for (const [opener, role] of [
    [`Account menu of ${person.username}`, "menu"],
    ["Notifications", "dialog"],
  ] as const) {
    const button = page.getByRole("button", { name: opener, exact: true });
    await button.press("Enter");
    await page.getByRole(role).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole(role).waitFor({ state: "detached" });
    await focusOn(button);
  }

  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("button", { name: "Open menu" }).press("Enter");
  await page.keyboard.press("Tab");
  await focusOn(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Marketplace" }));
  await page.keyboard.press("Escape");
  await focusOn(page.getByRole("button", { name: "Open menu" }));
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/marketplace");
  await page.getByRole("button", { name: "Open menu" }).waitFor();
  expect(window.problems).toEqual([]);
});
