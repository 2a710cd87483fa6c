import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Findings } from "../screens/findings.ts";
import { Onlooker, sessionOf, VARIANTS, type Variant, VIEWS } from "../screens/looking.ts";
import { type Stage, setStage } from "../screens/stage.ts";
import { launchBrowser } from "./browser.ts";

let stage: Stage;
let browser: Browser;
let session: Awaited<ReturnType<typeof sessionOf>>;

const LONG = Boolean(process.env.STOA_TEST_LONG);

beforeAll(async () => {
  [stage, browser] = await Promise.all([setStage(), launchBrowser()]);
  session = await sessionOf(browser, stage.url, stage.maya);
});

afterAll(async () => {
  await browser?.close();
  await stage?.close();
});

/** Each view in each variant takes minutes; otherwise each in one of them, which takes turns. */
function isLookedAt(view: number, variant: number): boolean {
  return LONG || view % VARIANTS.length === variant;
}

async function lookAtAll(variant: Variant, index: number, signedIn: boolean): Promise<string[]> {
  const onlooker = await Onlooker.open(browser, stage, variant, signedIn ? session : undefined);
  const findings = await Findings.of(onlooker.page);
  const found: string[] = [];
  for (const [number, { view, signedIn: needed }] of VIEWS.entries()) {
    if (needed !== signedIn || !isLookedAt(number, index)) continue;
    if (view.only !== undefined && view.only !== variant.size) continue;
    await onlooker.look(view);
    const wrong = await findings.take(view);
    found.push(...wrong.map((what) => `${view.name}: ${what}`));
  }
  await onlooker.close();
  return found;
}

test.concurrent.each(
  VARIANTS.flatMap((variant, index) => [false, true].map((signedIn) => ({ ...variant, index, signedIn }))),
)(
  "every view is accessible, fits, stays still and breaks no policy: $size, $scheme, signed in $signedIn",
  async ({ index, signedIn, ...variant }) => {
    expect(await lookAtAll(variant, index, signedIn)).toEqual([]);
  },
);
