import { existsSync } from "node:fs";
import { runPackage } from "./command.mjs";
import { checkImports } from "./import-rules.mjs";
import { checkLinks } from "./links.mjs";
import { checkPlainLanguage } from "./plain-language.mjs";
import { resolveFromRoot } from "./root.mjs";
import { checkTableAccess } from "./table-access.mjs";

/** @typedef {import("./run-steps.mjs").Step} Step */

/** Checks that do not run the code. @type {readonly Step[]} */
export const staticChecks = [
  {
    id: "types",
    title: "Types",
    oneCore: true,
    run: async () => {
      const projects = [
        "tsconfig.json",
        "web/tsconfig.json",
        "scripts/tsconfig.json",
        "server/embedder/tsconfig.json",
        "server/previews/tsconfig.json",
        "sdks/js/tsconfig.json",
      ];
      for (const project of projects) {
        // Call tsc by its path, because node_modules/.bin/tsc is TypeScript 6, which the other tools need.
        await runPackage("typescript7/bin/tsc", ["-p", project, "--noEmit"]);
      }
    },
  },
  {
    id: "format",
    title: "Format and lint (Biome)",
    oneCore: true,
    run: () => runPackage("@biomejs/biome/bin/biome", ["ci", "--colors=off", "."]),
  },
  {
    id: "lint",
    title: "Type-aware lint (oxlint)",
    oneCore: true,
    run: () => runPackage("oxlint/bin/oxlint", ["--type-aware", "--deny-warnings"]),
  },
  { id: "imports", title: "Import rules", oneCore: true, run: checkImports },
  {
    id: "unused",
    title: "Unused code (knip)",
    oneCore: true,
    run: () => runPackage("knip/bin/knip.js", ["--no-progress", "--treat-config-hints-as-errors"]),
  },
  {
    id: "generated",
    title: "Generated files",
    oneCore: true,
    run: () => runPackage("tsx/dist/cli.mjs", ["scripts/generate/main.ts", "--check"]),
  },
  { id: "tables", title: "Table owners", run: checkTableAccess },
  { id: "plain-language", title: "Plain language", run: checkPlainLanguage },
  {
    id: "sizes",
    title: "Length of files and functions",
    // Import the module here, because TypeScript may be installed only after this file is loaded.
    run: async () => (await import("./code-measures.mjs")).checkSizes(),
  },
  { id: "links", title: "Links between documents", run: checkLinks },
  {
    id: "python-lint",
    title: "Python lint (Ruff)",
    oneCore: true,
    // Import the module here, because Ruff may be installed only after this file is loaded.
    run: async () => (await import("./python-lint.mjs")).checkPython([...PYTHON_FOLDERS, "sdks/python"]),
  },
];

/** The folders with our own Python code that can be run and tested without third-party packages. */
export const PYTHON_FOLDERS = [
  "runtime/python",
  "server/seed",
  "tests/frameworks/agents",
  "tests/clients/python",
  "tests/mcp",
  "tests/openai-clients",
  "tests/schemathesis",
].filter((folder) => existsSync(resolveFromRoot(folder)));
