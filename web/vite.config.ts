import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Rolldown } from "vite";
import { precompress } from "./build/precompress.ts";
import { preloadFonts } from "./build/preload-fonts.ts";
import { prerenderPages } from "./build/prerender.ts";

const API = process.env.STOA_API ?? "http://127.0.0.1:8080";

/**
 * What every page needs at once is one file. Left to itself the bundler made 46 of it, each module apart that some
 * screen needs, too, which together were 10 kB larger.
 */
const INITIAL: Rolldown.CodeSplittingGroup = { name: "app", tags: ["$initial"], priority: 1 };

/** zod and the schemas, which the first call of the API asks for: one request instead of fourteen. */
const SCHEMAS: Rolldown.CodeSplittingGroup = {
  name: "schemas",
  test: /\/node_modules\/zod\/|\/contract\/src\/(?![a-z-]*(?:words|limits|plans|money|texts|fields|packages)\.ts)[a-z-]+\.ts/,
  includeDependenciesRecursively: false,
};

/** Icons and what most screens are made of, without Base UI: each alone is smaller than the request for it. */
const PARTS: Rolldown.CodeSplittingGroup = {
  name: "parts",
  test: /\/lucide-react\/|\/components\/(?:agent-link|badge|checkbox-field|control-class|copy-button|developer-link|empty-state|error-state|field|form-failure|input|load-more|panel|price-tag|run-link|scroll-region|search-field|select|stat|textarea)\.tsx?|\/lib\/(?:format-time|notify|use-debounced|save-file)\.ts/,
  minShareCount: 3,
  includeDependenciesRecursively: false,
};

/**
 * The first file lists all that later pages are made of, to load it side by side: names beside the hashes were a
 * kilobyte of it. The manifest in dist/.vite tells which file is what.
 */
const BRIEF_NAMES = "assets/[hash].js";

export default defineConfig({
  plugins: [react(), tailwindcss(), preloadFonts(), prerenderPages(), precompress()],
  // React has had what the shim stands in for since 18.
  resolve: {
    alias: { "use-sync-external-store/shim/with-selector": "use-sync-external-store/with-selector" },
  },
  server: { proxy: { "/api": { target: API, changeOrigin: true }, "/sdk/": { target: API } } },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    manifest: true,
    // Browsers that lack it load the same files a little later: that is worth less than its half kilobyte on every page.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { codeSplitting: { groups: [INITIAL, SCHEMAS, PARTS] }, chunkFileNames: BRIEF_NAMES },
    },
  },
});
