import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { cruise } from "./cruise.mjs";
import { resolveFromRoot } from "./root.mjs";

const MODULES = "server/src/modules";

/**
 * An import that breaks each rule: the importing file and the imported file, keyed by rule.
 * @type {Record<string, readonly [string, string]>}
 */
const OFFENCES = {
  "no-circles": ["bench/left.ts", "bench/right.ts"],
  "nothing-unresolved": ["bench/lost.ts", "bench/nowhere.ts"],
  "contract-imports-zod-alone": ["contract/src/a.ts", "gateway/src/b.ts"],
  "web-knows-the-contract-alone": ["web/src/lib/a.ts", "server/src/app.ts"],
  "sdks-know-the-contract-alone": ["sdks/js/a.ts", "server/src/app.ts"],
  "gateway-knows-no-server": ["gateway/src/c.ts", "server/src/app.ts"],
  "runtime-knows-no-server": ["runtime/supervisor/a.ts", "server/src/app.ts"],
  "workflow-knows-no-server": ["workflow/engine/a.ts", "server/src/app.ts"],
  "server-knows-no-client": ["server/src/site.ts", "web/src/lib/b.ts"],
  "programs-know-no-tests": ["gateway/src/d.ts", "tests/harness/a.ts"],
  "only-the-context-knows-modules": ["server/src/job.ts", `${MODULES}/runs/index.ts`],
  "outsiders-see-indexes-alone": ["server/src/startup/job.ts", `${MODULES}/runs/service.ts`],
  "platform-knows-no-module": ["server/src/platform/a.ts", `${MODULES}/runs/index.ts`],
  "modules-show-their-index-alone": [`${MODULES}/runs/start.ts`, `${MODULES}/ledger/store.ts`],
  "the-context-sees-indexes-alone": ["server/src/context.ts", `${MODULES}/runs/service.ts`],
  "ledger-knows-no-module": [`${MODULES}/ledger/a.ts`, `${MODULES}/accounts/index.ts`],
  "module-arrows": [`${MODULES}/catalog/a.ts`, `${MODULES}/runs/index.ts`],
  "runs-arrows": [`${MODULES}/runs/a.ts`, `${MODULES}/accounts/index.ts`],
  "mcp-arrows": [`${MODULES}/mcp/a.ts`, `${MODULES}/ledger/index.ts`],
  "recommendations-arrows": [`${MODULES}/recommendations/a.ts`, `${MODULES}/ledger/index.ts`],
  "operator-arrows": [`${MODULES}/operator/a.ts`, `${MODULES}/catalog/index.ts`],
  "protocol-arrows": [`${MODULES}/a2a/a.ts`, `${MODULES}/ledger/index.ts`],
  "stores-know-no-service": [`${MODULES}/runs/usage-store.ts`, `${MODULES}/runs/service.ts`],
  "services-know-no-routes": [`${MODULES}/runs/b.ts`, `${MODULES}/runs/usage-routes.ts`],
  "routes-know-no-store": [`${MODULES}/runs/routes.ts`, `${MODULES}/runs/store.ts`],
  "web-features-stand-alone": ["web/src/features/auth/a.ts", "web/src/features/studio/b.ts"],
  "web-components-know-no-feature": ["web/src/components/a.ts", "web/src/features/auth/b.ts"],
  "web-queries-alone-call-routes": ["web/src/features/auth/d.ts", "web/src/lib/call.ts"],
  "web-queries-know-no-screen": ["web/src/queries/a.ts", "web/src/components/c.ts"],
  "web-lib-knows-no-screen": ["web/src/lib/c.ts", "web/src/components/b.ts"],
  "web-features-know-no-app": ["web/src/features/auth/c.ts", "web/src/app/b.ts"],
};

/**
 * Breaks every rule once in a separate folder. Throws if a rule does not report its violation, because a rule that
 * cannot fail does not protect anything.
 * @param {readonly string[]} rules the names of all rules
 */
export async function proveImportRules(rules) {
  const unproven = rules.filter((name) => !(name in OFFENCES));
  if (unproven.length > 0)
    throw new Error(`import-rules-proof.mjs has no violation for ${unproven.join(", ")}`);
  const folder = mkdtempSync(join(tmpdir(), "stoa-import-rules-"));
  try {
    for (const [rule, [from, to]] of Object.entries(OFFENCES)) {
      if (rule !== "nothing-unresolved") write(folder, to, "");
      write(
        folder,
        from,
        `import type * as offence from "${toSpecifier(from, to)}";\nexport type Offence = typeof offence;\n`,
      );
    }
    write(
      folder,
      "bench/right.ts",
      `import type * as offence from "./left.ts";\nexport type Offence = typeof offence;\n`,
    );
    write(folder, "tsconfig.json", "{}");
    symlinkSync(resolveFromRoot("node_modules"), join(folder, "node_modules"));
    const { violations } = await cruise(folder, [
      "bench",
      "contract",
      "gateway",
      "runtime",
      "workflow",
      "server",
      "web",
      "sdks",
      "tests",
    ]);
    const silent = rules.filter(
      (name) => !violations.some(({ rule, from }) => rule === name && from === OFFENCES[name]?.[0]),
    );
    if (silent.length > 0)
      throw new Error(`These import rules do not detect a violation: ${silent.join(", ")}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} from
 * @param {string} to
 */
function toSpecifier(from, to) {
  const path = relative(dirname(from), to);
  return path.startsWith(".") ? path : `./${path}`;
}

/**
 * Writes a file, but never replaces the file of another violation.
 * @param {string} folder
 * @param {string} path
 * @param {string} text
 */
function write(folder, path, text) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text === "" ? "export {};\n" : text, text === "" ? { flag: "a" } : {});
}
