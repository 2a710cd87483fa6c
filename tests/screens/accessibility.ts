import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

type Violations = Awaited<ReturnType<AxeBuilder["analyze"]>>["violations"];

/**
 * Returns what axe finds wrong with the page as it is now.
 * @param tags of the rules to check; without them, all rules are
 */
export async function findViolations(page: Page, tags?: readonly string[]): Promise<Violations> {
  const { violations } = await new AxeBuilder({ page })
    // Otherwise a second page is opened to merge what several frames report. Ours have none.
    .setLegacyMode()
    // Of what passes nothing is read, and describing it takes a third of the time.
    .options({ resultTypes: ["violations"], ...(tags && { runOnly: { type: "tag", values: [...tags] } }) })
    .exclude("[data-base-ui-focus-guard]")
    .analyze();
  return violations;
}
