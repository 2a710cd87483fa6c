import type { Page } from "playwright-core";
import type { Stage } from "./stage.ts";

/** A screen, or a screen with something open above it. */
export interface View {
  /** The name of its picture. */
  readonly name: string;
  readonly path: (stage: Stage) => string;
  /** Opens what covers the screen. */
  readonly open?: (page: Page) => Promise<void>;
  /** Set if the screen exists only at this size. */
  readonly only?: "desktop" | "phone";
  /** Whether the screen reports something missing, for which the browser itself logs a 404. */
  readonly missing?: boolean;
}

/** Presses a button by its name and waits for what it opens. */
export const press =
  (name: string | RegExp, opens: "dialog" | "menu" | "nothing" = "dialog") =>
  async (page: Page): Promise<void> => {
    await page.getByRole("button", { name }).first().click();
    if (opens !== "nothing") await page.getByRole(opens).first().waitFor();
  };

/** Returns a view of a screen with its own path. */
export function at(path: string, name: string, more: Partial<Omit<View, "name" | "path">> = {}): View {
  return { name, path: () => path, ...more };
}
