import { useSyncExternalStore } from "react";

/** The themes that a user may choose; `system` is the default. */
type ThemeChoice = "system" | "light" | "dark";

const KEY = "stoa.theme";
const BACKGROUND = { light: "#F1F2EE", dark: "#0E100C" } as const;
const listeners = new Set<() => void>();

function readStoredChoice(): ThemeChoice {
  try {
    const value = localStorage.getItem(KEY);
    return value === "light" || value === "dark" ? value : "system";
  } catch {
    return "system";
  }
}

function getSystemTheme(): "light" | "dark" {
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

function apply(): void {
  const choice = readStoredChoice();
  const theme = choice === "system" ? getSystemTheme() : choice;
  document.documentElement.dataset.theme = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", BACKGROUND[theme]);
  for (const listener of listeners) listener();
}

/** Stores the choice and applies it immediately; if storage is blocked, it applies to this page only. */
export function chooseTheme(choice: ThemeChoice): void {
  try {
    if (choice === "system") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, choice);
    apply();
  } catch {
    document.documentElement.dataset.theme = choice === "system" ? getSystemTheme() : choice;
    for (const listener of listeners) listener();
  }
}

function getCurrentTheme(): "light" | "dark" {
  return document.documentElement.dataset.theme === "dark" ? "dark" : "light";
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const media = matchMedia("(prefers-color-scheme: dark)");
  media.addEventListener("change", apply);
  return () => {
    listeners.delete(listener);
    media.removeEventListener("change", apply);
  };
}

/** Returns the initial theme of prerendered pages, until the browser replaces it. */
const getBuildTheme = () => "light" as const;

/** Returns the current theme, which is the system's until the user chooses one. */
export function useTheme(): "light" | "dark" {
  return useSyncExternalStore(subscribe, getCurrentTheme, getBuildTheme);
}
