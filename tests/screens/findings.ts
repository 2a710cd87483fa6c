import type { ConsoleMessage, Page } from "playwright-core";
import { findViolations } from "./accessibility.ts";
import type { View } from "./view.ts";

/** What is on a screen may move no more than this while it loads. */
const CLS_MOST = 0.02;
const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** What a page keeps of itself while it loads; the names are ours alone. */
const KEEP_SHIFTS = `
  window.stoaShift = 0;
  window.stoaMoved = [];
  const nameOf = ({ node }) => !node ? "" : (node.tagName ?? "text") + " '" + (node.textContent ?? "").slice(0, 40) + "'";
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries()) {
      if (hadRecentInput) continue;
      window.stoaShift += value;
      window.stoaMoved.push(sources.map(nameOf).join(", "));
    }
  }).observe({ type: "layout-shift", buffered: true });
  window.stoaRefused = [];
  document.addEventListener("securitypolicyviolation", (event) =>
    window.stoaRefused.push(event.violatedDirective + " " + event.blockedURI));
`;

/** Keeps what goes wrong in a page and measures what may not be: once for each page, asked after each view. */
export class Findings {
  readonly #page: Page;
  #reported: string[] = [];

  private constructor(page: Page) {
    this.#page = page;
    page.on("pageerror", (error) => this.#reported.push(error.message));
    page.on("console", (message) => this.#keep(message));
  }

  static async of(page: Page): Promise<Findings> {
    await page.addInitScript(KEEP_SHIFTS);
    return new Findings(page);
  }

  #keep(message: ConsoleMessage): void {
    if (message.type() === "error") this.#reported.push(message.text());
  }

  /** What is wrong with the view that stands now. */
  async take({ missing = false, open }: View): Promise<string[]> {
    // What moves because somebody pressed something is no surprise; the screen below is a view of its own.
    const found = [...(await this.#inaccessible()), ...(await this.#measured(open === undefined))];
    const reported = this.#reported.filter((text) => !(missing && / 404 /.test(text)));
    this.#reported = [];
    return [...found, ...reported];
  }

  async #inaccessible(): Promise<string[]> {
    const violations = await findViolations(this.#page, WCAG);
    return violations.map(
      ({ id, nodes }) => `${id} at ${nodes.map((node) => node.target.join(" ")).join(", ")}`,
    );
  }

  async #measured(atRest: boolean): Promise<string[]> {
    const measured = await this.#page.evaluate(
      "[document.documentElement.scrollWidth - innerWidth, window.stoaShift, window.stoaRefused, window.stoaMoved.join('; ')]",
    );
    const [beyond, shift, refused, moved] = Array.isArray(measured) ? measured : [];
    return [
      ...(Number(beyond) > 0 ? [`${beyond} px wider than the window`] : []),
      ...(atRest && Number(shift) > CLS_MOST
        ? [`moved by ${Number(shift).toFixed(3)}: ${String(moved)}`]
        : []),
      ...(Array.isArray(refused) ? refused.map((what) => `the policy refused ${what}`) : []),
    ];
  }
}
