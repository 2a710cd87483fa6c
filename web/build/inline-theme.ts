import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "vite";

const ASKED_FOR = '<script src="/theme.js"></script>';

/**
 * Inlines the script that sets the theme. A separate file would delay the first paint by one round trip. The content
 * security policy allows the inline script by its hash.
 */
export function inlineTheme(): Plugin {
  let root = "";
  return {
    name: "stoa-inline-theme",
    configResolved(config) {
      root = config.root;
    },
    transformIndexHtml: {
      order: "pre",
      async handler(page) {
        if (!page.includes(ASKED_FOR))
          throw new Error("index.html has no placeholder for the theme's script.");
        const script = await readFile(join(root, "theme.js"), "utf8");
        return page.replace(ASKED_FOR, () => `<script>\n${removeComments(script)}</script>`);
      },
    },
  };
}

const removeComments = (script: string) => script.replaceAll(/^\s*\/\/.*\n/gm, "");
