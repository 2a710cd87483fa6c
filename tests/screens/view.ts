import type { Page } from "playwright-core";
import type { Stage } from "./stage.ts";

/** A screen, or a screen with a dialog or menu open above it. */
export interface View {
  /** The name of its picture. */
  readonly name: string;
  readonly path: (stage: Stage) => string;
  /** Opens the dialog or menu that covers the screen. */
  readonly open?: (page: Page) => Promise<void>;
  /** The only size at which the screen exists. If undefined, it exists at every size. */
  readonly only?: "desktop" | "phone";
  /** Whether the screen reports that something is missing, so that the browser logs a 404. */
  readonly missing?: boolean;
}

/** Presses a button by its name and waits for the element that it opens. */
export const press =
  (name: string | RegExp, opens: "dialog" | "menu" | "nothing" = "dialog") =>
  async (page: Page): Promise<void> => {
    await page.getByRole("button", { name }).first().click();
    if (opens !== "nothing") await page.getByRole(opens).first().waitFor();
  };

/** Returns a view of a screen with a fixed path. */
export function at(path: string, name: string, more: Partial<Omit<View, "name" | "path">> = {}): View {
  return { name, path: () => path, ...more };
}
