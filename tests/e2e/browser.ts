import { mkdirSync } from "node:fs";
import { join } from "node:path";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";
import { onTestFinished, type TestContext } from "vitest";
import type { Person } from "../harness/client.ts";

/**
 * The features to turn off. The list replaces Playwright's own list, so it contains all features of that list and three
 * more. Without these, every page would render the suggestions of an invisible address bar in two more processes.
 */
const UNUSED_FEATURES = [
  "AimEnabled",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "WebUIOmniboxPopup",
];

/**
 * The flags of a headless Chromium that does not resolve external names. It has no sandbox, because the sandbox does
 * not work as root or in containers.
 */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${UNUSED_FEATURES.join(",")}`,
];

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env.STOA_CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });
}

let launched: Promise<Browser> | undefined;

/** Returns the browser that all files of this worker share. The browser closes when the worker ends. */
export function openSharedBrowser(): Promise<Browser> {
  launched ??= launchBrowser();
  return launched;
}

/** The key under which the browser stores the session's token. */
const SESSION_KEY = "stoa.token";

/**
 * Opens one person's browser window, which closes when its test ends. Errors in the window's pages are recorded for
 * assertions.
 */
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
    onTestFinished((test) => this.#end(test));
  }

  /**
   * Opens a window on a blank page.
   * @param person the person who is signed in. The session is created over the API, because filling in a form would
   * take longer than most tests. Sign-in on the screen has its own tests.
   */
  static async open(baseURL: string, person?: Pick<Person, "token">): Promise<Window> {
    const window = await Window.#openInNewContext({ baseURL });
    if (person) await window.#keepSession(person.token);
    return window;
  }

  /** Opens a window whose pages cannot run scripts. */
  static openWithoutScripts(baseURL: string): Promise<Window> {
    return Window.#openInNewContext({ baseURL, javaScriptEnabled: false });
  }

  static async #openInNewContext(options: BrowserContextOptions): Promise<Window> {
    const browser = await openSharedBrowser();
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      // Without a GPU, the processor draws each frame of an animation, so only the test of the landing page allows
      // animations.
      reducedMotion: "reduce",
      ...options,
    });
    context.setDefaultTimeout(20_000);
    return new Window(context, await context.newPage());
  }

  /** Signs in a registered person on the screen and waits for their dashboard. */
  async signIn({ email, password }: Pick<Person, "email" | "password">): Promise<void> {
    await this.page.goto("/signin");
    await this.page.getByLabel("Email").fill(email);
    await this.page.getByLabel("Password", { exact: true }).fill(password);
    await this.page.locator("form button[type=submit]").click();
    await this.page.waitForURL("**/dashboard");
  }

  /** Returns the token that the app stores for its session. */
  async getToken(): Promise<string> {
    const token: unknown = await this.page.evaluate(`localStorage.getItem("${SESSION_KEY}")`);
    if (typeof token !== "string") throw new Error("this window is not signed in");
    return token;
  }

  /**
   * Stores the session in the browser. Any page of the origin can do this, and this page does not load anything else.
   */
  async #keepSession(token: string): Promise<void> {
    await this.page.goto("/robots.txt");
    await this.page.evaluate(`localStorage.setItem("${SESSION_KEY}", "${token}")`);
  }

  async #end({ task }: TestContext): Promise<void> {
    try {
      if (task.result?.state === "fail") await this.#savePicture(task.name);
    } finally {
      await this.#context.close();
    }
  }

  /** Saves a screenshot that explains the failure. */
  async #savePicture(test: string): Promise<void> {
    const folder = process.env.STOA_TEST_RESULTS;
    if (!folder) return;
    mkdirSync(folder, { recursive: true });
    const name = `${test.replace(/\W+/g, "-").slice(0, 80)}-${new URL(this.page.url()).pathname.replace(/\W+/g, "-")}`;
    await this.page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  }
}
