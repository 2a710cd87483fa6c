import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, CDPSession, Page } from "playwright-core";
import { launchBrowser } from "../e2e/browser.ts";
import { openSession, ScreenViewer, VARIANTS, type Variant, VIEWS } from "./looking.ts";
import { type Stage, setStage } from "./stage.ts";

const FOLDER = fileURLToPath(new URL("../../docs/pictures", import.meta.url));
/** The maximum size of the folder in bytes, so that cloning stays quick. */
const TOTAL_MOST = 9_000_000;
/** The compression quality at which letters stay sharp and files have a tenth of the size of PNG. */
const QUALITY = 30;
/** The maximum height of a picture in pixels. Parts of a list further down look the same. */
const HEIGHT_MOST = { desktop: 1000, phone: 800 } as const;

type Session = Awaited<ReturnType<typeof openSession>>;

/** Captures a page down to the maximum height, or only the window if a dialog or menu is open. */
async function take(page: Page, cdp: CDPSession, { size }: Variant): Promise<Buffer> {
  if ((await page.locator('[role="dialog"], [role="menu"]').count()) === 0) {
    const whole = Number(await page.evaluate("document.documentElement.scrollHeight"));
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    await page.setViewportSize({ width, height: Math.max(height, Math.min(whole, HEIGHT_MOST[size])) });
  }
  await page.evaluate("document.fonts.ready");
  const { data } = await cdp.send("Page.captureScreenshot", { format: "webp", quality: QUALITY });
  return Buffer.from(data, "base64");
}

const [only] = process.argv.slice(2);
const wanted = VIEWS.filter(({ view }) => only === undefined || new RegExp(only).test(view.name));
const missed: string[] = [];

async function takeAll(browser: Browser, stage: Stage, session: Session, variant: Variant): Promise<void> {
  for (const signedIn of [false, true]) {
    const viewer = await ScreenViewer.open(browser, stage, variant, signedIn ? session : undefined);
    const cdp = await viewer.page.context().newCDPSession(viewer.page);
    for (const { view, signedIn: needed } of wanted) {
      if (needed !== signedIn || (view.only !== undefined && view.only !== variant.size)) continue;
      const name = `${view.name}-${variant.size}-${variant.scheme}`;
      try {
        await viewer.look(view);
        writeFileSync(join(FOLDER, `${name}.webp`), await take(viewer.page, cdp, variant));
      } catch (error) {
        // Continue, because the other pictures are still useful.
        missed.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    await viewer.close();
  }
  console.log(`${variant.size}, ${variant.scheme}`);
}

if (only === undefined) rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const [stage, browser] = await Promise.all([setStage({ crowded: true }), launchBrowser()]);
try {
  const session = await openSession(browser, stage.url, stage.maya);
  await Promise.all(VARIANTS.map((variant) => takeAll(browser, stage, session, variant)));
} finally {
  await browser.close();
  await stage.close();
}
const files = readdirSync(FOLDER);
const total = files.reduce((sum, file) => sum + statSync(join(FOLDER, file)).size, 0);
console.log(`${files.length} pictures, ${(total / 1e6).toFixed(1)} MB in docs/pictures`);
for (const what of missed) console.error(what);
if (missed.length > 0) process.exitCode = 1;
if (total > TOTAL_MOST) {
  console.error(`They may have ${TOTAL_MOST / 1e6} MB together.`);
  process.exitCode = 1;
}
