import type { Locator, Page } from "playwright-core";

/** Returns whether this exact element has the focus. */
export function isFocused(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === element.ownerDocument.activeElement);
}

/** Waits for an element to get the focus, which happens once the element that covered it has closed. */
export function focusOn(target: Locator): Promise<void> {
  return target.and(target.page().locator(":focus")).waitFor();
}

/**
 * Presses Tab until the element has the focus. Throws after `most` presses, because people would not press it more
 * often.
 */
export async function tabTo(target: Locator, most: number): Promise<void> {
  for (let pressed = 0; pressed < most; pressed += 1) {
    await target.page().keyboard.press("Tab");
    if (await isFocused(target)) return;
  }
  throw new Error(`pressing Tab ${most} times did not reach ${String(target)}`);
}

/** Selects the elements at which Tab may stop. Selecting too many elements does no harm except that it takes longer. */
const STOPS = "a[href], button, input, select, textarea, summary, [tabindex='0']";

/**
 * Presses Tab through all elements within an element, in both directions, and returns the elements outside it that get
 * the focus.
 */
export async function findStrayFocus(within: Locator): Promise<string[]> {
  const strays: string[] = [];
  const round = (await within.locator(STOPS).count()) + 2;
  for (const key of ["Tab", "Shift+Tab"]) {
    for (let pressed = 0; pressed < round; pressed += 1) {
      await within.page().keyboard.press(key);
      const stray = await within.evaluate(async (element) => {
        const { ownerDocument } = element;
        const isGuard = () => ownerDocument.activeElement?.hasAttribute("data-base-ui-focus-guard");
        // The guard elements at the edges of the window pass the focus on with a small delay.
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

/** Types into the focused field and moves to the next field, for each of the given texts. */
export async function typeAndGoOn(page: Page, ...texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
}
