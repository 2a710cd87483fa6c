import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

type Violations = Awaited<ReturnType<AxeBuilder["analyze"]>>["violations"];

/**
 * Returns the problems that axe finds on the page in its current state.
 * @param tags of the rules to check; without them, all rules are
 */
export async function findViolations(page: Page, tags?: readonly string[]): Promise<Violations> {
  const { violations } = await new AxeBuilder({ page })
    // Otherwise axe opens a second page to merge the results of several frames, and our pages have none.
    .setLegacyMode()
    // Passing rules are not read, and describing them takes a third of the time.
    .options({ resultTypes: ["violations"], ...(tags && { runOnly: { type: "tag", values: [...tags] } }) })
    .exclude("[data-base-ui-focus-guard]")
    .analyze();
  return violations;
}
