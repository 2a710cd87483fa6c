import { afterAll, beforeAll, test } from "vitest";
import { Findings } from "../screens/findings.ts";
import { openSession, type Scheme, ScreenViewer, type Size, VARIANTS, VIEWS } from "../screens/looking.ts";
import { type Stage, setStage } from "../screens/stage.ts";
import type { View } from "../screens/view.ts";
import { openSharedBrowser } from "./browser.ts";
import { createSeededHome } from "./seeded-home.ts";

let stage: Stage;
let session: Awaited<ReturnType<typeof openSession>>;

const LONG = Boolean(process.env.STOA_TEST_LONG);
/** The short suite checks one of this many views. */
const SHORT_STEP = 6;

beforeAll(async () => {
  stage = await setStage({ home: createSeededHome() });
  session = await openSession(await openSharedBrowser(), stage.url, stage.maya);
});

afterAll(() => stage?.close());

/**
 * Returns the themes in which a view is checked at this size, in the order of loading. Checking every variant of each
 * view takes minutes, so the short suite checks every sixth view, and each of them in one variant.
 */
function getSchemes(view: View, turn: number, size: Size): readonly Scheme[] {
  if (view.only !== undefined && view.only !== size) return [];
  if (LONG) return (turn % 2 === 0) === (size === "desktop") ? ["light", "dark"] : ["dark", "light"];
  if (turn % SHORT_STEP !== 0) return [];
  const possible = VARIANTS.filter((variant) => view.only === undefined || view.only === variant.size);
  const chosen = possible[(turn / SHORT_STEP) % possible.length];
  return chosen?.size === size ? [chosen.scheme] : [];
}

async function lookAtAll(size: Size, signedIn: boolean): Promise<string[]> {
  const variant = { size, scheme: "light" } as const;
  const onlooker = await ScreenViewer.open(
    await openSharedBrowser(),
    stage,
    variant,
    signedIn ? session : undefined,
  );
  const findings = await Findings.watch(onlooker.page);
  const found: string[] = [];
  for (const [turn, { view, signedIn: needed }] of VIEWS.entries()) {
    if (needed !== signedIn) continue;
    for (const [round, scheme] of getSchemes(view, turn, size).entries()) {
      if (round === 0) {
        await onlooker.choose(scheme);
        await onlooker.look(view);
      } else await onlooker.repaint(scheme);
      const wrong = await findings.take(view);
      found.push(...wrong.map((what) => `${view.name}, ${scheme}: ${what}`));
    }
  }
  await onlooker.close();
  return found;
}

/**
 * All variants of a view take three times as long as one. The short suite takes a minute on two idle cores,
 * and ten times as long on a busy machine.
 */
const TIMEOUT_MS = LONG ? 30 * 60_000 : 10 * 60_000;

test.concurrent.for([
  { size: "desktop", signedIn: true },
  { size: "phone", signedIn: true },
  { size: "desktop", signedIn: false },
  { size: "phone", signedIn: false },
] as const)(
  "every view is accessible, fits the screen, does not shift and follows the content security policy: $size, signed in $signedIn",
  { timeout: TIMEOUT_MS },
  async ({ size, signedIn }, { expect }) => {
    expect(await lookAtAll(size, signedIn)).toEqual([]);
  },
);
