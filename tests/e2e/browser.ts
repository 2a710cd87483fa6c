import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import type { Person } from "../harness/client.ts";

/** A headless Chromium that looks up nobody outside; without a sandbox, as containers and root want it. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env.STOA_CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });
}

/** One person's browser window. What goes wrong in its pages is kept, to be asserted. */
export class Window {
  readonly page: Page;
  readonly problems: string[] = [];
  readonly #context: BrowserContext;

  private constructor(context: BrowserContext, page: Page) {
    this.#context = context;
    this.page = page;
    page.on("pageerror", (error) => this.problems.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") this.problems.push(message.text());
    });
  }

  static async open(browser: Browser, baseURL: string): Promise<Window> {
    const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 900 } });
    context.setDefaultTimeout(20_000);
    return new Window(context, await context.newPage());
  }

  /** Signs a registered person in, and waits for their dashboard. */
  async signIn({ email, password }: Pick<Person, "email" | "password">): Promise<void> {
    await this.page.goto("/signin");
    await this.page.getByLabel("Email").fill(email);
    await this.page.getByLabel("Password", { exact: true }).fill(password);
    await this.page.locator("form button[type=submit]").click();
    await this.page.waitForURL("**/dashboard");
  }

  /** The token that the app keeps for its session. */
  async token(): Promise<string> {
    const { origins } = await this.#context.storageState();
    const entries = origins.flatMap((origin) => origin.localStorage);
    const token = entries.find((entry) => /^[\w-]{43}$/.test(entry.value))?.value;
    if (token === undefined) throw new Error("this window is not signed in");
    return token;
  }

  /** A picture for the reader of a failure. */
  async picture(name: string): Promise<void> {
    const folder = process.env.STOA_TEST_RESULTS;
    if (!folder) return;
    mkdirSync(folder, { recursive: true });
    await this.page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  }

  close(): Promise<void> {
    return this.#context.close();
  }
}
