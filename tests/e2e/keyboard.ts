import type { Locator, Page } from "playwright-core";

/** Whether the focus is on this very element. */
export function isFocused(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === element.ownerDocument.activeElement);
}

/** Waits for the focus to come to an element: it moves once what covered it has gone. */
export function focusOn(target: Locator): Promise<void> {
  return target.and(target.page().locator(":focus")).waitFor();
}

/** Presses Tab until the focus is there; where it is not within so many, a person would look for the mouse. */
export async function tabTo(target: Locator, most: number): Promise<void> {
  for (let pressed = 0; pressed < most; pressed += 1) {
    await target.page().keyboard.press("Tab");
    if (await isFocused(target)) return;
  }
  throw new Error(`${most} times Tab do not lead to ${String(target)}`);
}

/** What Tab stops at, roughly: more stops than there are only take longer. */
const STOPS = "a[href], button, input, select, textarea, summary, [tabindex='0']";

/** Where the focus goes, if anywhere, that is outside of this element while Tab is pressed once around it, both ways. */
export async function strayFocus(within: Locator): Promise<string[]> {
  const strays: string[] = [];
  const round = (await within.locator(STOPS).count()) + 2;
  for (const key of ["Tab", "Shift+Tab"]) {
    for (let pressed = 0; pressed < round; pressed += 1) {
      await within.page().keyboard.press(key);
      const stray = await within.evaluate(async (element) => {
        const { ownerDocument } = element;
        const isGuard = () => ownerDocument.activeElement?.hasAttribute("data-base-ui-focus-guard");
        // A guard at the window's edge passes the focus on a little later.
        for (let turn = 0; turn < 100 && isGuard(); turn += 1)
          await new Promise((resolve) => setTimeout(resolve, 10));
        const now = ownerDocument.activeElement;
        return now && !element.contains(now) ? now.outerHTML.slice(0, 120) : null;
      });
      if (stray !== null) strays.push(stray);
    }
  }
  return strays;
}

/** Types into the field that has the focus, and goes to the next. */
export async function typeAndGoOn(page: Page, ...texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
}
