import { createRequire } from "node:module";
import { CommandError, runPackage } from "./command.mjs";
import { resolveFromRoot } from "./root.mjs";

const CONFIG = resolveFromRoot(".dependency-cruiser.cjs");

/** @typedef {{ rule: string, from: string, path: string }} Violation */

/**
 * Reads the imports of some folders with dependency-cruiser and checks them against our rules.
 * @param {string} cwd
 * @param {readonly string[]} folders
 * @returns {Promise<{ typescriptFiles: number, imports: number, violations: Violation[] }>}
 */
export async function cruise(cwd, folders) {
  const args = ["--config", CONFIG, "--output-type", "json", ...folders];
  const output = await runPackage("dependency-cruiser/bin/dependency-cruise.mjs", args, { cwd }).catch(
    (error) => {
      // If there are violations, the exit code is their number, but the output still contains the report.
      if (error instanceof CommandError && error.output.startsWith("{")) return error.output;
      throw error;
    },
  );
  /** @type {{ modules: { source: string }[], summary: { totalDependenciesCruised: number, violations: { rule: { name: string }, from: string, to: string, cycle?: { name: string }[] }[] } }} */
  const { modules, summary } = JSON.parse(output);
  return {
    typescriptFiles: modules.filter(({ source }) => /\.tsx?$/.test(source)).length,
    imports: summary.totalDependenciesCruised,
    violations: summary.violations.map(({ rule, from, to, cycle }) => ({
      rule: rule.name,
      from,
      path: [from, ...(cycle?.map(({ name }) => name) ?? [to])].join(" -> "),
    })),
  };
}

/** Returns the names of all our rules. @returns {string[]} */
export function listRuleNames() {
  /** @type {{ forbidden: { name: string }[] }} */
  const { forbidden } = createRequire(import.meta.url)(CONFIG);
  return forbidden.map(({ name }) => name);
}
