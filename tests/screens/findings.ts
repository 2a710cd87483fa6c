import type { ConsoleMessage, Page } from "playwright-core";
import { findViolations } from "./accessibility.ts";
import type { View } from "./view.ts";

/** The maximum layout shift of a screen while it loads. */
const CLS_MOST = 0.02;
const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/**
 * A script that records layout shifts and policy violations of a page while it loads. Only these tests use its names.
 */
const KEEP_SHIFTS = `
  window.stoaShift = 0;
  window.stoaMoved = [];
  const getName = ({ node }) => !node ? "" : (node.tagName ?? "text") + " '" + (node.textContent ?? "").slice(0, 40) + "'";
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries()) {
      if (hadRecentInput) continue;
      window.stoaShift += value;
      window.stoaMoved.push(sources.map(getName).join(", "));
    }
  }).observe({ type: "layout-shift", buffered: true });
  window.stoaRefused = [];
  document.addEventListener("securitypolicyviolation", (event) =>
    window.stoaRefused.push(event.violatedDirective + " " + event.blockedURI));
`;

/**
 * The number of pixels by which a dialog itself can be scrolled. Only its content may scroll. Otherwise the browser
 * would scroll the title off the screen when the focus moves to a field.
 */
const DIALOG_OVERFLOW = `Math.max(0, ...[...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')]
  .filter((dialog) => getComputedStyle(dialog).overflowY !== "clip")
  .map((dialog) => dialog.scrollHeight - dialog.clientHeight))`;

/** Records errors and policy violations of a page. It is created once per page and read after each view. */
export class Findings {
  readonly #page: Page;
  #reported: string[] = [];

  private constructor(page: Page) {
    this.#page = page;
    page.on("pageerror", (error) => this.#reported.push(error.message));
    page.on("console", (message) => this.#keep(message));
  }

  static async watch(page: Page): Promise<Findings> {
    await page.addInitScript(KEEP_SHIFTS);
    return new Findings(page);
  }

  #keep(message: ConsoleMessage): void {
    if (message.type() === "error") this.#reported.push(message.text());
  }

  /** Returns the problems of the current view, and clears them. */
  async take({ missing = false, open }: View): Promise<string[]> {
    // A shift after a click is expected, and the screen below the dialog is checked as a separate view.
    const found = [...(await this.#findInaccessible()), ...(await this.#findMeasured(open === undefined))];
    const reported = this.#reported.filter((text) => !(missing && / 404 /.test(text)));
    this.#reported = [];
    return [...found, ...reported];
  }

  async #findInaccessible(): Promise<string[]> {
    const violations = await findViolations(this.#page, WCAG);
    return violations.map(
      ({ id, nodes }) => `${id} at ${nodes.map((node) => node.target.join(" ")).join(", ")}`,
    );
  }

  async #findMeasured(atRest: boolean): Promise<string[]> {
    const problems = await this.#page.evaluate(
      `[document.documentElement.scrollWidth - innerWidth, window.stoaShift, window.stoaRefused, window.stoaMoved.join('; '), ${DIALOG_OVERFLOW}]`,
    );
    const [beyond, shift, refused, moved, hidden] = Array.isArray(problems) ? problems : [];
    return [
      ...(Number(beyond) > 0 ? [`${beyond} px wider than the window`] : []),
      ...(atRest && Number(shift) > CLS_MOST
        ? [`moved by ${Number(shift).toFixed(3)}: ${String(moved)}`]
        : []),
      ...(Number(hidden) > 0 ? [`${hidden} px of the dialog scroll its title out of view`] : []),
      ...(Array.isArray(refused) ? refused.map((what) => `the policy refused ${what}`) : []),
    ];
  }
}
