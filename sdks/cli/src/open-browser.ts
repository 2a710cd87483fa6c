import { spawn } from "node:child_process";

/** The program that opens a URL, with its arguments, by platform. Others use the program of freedesktop.org. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  // `start` would interpret the & of a URL; this does not.
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** Returns whether this computer seems to have a screen on which a browser can appear. */
function hasDisplay(): boolean {
  if (process.platform === "darwin" || process.platform === "win32") return !process.env.SSH_CONNECTION;
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/**
 * Tries to open a page in the browser. Does nothing without a display, or for a URL that is not a web page. Never
 * fails, because the user can open the page themselves.
 */
export function openBrowser(url: string): void {
  if (!hasDisplay() || !/^https?:\/\//i.test(url)) return;
  const [program, ...args] = OPENERS[process.platform] ?? ["xdg-open"];
  try {
    const child = spawn(program, [...args, url], { stdio: "ignore", detached: true });
    child.once("error", () => undefined);
    child.unref();
  } catch {
    // There is no such program. The page's URL is on the screen.
  }
}
