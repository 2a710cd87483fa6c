import { join, resolve } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { build, type InlineConfig, type Plugin } from "vite";

/** The script tag of the widget and the page of its frame, which the server serves under these names. */
const WIDGET = "widget.js";
const FRAME = "widget-frame.html";

/**
 * Builds the widget with which other sites embed agents, and the page of its frame. They are builds of their own, so that
 * nothing of them is in the chunks of the app.
 */
export function buildWidget(): Plugin {
  let root = "";
  let outDir = "";
  return {
    name: "stoa-build-widget",
    apply: (_, { command, isSsrBuild }) => command === "build" && isSsrBuild !== true,
    configResolved(config) {
      root = config.root;
      outDir = resolve(root, config.build.outDir);
    },
    writeBundle: {
      sequential: true,
      async handler() {
        const shared: InlineConfig = { root, configFile: false, logLevel: "warn" };
        const target = { outDir, emptyOutDir: false, copyPublicDir: false, target: "es2022" };
        await build({
          ...shared,
          plugins: [react(), tailwindcss()],
          build: {
            ...target,
            modulePreload: { polyfill: false },
            rolldownOptions: { input: join(root, FRAME) },
          },
        });
        await build({
          ...shared,
          build: {
            ...target,
            rolldownOptions: {
              input: join(root, "src/widget/widget.ts"),
              output: { format: "iife", entryFileNames: WIDGET },
            },
          },
        });
      },
    },
  };
}
