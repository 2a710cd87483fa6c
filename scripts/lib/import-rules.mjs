import { existsSync } from "node:fs";
import { CommandError } from "./command.mjs";
import { cruise, listRuleNames } from "./cruise.mjs";
import { proveImportRules } from "./import-rules-proof.mjs";
import { ROOT, resolveFromRoot } from "./root.mjs";

const FOLDERS = ["contract", "gateway", "runtime", "workflow", "server", "web", "bench", "tests", "sdks"];

/**
 * Checks the import rules in ARCHITECTURE.md, after proving that each rule can fail. Also checks that TypeScript files
 * were found, because dependency-cruiser reads nothing and reports success if a parser is missing.
 * @returns {Promise<string>} a summary of the check
 */
export async function checkImports() {
  await proveImportRules(listRuleNames());
  const { typescriptFiles, imports, violations } = await cruise(
    ROOT,
    FOLDERS.filter((folder) => existsSync(resolveFromRoot(folder))),
  );
  if (typescriptFiles === 0) {
    throw new Error("The import rules found no TypeScript file: is the package typescript (6) installed?");
  }
  if (violations.length === 0) return `${typescriptFiles} files, ${imports} imports`;
  throw new CommandError(
    `Imports that violate the rules of .dependency-cruiser.cjs: ${violations.length}`,
    violations.map(({ rule, path }) => `${rule}: ${path}`).join("\n"),
  );
}
