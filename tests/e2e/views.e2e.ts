import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Findings } from "../screens/findings.ts";
import { Onlooker, sessionOf, VARIANTS, type Variant, VIEWS } from "../screens/looking.ts";
import { type Stage, setStage } from "../screens/stage.ts";
import type { View } from "../screens/view.ts";
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

/** Each view in each variant takes minutes; otherwise each is looked at in one of them, which take turns. */
function variantsOf(view: View, turn: number): readonly Variant[] {
  const possible = VARIANTS.filter(({ size }) => view.only === undefined || view.only === size);
  return LONG ? possible : possible.slice(turn % possible.length).slice(0, 1);
}

async function lookAtAll(variant: Variant, signedIn: boolean): Promise<string[]> {
  const onlooker = await Onlooker.open(browser, stage, variant, signedIn ? session : undefined);
  const findings = await Findings.of(onlooker.page);
  const found: string[] = [];
  for (const [turn, { view, signedIn: needed }] of VIEWS.entries()) {
    if (needed !== signedIn || !variantsOf(view, turn).includes(variant)) continue;
    await onlooker.look(view);
    const wrong = await findings.take(view);
    found.push(...wrong.map((what) => `${view.name}: ${what}`));
  }
  await onlooker.close();
  return found;
}

/** A view in all its variants takes four times what it does in one; all of them in one, two minutes on two idle cores. */
const TIMEOUT_MS = LONG ? 30 * 60_000 : 5 * 60_000;

test.concurrent.each(
  VARIANTS.flatMap((variant) => [false, true].map((signedIn) => ({ ...variant, variant, signedIn }))),
)(
  "every view is accessible, fits, stays still and breaks no policy: $size, $scheme, signed in $signedIn",
  { timeout: TIMEOUT_MS },
  async ({ variant, signedIn }) => {
    expect(await lookAtAll(variant, signedIn)).toEqual([]);
  },
);
