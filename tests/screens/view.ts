import type { Page } from "playwright-core";
import type { Stage } from "./stage.ts";

/** A screen, or a screen with something open above it. */
export interface View {
  /** Names its picture. */
  readonly name: string;
  readonly path: (stage: Stage) => string;
  /** Opens what lies over the screen. */
  readonly open?: (page: Page) => Promise<void>;
  /** Left out where the screen has no such thing in this size. */
  readonly only?: "desktop" | "phone";
  /** The screen says that something is missing: the browser reports the 404 itself. */
  readonly missing?: boolean;
}

/** Presses a button by its name, and waits for what it opens. */
export const pressing =
  (name: string | RegExp, opens: "dialog" | "menu" | "nothing" = "dialog") =>
  async (page: Page): Promise<void> => {
    await page.getByRole("button", { name }).first().click();
    if (opens !== "nothing") await page.getByRole(opens).first().waitFor();
  };

/** A screen at a path of its own. */
export function at(path: string, name: string, more: Partial<Omit<View, "name" | "path">> = {}): View {
  return { name, path: () => path, ...more };
}
