import type { Browser, BrowserContext, Page } from "playwright-core";
import type { Person } from "../harness/client.ts";
import { ACCOUNT_VIEWS, STUDIO_VIEWS } from "./account-views.ts";
import { OPEN_VIEWS } from "./open-views.ts";
import { SETTINGS_VIEWS } from "./settings-views.ts";
import type { Stage } from "./stage.ts";
import type { View } from "./view.ts";

const SIZES = {
  desktop: { width: 1280, height: 900 },
  /** The narrowest phone on which every screen has to work (docs/product-rules.md#narrow-screens). */
  phone: { width: 360, height: 740 },
} as const;

export type Size = keyof typeof SIZES;
export type Scheme = "light" | "dark";

/** The size and theme in which the screens are shown. */
export interface Variant {
  readonly size: Size;
  readonly scheme: Scheme;
}

export const VARIANTS: readonly Variant[] = [
  { size: "desktop", scheme: "light" },
  { size: "phone", scheme: "dark" },
  { size: "desktop", scheme: "dark" },
  { size: "phone", scheme: "light" },
];

/** Every screen, with the person who views it. */
export const VIEWS: ReadonlyArray<{ readonly view: View; readonly signedIn: boolean }> = [
  ...OPEN_VIEWS.map((view) => ({ view, signedIn: false })),
  ...[...ACCOUNT_VIEWS, ...STUDIO_VIEWS, ...SETTINGS_VIEWS].map((view) => ({ view, signedIn: true })),
];

/** Matches the notification stream, which stays open while a person is signed in. */
const ENDLESS = /\/notifications\/events$/;
/** The longest time, on a busy machine, between an answer and the requests that it triggers. */
const QUIET_MS = 150;
/** The maximum time for all requests. A screen that never stops requesting is broken. */
const PATIENCE_MS = 20_000;

/** Waits for the end of all transitions, because colors must not be read while they are changing. */
const TRANSITIONS_ENDED = `Promise.allSettled(
  document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
    .map(({ finished }) => finished))`;

/**
 * Renders elements that Chromium skips while they are off screen. It updates their colors some time after the theme
 * changes, and the checks read the colors of the whole page. A constructed style sheet needs no exception from the
 * content security policy.
 */
const RENDER_OFF_SCREEN = `{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { content-visibility: visible !important }");
  document.adoptedStyleSheets.push(sheet);
}`;

type SessionState = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** Signs in on the screen once and returns the session that the app stores. */
export async function openSession(browser: Browser, url: string, person: Person): Promise<SessionState> {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.goto("/signin");
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.locator("form button[type=submit]").click();
  await page.waitForURL("**/dashboard");
  const state = await context.storageState();
  await context.close();
  return state;
}

/** A browser window with one size and theme that opens views one after the other. */
export class ScreenViewer {
  readonly page: Page;
  readonly viewport: (typeof SIZES)[keyof typeof SIZES];
  readonly #stage: Stage;
  readonly #context: BrowserContext;
  #pendingRequests = 0;

  private constructor(context: BrowserContext, page: Page, stage: Stage, { size }: Variant) {
    this.#context = context;
    this.#stage = stage;
    this.page = page;
    this.viewport = SIZES[size];
    const count = (by: number) => (request: { url(): string }) => {
      if (!ENDLESS.test(request.url())) this.#pendingRequests += by;
    };
    page.on("request", count(1));
    page.on("requestfinished", count(-1));
    page.on("requestfailed", count(-1));
  }

  static async open(
    browser: Browser,
    stage: Stage,
    variant: Variant,
    session: SessionState | undefined,
    deviceScaleFactor = 1,
  ): Promise<ScreenViewer> {
    const context = await browser.newContext({
      baseURL: stage.url,
      viewport: SIZES[variant.size],
      deviceScaleFactor,
      colorScheme: variant.scheme,
      reducedMotion: "reduce",
      ...(session && { storageState: session }),
    });
    context.setDefaultTimeout(PATIENCE_MS);
    return new ScreenViewer(context, await context.newPage(), stage, variant);
  }

  /** Sets the theme of the next view. */
  choose(scheme: Scheme): Promise<void> {
    return this.page.emulateMedia({ colorScheme: scheme });
  }

  /** Switches the open view to another theme and waits until it applies. */
  async repaint(scheme: Scheme): Promise<void> {
    await this.choose(scheme);
    await this.page.locator(`html[data-theme="${scheme}"]`).waitFor();
    await this.page.evaluate(TRANSITIONS_ENDED);
  }

  /** Loads a view and waits until it is complete. */
  async look({ path, open }: View): Promise<void> {
    await this.page.setViewportSize(this.viewport);
    await this.page.goto(path(this.#stage));
    await this.page.evaluate(RENDER_OFF_SCREEN);
    await this.settle();
    if (!open) return;
    await open(this.page);
    await this.settle();
  }

  /** Waits until no request is active and no placeholder is shown. */
  async settle(): Promise<void> {
    const deadline = Date.now() + PATIENCE_MS;
    let quietSince: number | null = null;
    while (Date.now() < deadline) {
      const isLoading = this.#pendingRequests > 0 || (await this.page.locator(".animate-sheen").count()) > 0;
      quietSince = isLoading ? null : (quietSince ?? Date.now());
      if (quietSince !== null && Date.now() - quietSince >= QUIET_MS) return;
      await this.page.waitForTimeout(50);
    }
    throw new Error(`${this.page.url()} never finishes loading`);
  }

  close(): Promise<void> {
    return this.#context.close();
  }
}
