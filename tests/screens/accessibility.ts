import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

type Violations = Awaited<ReturnType<AxeBuilder["analyze"]>>["violations"];

/**
 * Returns the problems that axe finds on the page in its current state.
 * @param tags the tags of the rules to check; all rules by default
 */
export async function findViolations(page: Page, tags?: readonly string[]): Promise<Violations> {
  const { violations } = await new AxeBuilder({ page })
    // Without this, axe opens a second page to merge the results of frames, which our pages do not have.
    .setLegacyMode()
    // The tests do not use the results of passing rules, and producing them takes a third of the time.
    .options({ resultTypes: ["violations"], ...(tags && { runOnly: { type: "tag", values: [...tags] } }) })
    .exclude("[data-base-ui-focus-guard]")
    .analyze();
  return violations;
}
