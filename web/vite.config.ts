import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Rolldown } from "vite";
import { buildWidget } from "./build/build-widget.ts";
import { inlineTheme } from "./build/inline-theme.ts";
import { precompress } from "./build/precompress.ts";
import { preloadFonts } from "./build/preload-fonts.ts";
import { prerenderPages } from "./build/prerender.ts";

const API = process.env.STOA_API ?? "http://127.0.0.1:8080";

/**
 * Everything that each page needs immediately is in one file. By default the bundler splits it into 46 files,
 * one for each module that some screen also needs. Together they are 10 kB larger.
 */
const INITIAL: Rolldown.CodeSplittingGroup = { name: "app", tags: ["$initial"], priority: 1 };

const START: Rolldown.CodeSplittingGroup = { name: "start", test: /\/src\/app\/start\.tsx/, priority: 0.5 };

/** zod and the schemas of agent lists and of the sign-in form: they are needed before the first agents show, or to sign in. */
const CATALOG: Rolldown.CodeSplittingGroup = {
  name: "catalog-schemas",
  test: /\/node_modules\/zod\/|\/contract\/src\/(?:agent-memory|catalog|catalog-routes|connectors|credentials|issue-messages|routes|uploads|values)\.ts/,
  includeDependenciesRecursively: false,
};

/**
 * The other schemas, which the first API call loads with one request instead of fourteen. Without `widget-limits`, their
 * chunk and that of the limits would import each other.
 */
const SCHEMAS: Rolldown.CodeSplittingGroup = {
  name: "schemas",
  test: /\/contract\/src\/(?![a-z-]*(?:limits|plans|money|texts|fields|packages|hosts?|names|servers|labels|file-id)\.ts)[a-z-]+\.ts|\/contract\/src\/widget-limits\.ts/,
  includeDependenciesRecursively: false,
};

/** Icons and the components of most screens, without Base UI: each one alone is smaller than a request for it. */
const PARTS: Rolldown.CodeSplittingGroup = {
  name: "parts",
  test: /\/lucide-react\/|\/@tanstack\/|\/contract\/src\/[a-z-]*(?:limits|plans|money|(?<!sign-in-)texts|fields|packages|hosts?|names|servers|labels|file-id)\.ts|\/components\/(?:agent-card|agent-link|badge|checkbox-field|code-block|control-class|copy-button|developer-link|download-button|empty-state|error-state|favorite-button|field|form-failure|input|load-more|panel|price-tag|run-link|run-status-badge|scroll-region|search-field|select|stat|textarea)\.tsx?|\/lib\/(?:format-time|notify|use-alive|use-debounced|paid-amount|save-file|compared-agents)\.ts|\/queries\/(?:agents|favorites|usage)\.ts/,
  minShareCount: 3,
  includeDependenciesRecursively: false,
};

/** The shared code of Base UI's dialogs, menus and tabs, which loads with one request instead of nine. */
const CONTROLS: Rolldown.CodeSplittingGroup = {
  name: "controls",
  test: /\/@base-ui\/|\/@floating-ui\/|\/use-sync-external-store\/|\/components\/(?:dialog|segmented-control)\.tsx/,
  minShareCount: 4,
  includeDependenciesRecursively: false,
};

/** What Try It and the chat need to start and show a run, which would otherwise be in a dozen small files. */
const RUNS: Rolldown.CodeSplittingGroup = {
  name: "runs",
  test: /\/components\/run-questions\/(?:use-|host-standing|service-standing)|\/components\/(?:meter|run-estimate|run-problem|run-waits|sign-in-prompt|try-form|use-cost-question|disclosure)\.tsx|\/components\/(?:artifacts\/(?:lazy-artifact-list|run-artifacts)|files\/lazy-file-field|run-trace\/lazy-run-trace)\.tsx|\/lib\/(?:agreed-costs|file-input|file-output|input-fields|max-cost|message-input|run-file|run-state|run-stream|sse)\.ts|\/queries\/(?:agent-hosts|connector-grants|live-run|runs)\.ts/,
  minShareCount: 2,
  includeDependenciesRecursively: false,
};

/**
 * The entry chunk lists the chunks of all pages, so that they load in parallel. Readable names next to the hashes would
 * make it 1 kB larger. Seven characters tell apart the files of thousands of builds. The manifest in dist/.vite maps files
 * to their sources.
 */
const BRIEF_NAMES = "assets/[hash:7].js";

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    inlineTheme(),
    preloadFonts(),
    prerenderPages(),
    buildWidget(),
    precompress(),
  ],
  // React 18 and later include what this shim provides.
  resolve: {
    alias: { "use-sync-external-store/shim/with-selector": "use-sync-external-store/with-selector" },
  },
  server: { proxy: { "/api": { target: API, changeOrigin: true }, "/sdk/": { target: API } } },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    manifest: true,
    // Browsers without module preload load the same files slightly later. That is not worth the half kilobyte that
    // the polyfill adds to every page.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [INITIAL, START, CATALOG, SCHEMAS, PARTS, CONTROLS, RUNS] },
        chunkFileNames: BRIEF_NAMES,
      },
    },
  },
});
