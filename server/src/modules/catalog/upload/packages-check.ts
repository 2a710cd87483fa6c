import type { Inspection, InspectionProblem, ThirdPartyImport } from "@stoa/runtime/protocol";
import { AppError } from "../../../platform/http/app-error.ts";
import type { AgentPackages, PackageLock } from "../agents/agent-packages.ts";
import { type CheckResult, failCheck } from "./check-list.ts";
import type { FrameworkFacts } from "./upload-context.ts";

/** The upload check of packages. Activating a version repeats a part of it under the same name. */
export const PACKAGES_CHECK = { name: "environment", label: "Packages" } as const;

/** The number of packages or problems that a message names. Developers fix a few at a time. */
const MOST_NAMED = 5;
/** The Retry-After header if the package index does not answer, because a retry a moment later may succeed. */
const RETRY_AFTER_SECONDS = "30";
const MB = 1_000_000;

/** A version's own packages. */
export interface OwnPackages {
  /** The packages as the file declares them. */
  declared: string[];
  /** The modules that the file imports from packages when it is loaded. */
  imports: string[];
}

export interface PackageFacts {
  /** The packages of the file; undefined if it runs with the packages of this server. */
  packages: (OwnPackages & { lock: PackageLock }) | undefined;
}

/** Returns the error for packages that cannot be installed now, although the file may be valid. */
export function createPackagesError(problem: string): AppError {
  return new AppError(503, "runtime_unavailable", problem, {
    headers: { "retry-after": RETRY_AFTER_SECONDS },
  });
}

/**
 * Checks the packages that the file declares and imports, and chooses versions. Nothing is installed.
 * @throws AppError 503 runtime_unavailable if the package index does not answer.
 */
export async function checkPackages({
  inspection,
  tools,
}: Pick<FrameworkFacts, "inspection"> & { tools: { packages: Pick<AgentPackages, "resolve"> } }): Promise<
  CheckResult<PackageFacts>
> {
  const { script, scriptProblem, packageProblems, pythonProblem, thirdParty = [] } = inspection;
  const broken = scriptProblem ?? pythonProblem;
  if (broken) return failCheck(broken);
  if (packageProblems) return failCheck(joinProblems(packageProblems));
  const declared = script?.dependencies ?? [];
  if (declared.length === 0) return checkShipped(inspection);
  const chosen = await tools.packages.resolve(declared);
  if (!chosen.ok && chosen.isTemporary) throw createPackagesError(chosen.problem);
  if (!chosen.ok) return failCheck({ message: chosen.problem });
  const { lock } = chosen;
  const names = new Set(lock.packages.map(({ name }) => name));
  const undeclared = thirdParty.filter(
    ({ when, package: distribution }) =>
      when === "start" && distribution !== undefined && !names.has(removeExtras(distribution)),
  );
  const imports = thirdParty.filter(({ when }) => when === "start").map(({ module }) => module);
  const facts = { packages: { declared, imports, lock } };
  const detail = describeLock(lock);
  if (undeclared.length === 0) return { ok: true, detail, facts };
  return { ok: true, warns: true, detail: `${detail}. ${describeUndeclared(undeclared)}`, facts };
}

/** Checks a file that runs with the packages of this server. */
function checkShipped({ script, thirdParty = [], offeredScript }: Inspection): CheckResult<PackageFacts> {
  const facts = { packages: undefined };
  const missing = thirdParty.filter(({ isShipped, when }) => !isShipped && when !== "optional");
  const needed = missing.filter(({ when }) => when === "start");
  const offer = offeredScript === undefined ? {} : { script: offeredScript };
  if (needed.length > 0) {
    const message = `${describeMissing(needed)} ${describeRemedy(needed, script !== undefined)}`;
    const { line, path } = needed[0] ?? {};
    const place = { ...(path !== undefined && { path }), ...(line !== undefined && { line }) };
    return { ...failCheck({ message, ...place }), ...offer };
  }
  if (missing.length > 0) {
    const detail = `${describeMissing(missing)} Runs that need them fail. ${describeRemedy(missing, script !== undefined)}`;
    return { ok: true, warns: true, detail, facts, ...offer };
  }
  return { ok: true, detail: "Uses the packages of this server", facts };
}

function joinProblems(problems: readonly InspectionProblem[]): InspectionProblem {
  const [first, ...others] = problems.slice(0, MOST_NAMED);
  const more = others.map(({ line, message }) => (line === undefined ? message : `Line ${line}: ${message}`));
  const message = [first?.message ?? "", ...more].join(" ");
  return first?.line === undefined ? { message } : { message, line: first.line };
}

function removeExtras(distribution: string): string {
  return distribution.replace(/\[.*$/, "");
}

function list(texts: readonly string[]): string {
  const named = texts.slice(0, MOST_NAMED);
  const more = texts.length - named.length;
  return `${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function describeMissing(missing: readonly ThirdPartyImport[]): string {
  const names = missing.map(({ module, package: distribution = module }) => {
    const name = removeExtras(distribution);
    return name.replaceAll("-", "_") === module ? module : `${module} (package ${name})`;
  });
  return `The file imports ${list(names)}, which this server does not have.`;
}

function describeRemedy(missing: readonly ThirdPartyImport[], hasBlock: boolean): string {
  const known = missing.map((item) => item.package).filter((name) => name !== undefined);
  if (known.length === 0)
    return "Add a script block that declares the package that contains it. If it is your own code, put it into the file, or upload both in a .zip archive.";
  return hasBlock
    ? `Add ${list(known.map((name) => `"${name}"`))} to the dependencies of the script block.`
    : "Add a script block that declares your packages.";
}

function describeUndeclared(undeclared: readonly ThirdPartyImport[]): string {
  const modules = list(undeclared.map(({ module }) => module));
  const wanted = list(undeclared.map((item) => `"${item.package}"`));
  const contained = undeclared.length === 1 ? "it" : "them";
  return `The file imports ${modules}, but the declared packages might not contain ${contained}. If the trial run fails, add ${wanted} to the dependencies of the script block`;
}

function describeLock(lock: PackageLock): string {
  const count = lock.packages.length;
  const bytes = lock.packages.reduce((sum, found) => sum + (found.bytes ?? 0), 0);
  return `${count} ${count === 1 ? "package" : "packages"}, ${(bytes / MB).toFixed(1)} MB to download, for Python ${lock.python}`;
}
