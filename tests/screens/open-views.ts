import type { Page } from "playwright-core";
import { at, press, type View } from "./view.ts";

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill("re");
  await page.getByRole("option").first().waitFor();
}

/** The screens that a visitor without an account sees. */
export const OPEN_VIEWS: readonly View[] = [
  at("/", "landing"),
  at("/", "menu", { open: press("Open menu", "nothing"), only: "phone" }),
  at("/signin", "sign-in"),
  at("/register", "register"),
  at("/forgot-password", "forgot-password"),
  at("/reset-password#token", "reset-password"),
  at("/confirm-email#token", "confirm-email"),
  at("/sign-in/google?error=access_denied", "sign-in-refused"),
  at("/marketplace", "marketplace"),
  at("/marketplace?framework=langchain&sort=best_rated", "marketplace-filtered"),
  at("/marketplace?search=nothing-like-this", "marketplace-empty"),
  at("/marketplace", "filters", { open: press("Filters"), only: "phone" }),
  at("/marketplace", "palette", { open: openPalette }),
  at("/marketplace?agent=4", "agent-window"),
  at("/marketplace?agent=4&tab=tryit", "agent-window-signed-out"),
  at("/compare?agents=1,2,4", "compare"),
  at("/developers/stoa", "developer"),
  at("/developers/nobody-of-this-name", "developer-missing", { missing: true }),
  at("/about", "about"),
  at("/terms", "terms"),
  at("/privacy", "privacy"),
  at("/status", "status"),
  at("/guides", "guides"),
  at("/guides/getting-started", "guide-getting-started"),
  at("/guides/upload-an-agent", "guide-upload-an-agent"),
  at("/guides/call-by-api", "guide-call-by-api"),
  at("/guides/tokens-prices-plans", "guide-tokens-prices-plans"),
  at("/docs", "reference"),
  at("/docs/runs", "reference-runs"),
  at("/no-such-page", "not-found", { missing: true }),
];
